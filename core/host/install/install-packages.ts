import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { readPackageJson } from "./package-json.ts";
import { run } from "./run-program.ts";

/** The fields of package.json that name what a package cannot do without. */
const needs = ["dependencies", "optionalDependencies", "peerDependencies"] as const;

/** What would have other packages installed than those that are named. */
const notTaken = [
  "workspaces",
  "overrides",
  "resolutions",
  "patchedDependencies",
  "catalog",
  "catalogs",
];

/** None of their scripts is run, and no file is shared with Bun's cache. */
const command: readonly string[] = [
  process.execPath,
  "install",
  "--ignore-scripts",
  "--production",
  "--linker=hoisted",
  "--backend=copyfile",
  "--silent",
];

/** Installs what a package needs into its own folder. Throws where that is not in the registry alone. */
export async function installPackages(dir: string, staging: string): Promise<void> {
  const described = readPackageJson(dir);
  for (const field of notTaken)
    if (described[field] !== undefined)
      throw new Error(`Its package.json has "${field}", which is not taken`);
  const needed = Object.fromEntries(needs.map((field) => [field, checkRanges(described[field])]));
  if (Object.values(needed).every((ranges) => Object.keys(ranges).length === 0)) return;
  const project = `${staging}/packages`;
  mkdirSync(project);
  const lock = `${dir}/bun.lock`;
  // One that names other places is not followed: it says where to fetch from.
  if (existsSync(lock) && placesIn(lock).every(({ place }) => place === ""))
    copyFileSync(lock, `${project}/bun.lock`);
  await installInto(project, needed, "Cannot install its packages");
  if (existsSync(`${project}/node_modules`))
    renameSync(`${project}/node_modules`, `${dir}/node_modules`);
  rmSync(project, { recursive: true });
}

/**
 * Installs packages of the registry below a folder that is there for nothing else. What they need is
 * told before any of it is copied: Bun would follow a path that one of them names, and bring files of
 * this machine into a folder that a plugin reads.
 */
export async function installInto(
  project: string,
  needed: Readonly<Record<string, Readonly<Record<string, string>>>>,
  what: string,
): Promise<void> {
  await Bun.write(`${project}/package.json`, JSON.stringify(needed));
  await run([...command, "--lockfile-only"], { cwd: project, what });
  const lock = `${project}/bun.lock`;
  for (const { id } of existsSync(lock) ? placesIn(lock) : [])
    if (!/^(@[\w.-]+\/)?[\w.-]+@\d[\w.+-]*$/.test(id))
      throw new Error(`${what}: "${id}" is not a version of a package of the registry`);
  await run([...command, "--frozen-lockfile"], { cwd: project, what });
}

/** The packages of a lock file, and where each is fetched from: "" is the registry. */
function placesIn(lock: string): { id: string; place: string }[] {
  const { packages } = Object(Bun.JSONC.parse(readFileSync(lock, "utf8")));
  return Object.values<unknown>(Object(packages)).map((entry) => {
    const [id, place] = Array.isArray(entry) ? entry : [];
    return { id: String(id), place: String(place) };
  });
}

function checkRanges(field: unknown): Record<string, string> {
  const ranges = Object.entries<unknown>(Object(field));
  for (const [name, range] of ranges) {
    if (name === "hub")
      throw new Error(
        'Its package.json needs "hub", which is there anyhow: name it in devDependencies',
      );
    if (typeof range !== "string" || !isOfRegistry(range))
      throw new Error(
        `Its package.json needs "${name}" as ${JSON.stringify(range)}, which is no version of the registry`,
      );
  }
  return Object.fromEntries(ranges) as Record<string, string>;
}

/** A range, a tag, or either of another name: never a path, an address or a repository. */
function isOfRegistry(range: string): boolean {
  const plain = range.replace(/^npm:(?:@[\w.-]+\/)?[\w.-]+@/, "");
  return /^[\w.^~<>=|* +-]*$/.test(plain) && !plain.startsWith(".");
}
