/**
 * Builds a package for Debian and Ubuntu from this checkout: `bun run deb [FOLDER] [amd64 | arm64]`. The package contains
 * Bun and all dependencies. Requires npm and dpkg-deb. The default architecture is that of this machine.
 */
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { version } from "../package.json";
import { exitOnHelp } from "./help.ts";

exitOnHelp(`Usage: bun run deb [FOLDER] [amd64 | arm64] [--fast]
  build a package for Debian and Ubuntu from this checkout, in FOLDER (default .), for an architecture
  (default: this machine's); --fast compresses less`);
/** The names of Debian's architectures in npm's packages and in those of Bun. */
const architectures = {
  amd64: { cpu: "x64", bun: "@oven/bun-linux-x64" },
  arm64: { cpu: "arm64", bun: "@oven/bun-linux-aarch64" },
};
const root = join(import.meta.dir, "..");
const recipe = join(root, "ops/debian");
const own = process.arch === "arm64" ? "arm64" : "amd64";
const isFast = process.argv.includes("--fast");
const [given = ".", name = own] = process.argv.slice(2).filter((one) => one !== "--fast");
const out = resolve(given);
if (name !== "amd64" && name !== "arm64")
  throw new Error(
    `Cannot build a package for "${name}": amd64 and arm64 are the known architectures`,
  );
const architecture: keyof typeof architectures = name;

const work = mkdtempSync(join(tmpdir(), "utilhub-deb-"));
try {
  const tree = join(work, "tree");
  await installHub(join(tree, "usr/lib/utilhub"));
  await installDocumentation(join(tree, "usr/share/doc/utilhub"));
  installFile("ops/utilhub.service", join(tree, "usr/lib/systemd/system/utilhub.service"));
  installFile("ops/debian/utilhub.env", join(tree, "etc/utilhub/utilhub.env"));
  installFile("ops/debian/utilhub", join(tree, "usr/bin/utilhub"), 0o755);
  await describe(tree);
  const file = join(out, `utilhub_${version}_${architecture}.deb`);
  mkdirSync(out, { recursive: true });
  await Bun.$`dpkg-deb --root-owner-group -Zzstd -z${isFast ? 3 : 19} --build ${tree} ${file}`.quiet();
  console.log(`Built ${file}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Installs the files of the npm package, their dependencies, and the tested version of Bun. */
async function installHub(folder: string): Promise<void> {
  await Bun.$`npm pack --silent --ignore-scripts --pack-destination ${work}`.cwd(root).quiet();
  await Bun.$`tar -xzf ${join(work, `utilhub-${version}.tgz`)} -C ${work}`;
  mkdirSync(join(folder, ".."), { recursive: true });
  renameSync(join(work, "package"), folder);
  await installPackages(folder, own);
  await Bun.$`${process.execPath} scripts/data.ts make ip-geo/systems`
    .env({ ...process.env, HUB_DATA: join(work, "data") })
    .cwd(folder)
    .quiet();
  removeReplaced(folder);
  // Captured now, because the installed hub can't write to its own folder.
  await Bun.$`${process.execPath} core/capture-examples.ts`.cwd(folder).quiet();
  await Bun.$`${process.execPath} scripts/data.ts bundle`
    .env({ ...process.env, HUB_DATA: join(work, "data") })
    .cwd(folder);
  // The steps before run on this machine. Its packages are then replaced by those of another architecture.
  if (architecture === own) cpSync(process.execPath, join(folder, "bin/bun"));
  else {
    rmSync(join(folder, "node_modules"), { recursive: true });
    await installPackages(folder, architecture);
    removeReplaced(folder);
    const { bun } = architectures[architecture];
    await Bun.$`npm pack --silent --pack-destination ${work} ${bun}@${Bun.version}`.quiet();
    await Bun.$`tar -xzf ${work}/${bun.slice(1).replace("/", "-")}-${Bun.version}.tgz -C ${work} package/bin/bun`;
    renameSync(join(work, "package/bin/bun"), join(folder, "bin/bun"));
  }
  chmodSync(join(folder, "bin/bun"), 0o755);
}

async function installPackages(folder: string, name: keyof typeof architectures): Promise<void> {
  const install = [process.execPath, "install", "--frozen-lockfile", "--production", "--silent"];
  // Copied, because pruning would change linked files in the package cache too.
  await Bun.$`${install} --backend=copyfile --os linux --cpu ${architectures[name].cpu}`
    .cwd(folder)
    .quiet();
  await Bun.$`${process.execPath} scripts/prune.ts`.cwd(folder).quiet();
}

/** Removes what the package replaces: Chromium by Debian's, which it recommends, and lists by a file made from them. */
function removeReplaced(folder: string): void {
  const replaced = [
    "@sparticuz+chromium@*/node_modules/@sparticuz/chromium/bin/*",
    "@ip-location-db+asn@*/node_modules/@ip-location-db/asn/*.csv",
  ];
  const packages = join(folder, "node_modules/.bun");
  for (const pattern of replaced)
    for (const path of new Bun.Glob(pattern).scanSync(packages)) rmSync(join(packages, path));
}

async function installDocumentation(folder: string): Promise<void> {
  for (const name of ["CHANGELOG.md", "SECURITY.md", "docs/OPERATING.md", "docs/INSTALLING.md"])
    await Bun.write(
      join(folder, `${basename(name)}.gz`),
      Bun.gzipSync(readFileSync(join(root, name)), { level: 9 }),
    );
  installFile("NOTICE", join(folder, "NOTICE"));
  installFile("LICENSE", join(folder, "copyright"));
}

/** Writes the control files of dpkg: description, configuration files and maintainer scripts. */
async function describe(tree: string): Promise<void> {
  const folder = join(tree, "DEBIAN");
  for (const name of ["postinst", "prerm", "postrm"])
    installFile(`ops/debian/${name}`, join(folder, name), 0o755);
  await Bun.write(join(folder, "conffiles"), "/etc/utilhub/utilhub.env\n");
  const sbom = join(tree, "usr/share/doc/utilhub/sbom.cdx.json");
  await Bun.$`${process.execPath} ${root}/scripts/sbom.ts ${tree}/usr/lib/utilhub > ${sbom}`;
  const size = (await Bun.$`du -sk --exclude=DEBIAN ${tree}`.text()).split("\t")[0] ?? "";
  const control = readFileSync(join(recipe, "control"), "utf8")
    .replace("@version@", version)
    .replace("@architecture@", architecture)
    .replace("@size@", size);
  await Bun.write(join(folder, "control"), control);
}

function installFile(from: string, to: string, mode = 0o644): void {
  mkdirSync(join(to, ".."), { recursive: true });
  cpSync(join(root, from), to);
  chmodSync(to, mode);
}
