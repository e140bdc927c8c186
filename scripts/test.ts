// Runs the tests: first the files that run side by side, then those that need the machine to themselves
// (*.serial.test.ts), one at a time. Shows progress, what failed and how to run it alone, and what was skipped.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, constants, tmpdir } from "node:os";
import { join } from "node:path";
import { exitOnHelp } from "./help.ts";
import { Digest, describeCrash, getCommand } from "./test/digest.ts";
import {
  type FailedTest,
  formatJunit,
  getSuites,
  parseJunit,
  type TestCounts,
} from "./test/junit.ts";
import { estimateLeft, formatProgress, formatTime, ProgressLine } from "./test/progress.ts";
import { measureSlowness } from "./test/speed.ts";

const usage = `Usage: bun run test [--properties] [--shard N/OF] [-t PATTERN] [PATH ...]
  bun run test                  all test files
  bun run test plugins/qr       those whose path contains "plugins/qr"
  bun run test -t "PATTERN"     tests whose name matches the regular expression
  bun run test --properties     files with properties, which try all their cases: ten times as many
  bun run test --shard 1/3      a third of the files, for several machines that share the work`;

/** The folder whose tests run. Tests of this program set another one. */
const root = process.env.UTILHUB_TEST_ROOT ?? join(import.meta.dir, "..");

/** The time limit of a test, which only stops hanging tests, on a fast machine. */
const timeoutMs = 120_000;

/** Maximum number of files that one process runs in turn: it keeps all loaded modules in memory. */
const filesPerWorker = 125;

interface TestOptions {
  paths: string[];
  pattern?: string;
  properties: boolean;
  /** The part of the files to run, counted from 1. */
  shard?: { index: number; count: number };
}

/** The results of all processes of a run. */
interface Results extends TestCounts {
  files: Set<string>;
  failures: FailedTest[];
  skippedFiles: Set<string>;
  /** The contents of the outermost tag of each process's JUnit report. */
  suites: string[];
  /** Failures that no JUnit report contains: files that broke or crashed. */
  unreported: FailedTest[];
}

