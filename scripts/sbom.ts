/**
 * Prints what this installation is made of, as CycloneDX 1.6: each package with its version, its
 * licence and the hash that the lock file holds it to. The same packages give the same bytes.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { exitOnHelp } from "./help.ts";

exitOnHelp(
  "Usage: bun run sbom [FOLDER]\n  prints the packages of an installation as CycloneDX 1.6",
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
      serialNumber: `urn:uuid:${idOf(JSON.stringify(components))}`,
      version: 1,
      metadata: { component: { ...main, licenses: licencesOf(license) } },
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

/** Integrities by name and version. The lock file is JSON but for commas, with a line for each package. */
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
        ...(found.license && { licenses: licencesOf(found.license) }),
        ...(content && { hashes: [{ alg: "SHA-512", content }] }),
      };
    });
}

/** An expression of SPDX, or whatever else the package says. */
function licencesOf(licence = "unknown") {
  const isExpression = /^\(?[\w.+-]+( (OR|AND|WITH) [\w.+-]+)*\)?$/.test(licence);
  return isExpression ? [{ expression: licence }] : [{ license: { name: licence } }];
}

/** A UUID of version 8: the beginning of a hash. */
function idOf(text: string): string {
  const hex = new Bun.CryptoHasher("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
