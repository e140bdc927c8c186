/**
 * Removes files that nothing reads from the installed packages: source maps, type declarations, and all
 * files that a workspace's `package.json` doesn't list under `keep` for a package. A pattern after an
 * exclamation mark excludes files. Builds of the image and the Debian package run it after the install.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { exitOnHelp } from "./help.ts";

type Rules = ReadonlyMap<string, readonly string[]>;

/** Files that every package keeps: its manifest and its licence. */
const always = /^package\.json$|licen[cs]e|^(copying|notice|modifications)/i;

/** Files that only compilers and debuggers read. */
const never = /\.map$|\.d\.[cm]?ts$/;

exitOnHelp(
  "Usage: bun scripts/prune.ts [FOLDER]\n  remove unused files from the installed packages",
);
const root = process.argv[2] ?? join(import.meta.dir, "..");
const store = join(root, "node_modules/.bun");
if (existsSync(store)) prune(store, readRules(root));

function readRules(folder: string): Rules {
  const rules = new Map<string, readonly string[]>();
  const plugins = new Bun.Glob("plugins/*/package.json").scanSync(folder);
  for (const file of ["core/package.json", ...plugins]) {
    const { keep = {} } = JSON.parse(readFileSync(join(folder, file), "utf8"));
    for (const [name, patterns] of Object.entries<string[]>(keep))
      rules.set(name, [...(rules.get(name) ?? []), ...patterns]);
  }
  return rules;
}

function prune(folder: string, rules: Rules): void {
  for (const entry of readdirSync(folder).filter((name) => name.includes("@", 1))) {
    // "@scope+name@1.0.0" is the folder of "@scope/name".
    const name = entry.slice(0, entry.indexOf("@", 1)).replace("+", "/");
    const home = join(folder, entry, "node_modules", name);
    if (existsSync(home)) pruneOne(home, patternsFor(name, rules));
  }
}

function patternsFor(name: string, rules: Rules): readonly string[] {
  const found = [...rules].filter(([pattern]) => new Bun.Glob(pattern).match(name));
  return found.length > 0 ? found.flatMap(([, patterns]) => patterns) : ["**"];
}

function pruneOne(home: string, patterns: readonly string[]): void {
  const isNamed = (path: string, named: readonly string[]) =>
    named.some((pattern) => new Bun.Glob(pattern).match(path));
  const kept = patterns.filter((pattern) => !pattern.startsWith("!"));
  const dropped = patterns.filter((pattern) => pattern.startsWith("!")).map((p) => p.slice(1));
  for (const path of new Bun.Glob("**").scanSync({ cwd: home, dot: true })) {
    const stays = always.test(path) || (isNamed(path, kept) && !isNamed(path, dropped));
    if (!stays || never.test(path)) rmSync(join(home, path), { force: true });
  }
}