if (import.meta.main) {
  exitOnHelp(usage);
  try {
    process.exit(await main(process.argv.slice(2)));
  } catch (error) {
    console.error(error);
    console.error(`Cannot run the tests: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  }
}

async function main(args: readonly string[]): Promise<number> {
  const options = parseOptions(args);
  if (!options) {
    console.error(usage);
    return 2;
  }
  const files = await findFiles(options);
  if (files.length === 0) {
    console.error(`Cannot find a test file for "${options.paths.join(" ")}"\n${usage}`);
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), "utilhub-tests-"));
  try {
    return await new TestRun(folder, files, options).run();
  } finally {
    // The kernel may still be ending processes that used the folder.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Parses the command line. Returns undefined if it is invalid. */
export function parseOptions(args: readonly string[]): TestOptions | undefined {
  const options: TestOptions = { paths: [], properties: false };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg === "--properties") options.properties = true;
    else if (arg === "-t") {
      const pattern = args[++at];
      if (pattern === undefined) return undefined;
      options.pattern = pattern;
    } else if (arg === "--shard") {
      const shard = parseShard(args[++at]);
      if (!shard) return undefined;
      options.shard = shard;
    } else if (arg.startsWith("-")) return undefined;
    else options.paths.push(arg);
  }
  return options;
}

/** Parses "2/3" as the second of three parts. Returns undefined if there is no such part. */
function parseShard(text = ""): TestOptions["shard"] {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  return index >= 1 && index <= count ? { index, count } : undefined;
}

async function findFiles(options: TestOptions): Promise<string[]> {
  const files = await findAllFiles(options);
  const { index, count } = options.shard ?? { index: 1, count: 1 };
  // Alternately, because slow files are often adjacent.
  return files.filter((_, at) => at % count === index - 1);
}

async function findAllFiles({ paths, properties }: TestOptions): Promise<string[]> {
  const wanted = paths.map((path) => path.replace(`${root}/`, "").replace(/^\.\//, ""));
  const files = [...new Bun.Glob("**/*.test.ts").scanSync(root)]
    .filter((file) => !file.includes("node_modules"))
    .filter((file) => wanted.length === 0 || wanted.some((path) => file.includes(path)))
    .sort();
  if (!properties) return files;
  const texts = await Promise.all(files.map((file) => Bun.file(join(root, file)).text()));
  return files.filter((_, index) =>
    /\bcases\(\d|\bisFullDepth\b|\bsampleCases\(/.test(texts[index] ?? ""),
  );
}

/** Splits a list into parts of about equal size, with at most `sizeMax` items each. */
export function splitEvenly<T>(list: readonly T[], sizeMax: number): T[][] {
  const parts = Math.ceil(list.length / sizeMax);
  const size = Math.ceil(list.length / parts);
  return Array.from({ length: parts }, (_, index) => list.slice(index * size, (index + 1) * size));
}

/** Creates a folder for temporary files that other users can write to: databases and browsers run as other users. */
function makeTemporary(folder: string): string {
  const temporary = join(folder, "tmp");
  mkdirSync(temporary, { recursive: true });
  chmodSync(folder, 0o711);
  chmodSync(temporary, 0o1777);
  return temporary;
}

/** Returns true if a file needs the machine to itself. */
export function isSerial(file: string): boolean {
  return file.endsWith(".serial.test.ts");
}

class TestRun {
  readonly #folder: string;
  readonly #temporary: string;
  readonly #files: readonly string[];
  readonly #options: TestOptions;
  /** The multiple of its cases that a property runs, if it isn't the default. */
  readonly #cases: string | undefined;
  readonly #workers = availableParallelism();
  readonly #start = performance.now();
  readonly #progress: ProgressLine;
  readonly #results: Results = {
    passed: 0,
    failed: 0,
    skipped: 0,
    files: new Set(),
    failures: [],
    skippedFiles: new Set(),
    suites: [],
    unreported: [],
  };
  #slowness = 1;
  #digest: Digest | undefined;
  #child: Bun.Subprocess | undefined;
  #signal: "SIGINT" | "SIGTERM" | "SIGHUP" | undefined;

  constructor(folder: string, files: readonly string[], options: TestOptions) {
    this.#folder = folder;
    this.#temporary = makeTemporary(folder);
    this.#files = files;
    this.#options = options;
    this.#cases = options.properties ? "1" : process.env.UTILHUB_TEST_CASES;
    this.#progress = new ProgressLine(() => this.#formatProgress());
  }

  /** Runs all files. Returns the exit code. */
  async run(): Promise<number> {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => this.#interrupt(signal));
    const given = Number(process.env.UTILHUB_TEST_PATIENCE);
    this.#slowness = given >= 1 ? given : await measureSlowness(this.#workers);
    const serial = this.#files.filter(isSerial);
    const parallel = this.#files.filter((file) => !isSerial(file));
    for (const line of this.#describePlan(serial.length)) this.#progress.show(line);
    for (const batch of splitEvenly(parallel, this.#workers * filesPerWorker))
      await this.#runFiles(batch, this.#workers);
    await this.#runFiles(serial, 1);
    this.#progress.end();
    return this.#finish();
  }

  #describePlan(serialCount: number): string[] {
    const { paths, properties, pattern } = this.#options;
    const count = this.#files.length;
    const workers = `${this.#workers} at a time, ${serialCount} of them alone at the end`;
    const bound = formatTime(timeoutMs * this.#slowness);
    return [
      `Runs ${count} test files, ${workers}. A test that takes ${bound} counts as hanging.`,
      ...(paths.length > 0 ? [describePaths(paths)] : []),
      ...(pattern ? [`Leaves out tests whose name doesn't match "${pattern}".`] : []),
      properties
        ? "Leaves out files without properties. Tries all cases of each property."
        : "Tries a tenth of the cases of each property: bun run test --properties tries all.",
    ];
  }

  /** Runs files in one `bun test`. After a crash, runs the files that had not started in another one. */
  async #runFiles(files: readonly string[], workers: number): Promise<void> {
    let left = files;
    while (left.length > 0 && !this.#signal) {
      const { digest, isComplete } = await this.#runBun(left, workers);
      const rest = left.filter((file) => !digest.files.has(file));
      for (const file of isComplete ? left : digest.files) this.#results.files.add(file);
      if (isComplete || rest.length === left.length) return;
      left = rest;
    }
  }

  async #runBun(files: readonly string[], workers: number) {
    const report = join(this.#folder, "junit.xml");
    rmSync(report, { force: true });
    const digest = new Digest((line) => this.#progress.show(line), this.#cases);
    this.#digest = digest;
    const child = this.#spawn(files, { workers, report });
    this.#child = child;
    const output: string[] = [];
    const addLine = (line: string) => {
      // Failures after a signal are caused by it.
      if (this.#signal) return;
      output.push(line);
      if (output.length > 20) output.shift();
      digest.addLine(line);
    };
    await Promise.all([forEachLine(child.stdout, addLine), forEachLine(child.stderr, addLine)]);
    const exitCode = await child.exited;
    this.#child = undefined;
    const xml = readIfThere(report);
    if (!this.#signal) digest.end();
    const failed = this.#record(digest, xml);
    if (!this.#signal && !this.#isExplained(exitCode, { failed, hasReport: xml !== undefined })) {
      const how = child.signalCode ? String(child.signalCode) : `exit code ${exitCode}`;
      this.#recordCrash(digest, how, output);
    }
    this.#digest = undefined;
    return { digest, isComplete: xml !== undefined && !this.#signal };
  }

  /** Returns true if the test results explain the exit code of a `bun test`, which writes its report last. */
  #isExplained(exitCode: number, { failed, hasReport }: { failed: number; hasReport: boolean }) {
    // A file without a matching test also exits with 1.
    const isUnmatched = this.#options.pattern !== undefined && exitCode === 1;
    return hasReport && (exitCode === 0 || failed > 0 || isUnmatched);
  }

  #spawn(files: readonly string[], { workers, report }: { workers: number; report: string }) {
    const { pattern } = this.#options;
    const options = ["--no-isolate", "--timeout", String(Math.round(timeoutMs * this.#slowness))];
    options.push("--reporter=junit", `--reporter-outfile=${report}`);
    if (workers > 1 && files.length > 1) options.push(`--parallel=${workers}`);
    if (pattern !== undefined) options.push("-t", pattern);
    return Bun.spawn([process.execPath, "test", ...options, ...files.map((file) => `./${file}`)], {
      cwd: root,
      // A separate process group: a signal reaches all processes of a test once.
      detached: true,
      env: {
        // The logs of a hub are shown for failed tests.
        HUB_LOG: "text",
        // Tests start hundreds of WebAssembly engines. JavaScriptCore has room for four with fast memories, and
        // collects all garbage for each further one.
        BUN_JSC_useWasmFastMemory: "0",
        ...process.env,
        // Removed at the end, with all files that tests or killed processes left in it.
        TMPDIR: this.#temporary,
        // Bun hides passing tests if an AI agent calls it, and progress would not be visible.
        AGENT: "0",
        UTILHUB_TEST_ROOT: undefined,
        UTILHUB_TEST_REPORT: undefined,
        UTILHUB_TEST_CASES: this.#cases,
        UTILHUB_TEST_MISSING: join(this.#folder, "missing"),
        UTILHUB_TEST_PATIENCE: this.#slowness.toFixed(2),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  /** Adds the results of one `bun test`, from its report or else from its output. Returns the number of failures. */
  #record(digest: Digest, xml: string | undefined): number {
    const report = xml === undefined || this.#signal ? undefined : parseJunit(xml);
    const { passed, failed } = report ?? digest.counts;
    // The report also counts tests that the pattern excludes as skipped.
    const { skipped } = report && this.#options.pattern === undefined ? report : digest.counts;
    // The report omits failures outside of tests.
    const broken = report ? [...digest.brokenFiles] : [];
    const results = this.#results;
    results.passed += passed;
    results.failed += failed + broken.length;
    results.skipped += skipped;
    results.failures.push(...(report ?? digest).failures);
    if (xml !== undefined && report) results.suites.push(getSuites(xml));
    else results.unreported.push(...digest.failures);
    for (const file of broken) this.#recordBroken(file);
    for (const file of report?.skippedFiles ?? []) results.skippedFiles.add(file);
    return failed + broken.length;
  }

  #recordBroken(file: string): void {
    this.#results.failures.push({ file, path: [] });
    this.#results.unreported.push({ file, path: [] });
  }

  /** Records that `bun test` itself ended early. */
  #recordCrash(digest: Digest, how: string, output: readonly string[]): void {
    const { file } = digest;
    this.#results.failed++;
    if (file !== "") this.#recordBroken(file);
    else for (const line of output) this.#progress.show(line);
    this.#progress.show(`\n${file || "bun test"}:`);
    this.#progress.show(describeCrash(how));
    if (file !== "")
      this.#progress.show(`To run it alone: ${getCommand({ file, path: [] }, this.#cases)}\n`);
  }

  #formatProgress(): string {
    const file = this.#digest?.file ?? "";
    // Files run concurrently without an end marker: those with output count as done.
    const done = this.#results.files.union(this.#digest?.files ?? new Set<string>());
    if (isSerial(file)) done.delete(file);
    const serialDone = [...done].filter(isSerial).length;
    const serial = this.#files.filter(isSerial).length;
    const elapsedMs = performance.now() - this.#start;
    const leftMs = estimateLeft(
      { parallel: this.#files.length - serial, serial, workers: this.#workers },
      { parallel: done.size - serialDone, serial: serialDone + (isSerial(file) ? 0.5 : 0) },
      elapsedMs,
    );
    return formatProgress(file, { done: done.size, all: this.#files.length, elapsedMs, leftMs });
  }

  #interrupt(signal: "SIGINT" | "SIGTERM" | "SIGHUP"): void {
    this.#signal ??= signal;
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    killGroup(pid, "SIGTERM");
    setTimeout(() => killGroup(pid, "SIGKILL"), 5000).unref();
  }

  /** Prints the end of the run. Returns the exit code. */
  #finish(): number {
    const results = this.#results;
    const elapsed = formatTime(performance.now() - this.#start);
    const show = (line: string) => console.log(line);
    const { UTILHUB_TEST_REPORT } = process.env;
    if (UTILHUB_TEST_REPORT) writeFileSync(UTILHUB_TEST_REPORT, formatJunit(results));
    for (const line of formatFailures(results.failures, this.#cases)) show(line);
    const missing = readIfThere(join(this.#folder, "missing")) ?? "";
    for (const line of skipped(results.skipped, missing)) show(line);
    show(formatEnd(results, { all: this.#files.length, elapsed, signal: this.#signal }));
    if (this.#signal) return 128 + constants.signals[this.#signal];
    return results.failed > 0 || results.passed + results.skipped === 0 ? 1 : 0;
  }
}

function describePaths(paths: readonly string[]): string {
  if (paths.length > 3) return `Leaves out files that none of ${paths.length} arguments names.`;
  return `Leaves out files without "${paths.join('" or "')}" in the path.`;
}

/** Returns the last line of a run. */
export function formatEnd(
  { passed, failed, skipped, files }: TestCounts & { files: ReadonlySet<string> },
  { all, elapsed, signal }: { all: number; elapsed: string; signal?: string | undefined },
): string {
  const format = (count: number) => count.toLocaleString("en");
  const counts = `${format(passed)} passed, ${format(failed)} failed, ${format(skipped)} skipped`;
  const run = `${counts} in ${files.size} of ${all} files, after ${elapsed}`;
  if (signal) return `Interrupted by ${signal}: ${run}`;
  if (failed > 0) return `Some tests failed: ${run}`;
  if (passed + skipped === 0) return `No test ran: ${run}`;
  return `All tests passed: ${run}`;
}

/** Lists the failed tests again at the end of the output. */
function formatFailures(failures: readonly FailedTest[], cases?: string): string[] {
  return failures.flatMap((failure) => [
    `(fail) ${[failure.file, ...failure.path].join(" > ")}`,
    `  ${getCommand(failure, cases)}`,
  ]);
}

/** Returns the last lines: the number of skipped tests, and what to install to run them. */
export function skipped(count: number, missing: string): string[] {
  const entries = missing.split("\n").filter(Boolean);
  if (count === 0) return [];
  const programs = new Set(entries.map((entry) => entry.split("\t")[0] ?? ""));
  const packages = new Set(
    entries.flatMap((entry) => entry.split("\t")[1]?.split(" ").filter(Boolean) ?? []),
  );
  const list = (names: Set<string>, by: string) => [...names].sort().join(by);
  const why = programs.size > 0 ? `: this machine has no ${list(programs, ", ")}` : "";
  return [
    `Skipped ${count} tests${why}`,
    ...(packages.size > 0 ? [`To run them, on Debian: apt install ${list(packages, " ")}`] : []),
  ];
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

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The process has ended.
  }
}
