/**
 * Makes a package for Debian and Ubuntu of this checkout, with Bun and all it needs inside:
 * `bun run deb [FOLDER]`. It takes npm and dpkg-deb, and is for machines of this machine's kind.
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

exitOnHelp(`Usage: bun run deb [FOLDER]
  makes a package for Debian and Ubuntu of this checkout, in FOLDER (default .)`);
const root = join(import.meta.dir, "..");
const recipe = join(root, "ops/debian");
const out = resolve(process.argv[2] ?? ".");
const architecture = { x64: "amd64", arm64: "arm64" }[process.arch as string];
if (architecture === undefined || process.platform !== "linux")
  throw new Error(`There is no package for ${process.platform} on ${process.arch}`);

const work = mkdtempSync(join(tmpdir(), "utilhub-deb-"));
try {
  const tree = join(work, "tree");
  await installHub(join(tree, "usr/lib/utilhub"));
  await installDocumentation(join(tree, "usr/share/doc/utilhub"));
  place("ops/utilhub.service", join(tree, "usr/lib/systemd/system/utilhub.service"));
  place("ops/debian/utilhub.env", join(tree, "etc/utilhub/utilhub.env"));
  place("ops/debian/utilhub", join(tree, "usr/bin/utilhub"), 0o755);
  await describe(tree);
  const file = join(out, `utilhub_${version}_${architecture}.deb`);
  mkdirSync(out, { recursive: true });
  await Bun.$`dpkg-deb --root-owner-group -Zzstd --build ${tree} ${file}`.quiet();
  console.log(`Made ${file}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The files of npm's package, what they need, and the Bun that all of it is tested with. */
async function installHub(folder: string): Promise<void> {
  await Bun.$`npm pack --silent --ignore-scripts --pack-destination ${work}`.cwd(root).quiet();
  await Bun.$`tar -xzf ${join(work, `utilhub-${version}.tgz`)} -C ${work}`;
  mkdirSync(join(folder, ".."), { recursive: true });
  renameSync(join(work, "package"), folder);
  const install = [process.execPath, "install", "--frozen-lockfile", "--production", "--silent"];
  // Copied, as a link into the cache of packages would share what is changed.
  await Bun.$`${install} --backend=copyfile`.cwd(folder).quiet();
  await Bun.$`${process.execPath} scripts/prune.ts`.cwd(folder).quiet();
  // Nobody may write there later, so that a hub could not keep what it captured.
  await Bun.$`${process.execPath} core/capture-examples.ts`.cwd(folder).quiet();
  cpSync(process.execPath, join(folder, "bin/bun"));
  chmodSync(join(folder, "bin/bun"), 0o755);
}

async function installDocumentation(folder: string): Promise<void> {
  for (const name of ["CHANGELOG.md", "SECURITY.md", "docs/OPERATING.md", "docs/INSTALLING.md"])
    await Bun.write(
      join(folder, `${basename(name)}.gz`),
      Bun.gzipSync(readFileSync(join(root, name)), { level: 9 }),
    );
  place("NOTICE", join(folder, "NOTICE"));
  place("LICENSE", join(folder, "copyright"));
}

/** What dpkg reads: the package, which files are settings, and what is done around an installation. */
async function describe(tree: string): Promise<void> {
  const folder = join(tree, "DEBIAN");
  for (const name of ["postinst", "prerm", "postrm"])
    place(`ops/debian/${name}`, join(folder, name), 0o755);
  await Bun.write(join(folder, "conffiles"), "/etc/utilhub/utilhub.env\n");
  const sbom = join(tree, "usr/share/doc/utilhub/sbom.cdx.json");
  await Bun.$`${process.execPath} ${root}/scripts/sbom.ts ${tree}/usr/lib/utilhub > ${sbom}`;
  const size = (await Bun.$`du -sk --exclude=DEBIAN ${tree}`.text()).split("\t")[0] ?? "";
  const control = readFileSync(join(recipe, "control"), "utf8")
    .replace("@version@", version)
    .replace("@architecture@", architecture ?? "")
    .replace("@size@", size);
  await Bun.write(join(folder, "control"), control);
}

function place(from: string, to: string, mode = 0o644): void {
  mkdirSync(join(to, ".."), { recursive: true });
  cpSync(join(root, from), to);
  chmodSync(to, mode);
}
