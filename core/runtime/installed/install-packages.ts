import { existsSync, readFileSync, rmSync } from "node:fs";
import { installCommand, readPackageJson, run } from "./fetch-package.ts";

/**
 * Installs what a package needs into its own folder. Throws where it names anything but versions of
 * the registry: a path would bring files of this machine into a folder that the plugin may read.
 */
export async function installPackages(dir: string): Promise<void> {
  const described = readPackageJson(dir);
  const needed = ["dependencies", "optionalDependencies", "peerDependencies"].flatMap((field) =>
    Object.entries(Object(described[field])),
  );
  if (needed.some(([name]) => name === "hub"))
    throw new Error(
      'Its package.json needs "hub", which is there anyhow: name it in devDependencies',
    );
  for (const [name, range] of needed)
    if (!isOfRegistry(range))
      throw new Error(
        `Its package.json needs "${name}" as ${JSON.stringify(range)}, which is no version of the registry`,
      );
  for (const field of ["workspaces", "overrides", "resolutions", "patchedDependencies", "catalog"])
    if (described[field] !== undefined)
      throw new Error(`Its package.json has "${field}", which is not taken`);
  if (existsSync(`${dir}/bun.lock`) && !isSoundLock(readFileSync(`${dir}/bun.lock`, "utf8")))
    rmSync(`${dir}/bun.lock`);
  rmSync(`${dir}/bun.lockb`, { force: true });
  if (needed.length === 0) return;
  await run([process.execPath, ...installCommand], {
    cwd: dir,
    what: "Cannot install its packages",
  });
}

/** A range, a tag, or either of another name: never a path, an address or a repository. */
function isOfRegistry(range: unknown): boolean {
  if (typeof range !== "string") return false;
  const plain = range.replace(/^npm:(?:@[\w.-]+\/)?[\w.-]+@/, "");
  return /^[\w.^~<>=|* +-]*$/.test(plain);
}

/** Whether a lock file names versions of the registry alone. One that does not is not followed. */
function isSoundLock(text: string): boolean {
  // Its packages are lists whose first item is `name@version`, or `name@link:../there`.
  return [...text.matchAll(/\[\s*"(?:@[^"@]+)?[^"@]*@([^"]*)"/g)].every(([, version = ""]) =>
    /^[\w.+-]*$/.test(version),
  );
}
