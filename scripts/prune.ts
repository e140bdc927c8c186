/**
 * Removes from the installed packages what nothing here reads: source maps, and of packages with much
 * that is not used all but what a workspace's `package.json` names under `keep`, where a pattern after
 * an exclamation mark takes away. `prepare` runs it after each install by Bun: it loads no package.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Rules = ReadonlyMap<string, readonly string[]>;

/** What stays of every package: what it is, and its terms. */
const always = /^package\.json$|licen[cs]e|^(copying|notice|modifications)/i;

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

/** Goes over the packages once for each set of rules and of packages: a later start finds its mark. */
function prune(folder: string, rules: Rules): void {
  const entries = readdirSync(folder).filter((name) => name.includes("@", 1));
  const mark = Bun.hash(JSON.stringify([[...rules], entries.sort()])).toString();
  const file = join(folder, ".pruned");
  if (existsSync(file) && readFileSync(file, "utf8") === mark) return;
  for (const entry of entries) {
    // "@scope+name@1.0.0" is the folder of "@scope/name".
    const name = entry.slice(0, entry.indexOf("@", 1)).replace("+", "/");
    const home = join(folder, entry, "node_modules", name);
    if (existsSync(home)) pruneOne(home, patternsFor(name, rules));
  }
  writeFileSync(file, mark);
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
    if (!stays || path.endsWith(".map")) rmSync(join(home, path), { force: true });
  }
}
