// Runs mutation tests: changes one thing at a time in the code, and checks that a test fails. A surviving mutant shows
// untested behaviour. Some survive rightly, for example a changed figure that only saves time.
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseSync } from "oxc-parser";
import { exitOnHelp } from "../help.ts";

const usage = `Usage: bun run mutate FOLDER [--most N] [--tests PATH,…] [--seed N]

  FOLDER    the sources to change. For each file its own test runs first, then all tests of the folder
  --most    maximum number of mutants, chosen at random; default 60
  --tests   additional tests for surviving mutants
  --seed    seed of the random choice; default 1`;

/** A change of a source file: a range of its text, and the replacement. */
interface Mutant {
  start: number;
  end: number;
  text: string;
  /** The kind of change, in one word. */
  kind: string;
}

const root = join(import.meta.dir, "../..");

async function main(args: readonly string[]): Promise<number> {
  const option = (name: string) => args[args.indexOf(`--${name}`) + 1] ?? "";
  const has = (name: string) => args.includes(`--${name}`);
  const [folder] = args;
  if (!folder || folder.startsWith("-")) {
    console.log(usage);
    return 1;
  }
  const most = has("most") ? Number(option("most")) : 60;
  const random = seeded(has("seed") ? Number(option("seed")) : 1);
  const further = has("tests") ? option("tests").split(",") : [];
  const found = await findMutants(folder);
  const drawn = found.toSorted(() => random() - 0.5).slice(0, most);
  const copy = copyRepository();
  // The tests run in a separate process group, which Ctrl+C in the terminal doesn't reach.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  try {
    const limits: Record<string, number> = {};
    let killed = 0;
    for (const { file, source, mutant } of drawn) {
      const steps = [findTestsFor(file), [folder], further].filter(({ length }) => length > 0);
      for (const tests of steps) limits[tests.join()] ??= await measureTimeLimit(copy, tests);
      await Bun.write(join(copy, file), apply(source, mutant));
      let isDead = false;
      for (const tests of steps) isDead ||= await fails(copy, tests, limits[tests.join()] ?? 0);
      await Bun.write(join(copy, file), source);
      if (isDead) killed++;
      if (isDead) process.stderr.write(".");
      else console.log(`\n${describe(file, source, mutant)}`);
    }
    // If packages changed meanwhile, tests fail with any code, and the run proves nothing.
    for (const tests of Object.keys(limits)) await measureTimeLimit(copy, tests.split(","));
    console.log(
      `\n${folder}: ${killed} of ${drawn.length} killed (${Math.round((100 * killed) / drawn.length)} %), of ${found.length} in total`,
    );
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return 0;
}

function findTestsFor(file: string): string[] {
  return [".test.ts", ".serial.test.ts"]
    .map((ending) => file.replace(/\.ts$/, ending))
    .filter((path) => existsSync(join(root, path)));
}

async function findMutants(folder: string) {
  const files = [...new Bun.Glob("**/*.ts").scanSync({ cwd: join(root, folder) })]
    .filter((file) => !/\.(test|fixture)\.ts$|fixtures|node_modules/.test(file))
    .sort();
  const lists = files.map(async (name) => {
    const file = join(folder, name);
    const source = await Bun.file(join(root, file)).text();
    return createMutants(file, source).map((mutant) => ({ file, source, mutant }));
  });
  return (await Promise.all(lists)).flat();
}

const operators: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "&&": "||",
  "||": "&&",
  "??": "&&",
  "&": "|",
  "|": "&",
  "<<": ">>",
  ">>": "<<",
};

const methods: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  startsWith: "endsWith",
  endsWith: "startsWith",
};

// biome-ignore lint/suspicious/noExplicitAny: nodes of all kinds in a syntax tree
type Node = any;

