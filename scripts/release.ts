/**
 * Builds everything that a release has, in a folder: `bun run release [FOLDER]`. The npm package, packages for Debian on
 * amd64 and arm64, both images (with buildah), the SBOM and the checksums. Then upgrades a data folder of 0.1.0 and goes
 * back. Ends with 1 if a step fails or a file is larger than its limit.
 */
import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { $ } from "bun";
import { version } from "../package.json";
import { exitOnHelp } from "./help.ts";

exitOnHelp(`Usage: bun run release [FOLDER]
  build all packages and images of this version with SBOM and checksums in FOLDER (default dist), and
  upgrade a data folder of 0.1.0. Needs npm and dpkg-deb, for images buildah and their base images`);
const root = join(import.meta.dir, "..");
const out = resolve(process.argv[2] ?? "dist");
const bun = process.execPath;
/** The largest sizes in MB. */
const limits: Readonly<Record<string, number>> = {
  [`utilhub_${version}_amd64.deb`]: 250,
  [`utilhub_${version}_arm64.deb`]: 250,
  "image hub": 1200,
  "image slim": 650,
};
const rows: { step: string; result: string; held: boolean | undefined }[] = [];

mkdirSync(out, { recursive: true });
await run("npm package", () => $`npm pack --silent --ignore-scripts --pack-destination ${out}`);
for (const name of ["amd64", "arm64"])
  await run(`Debian package, ${name}`, () => $`${bun} scripts/deb.ts ${out} ${name}`);
await run("arm64 starts", startArm64);
await run("SBOM", () => $`${bun} scripts/sbom.ts > ${join(out, `utilhub-${version}.cdx.json`)}`);
for (const target of ["slim", "hub"]) await run(`image ${target}`, () => buildImage(target));
await run("upgrade from 0.1.0", () => $`${bun} scripts/lab/upgrade.ts`);
for (const name of readdirSync(out)) checkSize(name, statSync(join(out, name)).size);
await run("checksums", () => $`sha256sum utilhub* > SHA256SUMS`.cwd(out));

console.log("| release | passed | result |\n|---|---|---|");
for (const { step, result, held } of rows)
  console.log(
    `| ${step} | ${held === undefined ? "not tried" : held ? "yes" : "NO"} | ${result} |`,
  );
process.exit(rows.some(({ held }) => held === false) ? 1 : 0);

/** Runs a step. A step that returns a text wasn't tried, for that reason. */
async function run(step: string, work: () => PromiseLike<unknown>): Promise<void> {
  console.error(`${step} …`);
  try {
    const reason = await work();
    if (typeof reason === "string") rows.push({ step, result: reason, held: undefined });
    else rows.push({ step, result: "", held: true });
  } catch (error) {
    const { stderr = "" } = error as { stderr?: Buffer | string };
    const text = `${(error as Error).message} ${stderr.toString().slice(-300)}`;
    rows.push({ step, result: text.replaceAll(/\s+/g, " "), held: false });
  }
}

/** Prints the version of the packaged runtime of arm64, by QEMU on other machines. */
async function startArm64(): Promise<string | undefined> {
  const emulator = ["qemu-aarch64-static", "qemu-aarch64"].find((name) => Bun.which(name));
  if (process.arch !== "arm64" && !emulator) return "it needs qemu-user";
  const folder = join(out, "arm64");
  try {
    await $`dpkg-deb -x ${join(out, `utilhub_${version}_arm64.deb`)} ${folder}`;
    // The libraries of libc6 for arm64, as qemu-user finds them.
    const prefix = process.env.QEMU_LD_PREFIX ?? "/usr/aarch64-linux-gnu";
    const command = process.arch === "arm64" ? [] : [emulator ?? "", "-L", prefix];
    await $`${command} usr/lib/utilhub/bin/bun --version`.cwd(folder).quiet();
    return undefined;
  } finally {
    await $`rm -rf ${folder}`;
  }
}

/** Builds an image, and writes it as an OCI archive, which `docker load` and `podman load` read. */
async function buildImage(target: string): Promise<string | undefined> {
  if (!Bun.which("buildah")) return "it needs buildah";
  const tag = target === "hub" ? version : `${version}-${target}`;
  const file = join(out, `utilhub-${tag}.oci.tar`);
  await $`buildah bud --layers --target ${target} --tag utilhub:${tag} ${root}`.quiet();
  await $`buildah push utilhub:${tag} oci-archive:${file}`.quiet();
  // Its size on the disk, as "775 MB": the archive is compressed.
  const format = "{{.Size}}";
  const size = await $`buildah images --noheading --format ${format} utilhub:${tag}`.text();
  const [amount = "", unit] = size.trim().split(" ");
  checkSize(`image ${target}`, Number(amount) * (unit === "GB" ? 1e9 : 1e6));
  return undefined;
}

function checkSize(name: string, bytes: number): void {
  const size = bytes / 1e6;
  const max = limits[name];
  const limit = max === undefined ? "" : ` (at most ${max} MB)`;
  rows.push({ step: name, result: `${size.toFixed(1)} MB${limit}`, held: size <= (max ?? size) });
}
