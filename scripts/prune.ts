/**
 * Removes files that nothing reads from the installed packages: all files that a workspace's `package.json`
 * doesn't list under `keep` for a package, source maps, type declarations and documentation. A pattern after
 * an exclamation mark excludes files. Builds of the image and the Debian package run it after the install.
 *
 * With `--installed`, it follows every `bun install`: in an installation for production, it removes only
 * what `keep` doesn't list, since authors of plugins read type declarations.
 */
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exitOnHelp } from "./help.ts";

type Rules = ReadonlyMap<string, readonly string[]>;

/** Files that every package keeps: its manifest and its licence. */
const always = /^package\.json$|licen[cs]e|^(copying|notice|modifications)/i;

/** Files that only people, compilers and debuggers read. */
const never = /\.map$|\.d\.[cm]?ts$|\.md$/;

if (import.meta.main) {
  exitOnHelp(
    "Usage: bun scripts/prune.ts [--installed] [FOLDER]\n  remove unused files from the installed packages; with --installed only after an installation for production",
  );
  const [root = join(import.meta.dir, "..")] = process.argv
    .slice(2)
    .filter((one) => !one.startsWith("--"));
  if (process.argv.includes("--installed")) pruneInstalled(root);
  else prune(root);
}

/** Prunes an installation for production. Installs again if packages for development were added to it. */
function pruneInstalled(root: string): void {
  const marker = join(root, "node_modules/.pruned");
  if (!hasDevelopmentPackages(root)) {
    prune(root, { keepsTypes: true });
    if (existsSync(join(root, "node_modules"))) writeFileSync(marker, "");
  } else if (existsSync(marker)) {
    rmSync(join(root, "node_modules"), { recursive: true });
    const install = [process.execPath, "install", "--frozen-lockfile", "--silent"];
    process.exitCode = Bun.spawnSync(install, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
    }).exitCode;
  }
}

function hasDevelopmentPackages(root: string): boolean {
  const { devDependencies = {} } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Object.keys(devDependencies).some((name) => existsSync(join(root, "node_modules", name)));
}

function prune(root: string, options: { keepsTypes?: boolean } = {}): void {
  const folder = join(root, "node_modules/.bun");
  if (!existsSync(folder)) return;
  const rules = readRules(root);
  for (const entry of readdirSync(folder).filter((name) => name.includes("@", 1))) {
    const home = join(folder, entry, "node_modules", findName(entry));
    if (!existsSync(home)) continue;
    const isKept = findKept(findName(entry), rules, options);
    for (const path of new Bun.Glob("**").scanSync({ cwd: home, dot: true }))
      if (!isKept(path)) rmSync(join(home, path), { force: true });
    removeEmptyFolders(home);
  }
}

/** Returns the name of the package in a folder: "@scope+name@1.0.0" is the folder of "@scope/name". */
export function findName(entry: string): string {
  return entry.slice(0, entry.indexOf("@", 1)).replace("+", "/");
}

/** Reads the files to keep, by package. */
export function readRules(root: string): Rules {
  const rules = new Map<string, readonly string[]>();
  const plugins = new Bun.Glob("plugins/*/package.json").scanSync(root);
  for (const file of ["core/package.json", ...plugins]) {
    const { keep = {} } = JSON.parse(readFileSync(join(root, file), "utf8"));
    for (const [name, patterns] of Object.entries<string[]>(keep))
      rules.set(name, [...(rules.get(name) ?? []), ...patterns]);
  }
  return rules;
}

/** Returns a test for the files of a package: whether they are kept. */
export function findKept(
  name: string,
  rules: Rules,
  { keepsTypes = false }: { keepsTypes?: boolean } = {},
): (path: string) => boolean {
  const found = [...rules].filter(([pattern]) => new Bun.Glob(pattern).match(name));
  const patterns = found.length > 0 ? found.flatMap(([, own]) => own) : ["**"];
  const isNamed = (path: string, named: readonly string[]) =>
    named.some((pattern) => new Bun.Glob(pattern).match(path));
  const kept = patterns.filter((pattern) => !pattern.startsWith("!"));
  const dropped = patterns.filter((pattern) => pattern.startsWith("!")).map((p) => p.slice(1));
  return (path) => {
    if (always.test(path)) return !/\.map$/.test(path);
    if (!keepsTypes && never.test(path)) return false;
    return isNamed(path, kept) && !isNamed(path, dropped);
  };
}

function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