/** Returns all mutants of a source file. */
export function createMutants(file: string, source: string): Mutant[] {
  const found: Mutant[] = [];
  const add = ({ start, end }: Node, text: string, kind: string) =>
    found.push({ start, end, text, kind });
  const text = ({ start, end }: Node) => source.slice(start, end);

  function visit(node: Node): void {
    if (!node || typeof node !== "object") return;
    if (Array.isArray(node)) {
      for (const item of node) visit(item);
      return;
    }
    // Types aren't executed, nor are imports.
    if (typeof node.type === "string" && /^(TS|Import)/.test(node.type) && !node.expression) return;
    mutate(node);
    for (const [key, value] of Object.entries(node)) if (key !== "parent") visit(value);
  }

  function mutate(node: Node): void {
    switch (node.type) {
      case "BinaryExpression":
      case "LogicalExpression": {
        const other = operators[node.operator];
        if (!other) return;
        const at = source.indexOf(node.operator, node.left.end);
        if (at < node.right.start)
          add({ start: at, end: at + node.operator.length }, other, node.operator);
        return;
      }
      case "UnaryExpression":
        if (node.operator === "!") add(node, text(node.argument), "not");
        return;
      case "ConditionalExpression":
        add(node.test, `!(${text(node.test)})`, "condition");
        return;
      case "IfStatement":
        add(node.test, `!(${text(node.test)})`, "condition");
        return;
      case "Literal":
        if (typeof node.value === "number") add(node, `(${node.raw} + 1)`, "number");
        if (typeof node.value === "boolean") add(node, String(!node.value), "boolean");
        return;
      case "ExpressionStatement":
        if (/^(Call|Await|Assignment|Update)/.test(node.expression?.type))
          add(node, ";", "statement");
        return;
      case "CallExpression": {
        const name = node.callee?.property?.name;
        if (methods[name]) add(node.callee.property, methods[name], name);
        return;
      }
    }
  }

  visit(parseSync(file, source).program);
  return found;
}

/** Returns the source with the mutant's change. */
export function apply(source: string, { start, end, text }: Mutant): string {
  return source.slice(0, start) + text + source.slice(end);
}

function describe(file: string, source: string, mutant: Mutant): string {
  const line = source.slice(0, mutant.start).split("\n").length;
  const before = source.slice(mutant.start, mutant.end).split("\n")[0];
  return `${file}:${line} survives: ${mutant.kind}: ${before} -> ${mutant.text.split("\n")[0]}`;
}

function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), "utilhub-mutants-"));
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => path !== join(root, "data") && !/\/(node_modules|\.git|\.look)$/.test(path),
  });
  const packages = new Bun.Glob("plugins/*/package.json").scanSync(root);
  for (const folder of [".", "core", ...[...packages].map(dirname)]) {
    const modules = join(root, folder, "node_modules");
    if (existsSync(modules)) symlinkSync(modules, join(copy, folder, "node_modules"));
  }
  return copy;
}

/**
 * Returns the time limit of these tests with a mutant, in milliseconds: five times their time without one, in case a
 * mutant loops.
 */
async function measureTimeLimit(cwd: string, tests: readonly string[]): Promise<number> {
  const start = performance.now();
  if (await fails(cwd, tests, 600_000))
    throw new Error(`Cannot test mutants with ${tests.join(", ")}: it fails without a mutant`);
  return Math.ceil(Math.max(10_000, 5 * (performance.now() - start)));
}

/** Returns true if these tests fail or exceed the time limit. Their child processes are killed at the end. */
export async function fails(
  cwd: string,
  tests: readonly string[],
  timeout: number,
): Promise<boolean> {
  const child = Bun.spawn([process.execPath, "test", "--bail", "--timeout", "20000", ...tests], {
    cwd,
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  });
  const end = () => endGroup(child.pid);
  const timer = setTimeout(end, timeout);
  process.once("exit", end);
  try {
    return (await child.exited) !== 0;
  } finally {
    clearTimeout(timer);
    process.off("exit", end);
    end();
  }
}

/** Kills all processes of a group. */
function endGroup(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** Returns a seeded random function (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

if (import.meta.main) {
  exitOnHelp(usage);
  process.exit(await main(process.argv.slice(2)));
}
