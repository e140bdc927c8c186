/**
 * Removes from the installed packages what nothing here reads: source maps, and of packages with much
 * that is not used all but what a workspace's `package.json` names under `keep`, where a pattern after
 * an exclamation mark takes away. Data that comes as a program, as it names under `data`, is written anew
 * as JSON in a program, which is read in a third of the time. Modules that a start reads in hundreds of
 * small files are written anew, as it names their entries under `bundle`, with all that these import of
 * their package. `prepare` runs it after each install by Bun.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exitOnHelp } from "./help.ts";

type Rules = ReadonlyMap<string, readonly string[]>;
type Kind = "keep" | "data" | "bundle";

/** What stays of every package: what it is, and its terms. */
const always = /^package\.json$|licen[cs]e|^(copying|notice|modifications)/i;

exitOnHelp(
  "Usage: bun scripts/prune.ts [FOLDER]\n  removes what nothing reads from the installed packages",
);
const root = process.argv[2] ?? join(import.meta.dir, "..");
const store = join(root, "node_modules/.bun");
if (existsSync(store))
  await prune(store, {
    keep: readRules(root, "keep"),
    data: readRules(root, "data"),
    bundle: readRules(root, "bundle"),
  });

function readRules(folder: string, kind: Kind): Rules {
  const rules = new Map<string, readonly string[]>();
  const plugins = new Bun.Glob("plugins/*/package.json").scanSync(folder);
  for (const file of ["core/package.json", ...plugins]) {
    const { [kind]: own = {} } = JSON.parse(readFileSync(join(folder, file), "utf8"));
    for (const [name, patterns] of Object.entries<string[]>(own))
      rules.set(name, [...(rules.get(name) ?? []), ...patterns]);
  }
  return rules;
}

/** Goes over the packages once for each set of rules and of packages: a later start finds its mark. */
async function prune(folder: string, rules: Readonly<Record<Kind, Rules>>): Promise<void> {
  const { keep, data, bundle } = rules;
  const entries = readdirSync(folder).filter((name) => name.includes("@", 1));
  const mark = Bun.hash(
    JSON.stringify([[...keep], [...data], [...bundle], entries.sort()]),
  ).toString();
  const file = join(folder, ".pruned");
  if (existsSync(file) && readFileSync(file, "utf8") === mark) return;
  for (const entry of entries) {
    // "@scope+name@1.0.0" is the folder of "@scope/name".
    const name = entry.slice(0, entry.indexOf("@", 1)).replace("+", "/");
    const home = join(folder, entry, "node_modules", name);
    if (!existsSync(home)) continue;
    pruneOne(home, patternsFor(name, keep));
    for (const path of data.get(name) ?? []) await writeAsJson(join(home, path));
    const entryPoints = bundle.get(name) ?? [];
    if (entryPoints.length > 0) await bundleEntries(home, entryPoints);
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

/**
 * Writes entries of a package anew, each with what it alone imports of the package, and what several
 * import once beside them: before them, so that one that is cut off leaves nothing that lacks a part.
 */
async function bundleEntries(home: string, entries: readonly string[]): Promise<void> {
  const { outputs } = await Bun.build({
    entrypoints: entries.map((entry) => join(home, entry)),
    root: home,
    target: "bun",
    packages: "external",
    splitting: true,
    minify: { whitespace: true, syntax: true },
    naming: { entry: "[dir]/[name].[ext]", chunk: "bundled-[hash].mjs" },
  });
  const isEntry = ({ kind }: Bun.BuildArtifact) => kind === "entry-point";
  for (const chunk of outputs.filter((output) => !isEntry(output)))
    replaceFile(join(home, chunk.path), await chunk.text());
  for (const [index, output] of outputs.filter(isEntry).entries())
    replaceFile(join(home, entries[index]!), await output.text());
  // Parts of what was bundled before, which has now been bundled once more.
  const parts = new Set(outputs.map(({ path }) => join(home, path)));
  for (const part of new Bun.Glob("bundled-*.mjs").scanSync({ cwd: home, absolute: true }))
    if (!parts.has(part)) rmSync(part);
}

/** Writes what a module exports anew, below the same terms. */
async function writeAsJson(file: string): Promise<void> {
  const [terms = ""] = /^\/\*.*?\*\//s.exec(readFileSync(file, "utf8")) ?? [];
  const lines = Object.entries(await import(file)).map(([name, value]) => {
    const json = JSON.stringify(JSON.stringify(value));
    return `export const ${name} = JSON.parse(${json});`;
  });
  replaceFile(file, `${[terms, "// Written anew as JSON.", ...lines].join("\n")}\n`);
}

/** Puts a new file in the place of one, which is the installer's cache's, too. */
function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
