import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = `${import.meta.dir}/../../..`;
/** Number of largest packages to list. */
const shown = 10;

/** Measures the disk size of an installation of the last commit, and of the packages for npm and dpkg. */
export async function benchSize(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "utilhub-size-"));
  try {
    await Bun.$`git clone -q ${root} ${folder}/hub`;
    const home = join(folder, "hub");
    await install(home);
    const whole = await megabytes(join(home, "node_modules"));
    await Bun.$`${process.execPath} scripts/prune.ts`.cwd(home).quiet();
    const packages = join(home, "node_modules/.bun");
    // Removed by the Dockerfile too.
    await Bun.$`rm -r ${packages}/@sparticuz+chromium@*/node_modules/@sparticuz/chromium/bin ${packages}/@ip-location-db+asn@*/node_modules/@ip-location-db/asn/*.csv`;
    const sizes = await Promise.all(
      readdirSync(packages).map(async (name) => ({
        name: name.replace("+", "/").replace(/\+.*/, ""),
        size: await megabytes(join(packages, name)),
      })),
    );
    const largest = sizes.sort((a, b) => b.size - a.size).slice(0, shown);
    await Bun.$`npm pack --silent --ignore-scripts --pack-destination ${folder}`.cwd(home).quiet();
    await Bun.$`${process.execPath} ${home}/scripts/deb.ts ${folder}`.quiet();
    const [tgz = "", deb = ""] = [".tgz", ".deb"].map((end) =>
      readdirSync(folder).find((name) => name.endsWith(end)),
    );
    return {
      "packages as installed for production (at most 900 MB)": `${whole} MB`,
      "packages in the image (at most 480 MB)": `${await megabytes(join(home, "node_modules"))} MB`,
      "largest packages": largest.map(({ name, size }) => `${name} ${size}`).join(", "),
      "npm package": `${await megabytes(join(folder, tgz))} MB`,
      "Debian package": `${await megabytes(join(folder, deb))} MB`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies files, because links into Bun's cache take no space of their own. */
async function install(home: string): Promise<void> {
  const wanted = ["--frozen-lockfile", "--production", "--backend=copyfile"];
  await Bun.$`${process.execPath} install ${wanted}`.cwd(home).quiet();
}

/** Returns the disk usage in whole blocks. */
async function megabytes(path: string): Promise<number> {
  return Number.parseInt(await Bun.$`du -sm ${path}`.text(), 10);
}
