// Runs the tests and shows what a person wants to read: which files there are, all of what failed, and
// what was skipped for want of a program. `bun test` shows the rest, of the files that it is given.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

if (import.meta.main) process.exit(await run(process.argv.slice(2)));

async function run(files: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "utilhub-tests-"));
  const missing = join(folder, "missing");
  try {
    const options = ["--parallel=4", "--no-isolate", "--timeout", "30000"];
    const tests = Bun.spawn([process.execPath, "test", ...options, ...files], {
      cwd: `${import.meta.dir}/..`,
      env: {
        // What a hub logs is shown of a test that fails.
        HUB_LOG: "text",
        // Engines are started by the hundred: of those with fast memories JavaScriptCore has room for four, and
        // collects all garbage for another one.
        BUN_JSC_useWasmFastMemory: "0",
        ...process.env,
        HUB_TEST_MISSING: missing,
      },
      stdio: ["inherit", "pipe", "pipe"],
    });
    const digest = new Digest((line) => console.log(line));
    await Promise.all([
      forEachLine(tests.stdout, (line) => digest.take(line)),
      forEachLine(tests.stderr, (line) => digest.take(line)),
    ]);
    digest.end();
    const isKnown = await Bun.file(missing).exists();
    for (const line of skipped(digest.skipped, isKnown ? await Bun.file(missing).text() : ""))
      console.log(line);
    return await tests.exited;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function forEachLine(stream: ReadableStream<Uint8Array>, take: (line: string) => void) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
  }
  if (rest !== "") take(rest);
}

/**
 * Leaves out of the output of `bun test` what passed, with all that was written meanwhile: a hub whose
 * upstream fails by design writes it to its log. What stands before a test's result is of that test.
 */
export class Digest {
  /** How many tests were skipped. */
  skipped = 0;
  readonly #show: (line: string) => void;
  readonly #seen = new Set<string>();
  #file = "";
  #waiting: string[] = [];
  #isSummary = false;

  constructor(show: (line: string) => void) {
    this.#show = show;
  }

  take(line: string): void {
    const plain = Bun.stripANSI(line);
    const [, result] = /^\((pass|skip|todo|fail)\) /.exec(plain) ?? [];
    const [, file] = /^(\S+\.test\.tsx?):$/.exec(plain) ?? [];
    if (/^ *\d+ (pass$|tests? (failed|skipped|todo):$)/.test(plain)) this.#enterSummary();
    this.skipped = Number(/^ *(\d+) skip$/.exec(plain)?.[1] ?? this.skipped);
    if (this.#isSummary) {
      if (result !== "skip" && !/^\d+ tests? (skipped|todo):$/.test(plain)) this.#show(line);
    } else if (file !== undefined) this.#enter(file);
    else if (result === "fail") this.#tell([...this.#waiting, line]);
    else if (result === undefined) this.#waiting.push(line);
    else this.#drop();
  }

  /** Shows what came after the last result, as when the run was ended. */
  end(): void {
    if (this.#isSummary) return;
    for (const line of this.#waiting) this.#show(line);
  }

  #enter(file: string): void {
    this.#drop();
    this.#file = file;
    if (!this.#seen.has(file)) this.#show(file);
    this.#seen.add(file);
  }

  #enterSummary(): void {
    if (!this.#isSummary) this.#drop();
    this.#isSummary = true;
  }

  /** What went wrong outside of all tests is no part of the one that passed behind it. */
  #drop(): void {
    if (this.#waiting.some((line) => line.includes("# Unhandled error"))) this.#tell(this.#waiting);
    this.#waiting = [];
  }

  #tell(lines: readonly string[]): void {
    this.#show(`\n${this.#file}:`);
    for (const line of lines) this.#show(line);
    this.#show("");
    this.#waiting = [];
  }
}

/** The last lines: how many tests were skipped, and what to install for them. */
export function skipped(count: number, missing: string): string[] {
  const entries = missing.split("\n").filter(Boolean);
  if (count === 0) return [];
  const programs = new Set(entries.map((entry) => entry.split("\t")[0] ?? ""));
  const packages = new Set(entries.flatMap((entry) => entry.split("\t")[1]?.split(" ") ?? []));
  const list = (names: Set<string>, by: string) => [...names].sort().join(by);
  const why = programs.size > 0 ? `: this machine has no ${list(programs, ", ")}` : "";
  return [
    `Skipped ${count} tests${why}`,
    ...(packages.size > 0 ? [`To run them, on Debian: apt install ${list(packages, " ")}`] : []),
  ];
}
