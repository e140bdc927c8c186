/**
 * Prints the software bill of materials of this installation as CycloneDX 1.6: each package with its
 * version, licence and the hash in the lock file. The output is deterministic.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { exitOnHelp } from "./help.ts";

exitOnHelp(
  "Usage: bun run sbom [FOLDER]\n  print the software bill of materials of an installation as CycloneDX 1.6",
);
const root = process.argv[2] ?? join(import.meta.dir, "..");
const store = join(root, "node_modules/.bun");
const { name, version, license } = read(join(root, "package.json"));
const components = listPackages(readHashes(join(root, "bun.lock")));
const main = { type: "application", "bom-ref": `${name}@${version}`, name, version };
console.log(
  JSON.stringify(
    {
      $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      serialNumber: `urn:uuid:${createUuid(JSON.stringify(components))}`,
      version: 1,
      metadata: { component: { ...main, licenses: readLicences(license) } },
      components,
    },
    null,
    1,
  ),
);

interface Described {
  name: string;
  version: string;
  license?: string;
}

function read(file: string): Described {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Returns hashes by name and version. The lock file has one line per package, and trailing commas. */
function readHashes(lock: string): Map<string, string> {
  const line = /^ {4}"[^"]+": \["(.+?)", .*"sha512-([\w+/=]+)"\],$/gm;
  return new Map(
    Array.from(readFileSync(lock, "utf8").matchAll(line), ([, of = "", hash = ""]) => [of, hash]),
  );
}

function listPackages(hashes: ReadonlyMap<string, string>) {
  return readdirSync(store)
    .filter((entry) => entry.includes("@", 1))
    .sort()
    .map((entry) => {
      const folder = entry.slice(0, entry.indexOf("@", 1)).replace("+", "/");
      const found = read(join(store, entry, "node_modules", folder, "package.json"));
      const hash = hashes.get(`${found.name}@${found.version}`);
      const content = hash && Buffer.from(hash, "base64").toString("hex");
      return {
        type: "library",
        "bom-ref": entry,
        name: found.name,
        version: found.version,
        purl: `pkg:npm/${found.name.replace("@", "%40")}@${found.version}`,
        ...(found.license && { licenses: readLicences(found.license) }),
        ...(content && { hashes: [{ alg: "SHA-512", content }] }),
      };
    });
}

/** Returns an SPDX expression, or else the package's own text. */
function readLicences(licence = "unknown") {
  const isExpression = /^\(?[\w.+-]+( (OR|AND|WITH) [\w.+-]+)*\)?$/.test(licence);
  return isExpression ? [{ expression: licence }] : [{ license: { name: licence } }];
}

/** Returns a version 8 UUID: the first bits of a hash. */
function createUuid(text: string): string {
  const hex = new Bun.CryptoHasher("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
