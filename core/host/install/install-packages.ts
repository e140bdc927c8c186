import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { readPackageJson } from "./package-json.ts";
import { run } from "./run-program.ts";

/** The fields of package.json that list dependencies. */
const dependencyFields = ["dependencies", "optionalDependencies", "peerDependencies"] as const;

/** Fields that change which packages are installed. They aren't allowed. */
const forbiddenFields = [
  "workspaces",
  "overrides",
  "resolutions",
  "patchedDependencies",
  "catalog",
  "catalogs",
];

/** The install command. It runs no scripts of packages and shares no files with Bun's cache. */
const command: readonly string[] = [
  process.execPath,
  "install",
  "--ignore-scripts",
  "--production",
  "--linker=hoisted",
  "--backend=copyfile",
  "--silent",
];

/** Installs the dependencies of a package into its folder. Throws if they aren't all in the registry. */
export async function installPackages(dir: string, staging: string): Promise<void> {
  const manifest = readPackageJson(dir);
  for (const field of forbiddenFields)
    if (manifest[field] !== undefined)
      throw new Error(`Its package.json has "${field}", which is not allowed`);
  const dependencies = Object.fromEntries(
    dependencyFields.map((field) => [field, checkRanges(manifest[field])]),
  );
  if (Object.values(dependencies).every((ranges) => Object.keys(ranges).length === 0)) return;
  const project = `${staging}/packages`;
  mkdirSync(project);
  const lock = `${dir}/bun.lock`;
  // A lock file with other download addresses is ignored.
  if (existsSync(lock) && listLockedPackages(lock).every(({ address }) => address === ""))
    copyFileSync(lock, `${project}/bun.lock`);
  await installInto(project, dependencies, "Cannot install its packages");
  if (existsSync(`${project}/node_modules`))
    renameSync(`${project}/node_modules`, `${dir}/node_modules`);
  rmSync(project, { recursive: true });
}

/**
 * Installs packages from the registry into an empty folder. The dependencies are resolved and checked before
 * any is downloaded. Otherwise Bun would follow a path in one of them, and copy files of this machine into a
 * folder that a plugin can read.
 */
export async function installInto(
  project: string,
  dependencies: Readonly<Record<string, Readonly<Record<string, string>>>>,
  what: string,
): Promise<void> {
  await Bun.write(`${project}/package.json`, JSON.stringify(dependencies));
  await run([...command, "--lockfile-only"], { cwd: project, what });
  const lock = `${project}/bun.lock`;
  for (const { id } of existsSync(lock) ? listLockedPackages(lock) : [])
    if (!/^(@[\w.-]+\/)?[\w.-]+@\d[\w.+-]*$/.test(id))
      throw new Error(`${what}: "${id}" is not a version of a package in the registry`);
  await run([...command, "--frozen-lockfile"], { cwd: project, what });
}

/** Returns the packages of a lock file with their download addresses. "" is the registry. */
function listLockedPackages(lock: string): { id: string; address: string }[] {
  const { packages } = Object(Bun.JSONC.parse(readFileSync(lock, "utf8")));
  return Object.values<unknown>(Object(packages)).map((entry) => {
    const [id, address] = Array.isArray(entry) ? entry : [];
    return { id: String(id), address: String(address) };
  });
}

function checkRanges(field: unknown): Record<string, string> {
  const ranges = Object.entries<unknown>(Object(field));
  for (const [name, range] of ranges) {
    if (name === "hub")
      throw new Error(
        'Its package.json needs "hub", which is always available: move it to devDependencies',
      );
    if (typeof range !== "string" || !isRegistryRange(range))
      throw new Error(
        `Its package.json needs "${name}" as ${JSON.stringify(range)}, which is not a version in the registry`,
      );
  }
  return Object.fromEntries(ranges) as Record<string, string>;
}

/**
 * Checks a version range: a range or a tag, also of an aliased package. Paths, URLs and repositories aren't
 * allowed.
 */
function isRegistryRange(range: string): boolean {
  const plain = range.replace(/^npm:(?:@[\w.-]+\/)?[\w.-]+@/, "");
  return /^[\w.^~<>=|* +-]*$/.test(plain) && !plain.startsWith(".");
}
