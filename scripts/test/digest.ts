import type { FailedTest, TestCounts } from "./junit.ts";

/**
 * Parses the output of `bun test`, and shows only failures and their output. Passing tests may also log errors, for
 * example a hub whose upstream fails by design. Output before a test's result belongs to that test.
 */
export class Digest {
  /** The files with output so far, in the order of their start. */
  readonly files = new Set<string>();
  /** The results so far, for a process that ends without a report. */
  readonly counts: TestCounts = { passed: 0, failed: 0, skipped: 0 };
  /** The files that failed outside of tests, for example at an import. */
  readonly brokenFiles = new Set<string>();
  readonly failures: FailedTest[] = [];
  /** The file of the latest output. */
  file = "";
  readonly #show: (line: string) => void;
  readonly #cases: string | undefined;
  #waiting: string[] = [];
  #isSummary = false;

  /** `cases` is the multiple of its cases that a property runs, if it isn't the default. */
  constructor(show: (line: string) => void, cases?: string) {
    this.#show = show;
    this.#cases = cases;
  }

  addLine(line: string): void {
    const plain = Bun.stripANSI(line);
    // The rest repeats failures that were shown, or totals that the report contains.
    if (/^ *\d+ (pass$|tests? (failed|skipped|todo):$)/.test(plain)) this.#enterSummary();
    if (this.#isSummary || plain.startsWith("bun test v")) return;
    const [, result, name = ""] = /^\((pass|skip|todo|fail)\) (.*)$/.exec(plain) ?? [];
    const [, file] = /^(\S+\.test\.tsx?):$/.exec(plain) ?? [];
    const [, crashed, how = ""] = /^✗ (\S+) \(worker crashed: (.+)\)$/.exec(plain) ?? [];
    if (file !== undefined) this.#enter(file);
    else if (crashed !== undefined) this.#crash(crashed, how);
    else if (result === "fail") this.#fail(line, name);
    else if (result === undefined) this.#waiting.push(line);
    else {
      this.counts[result === "pass" ? "passed" : "skipped"]++;
      this.#drop();
    }
  }

  /** Shows the output after the last result, for example after a crash. */
  end(): void {
    if (this.#isSummary) return;
    if (this.#isBroken()) this.#drop();
    for (const line of this.#waiting) this.#show(line);
    this.#waiting = [];
  }

  #enter(file: string): void {
    this.#drop();
    this.file = file;
    this.files.add(file);
  }

  #enterSummary(): void {
    if (!this.#isSummary) this.#drop();
    this.#isSummary = true;
  }

  #fail(line: string, name: string): void {
    this.#recordFailure(splitName(name), [...this.#waiting, line]);
  }

  #crash(file: string, how: string): void {
    this.files.add(file);
    this.file = file;
    this.#recordFailure([], [...this.#waiting, describeCrash(how)]);
  }

  #isBroken(): boolean {
    return this.#waiting.some((line) => line.includes("# Unhandled error"));
  }

  /** Discards the output of a passed test, but not errors outside of tests. */
  #drop(): void {
    if (this.#isBroken()) {
      this.brokenFiles.add(this.file);
      this.#recordFailure([], this.#waiting);
    }
    this.#waiting = [];
  }

  #recordFailure(path: string[], lines: readonly string[]): void {
    const { file } = this;
    this.counts.failed++;
    this.failures.push({ file, path });
    const command = `To run it alone: ${getCommand({ file, path }, this.#cases)}`;
    for (const line of ["", `${file}:`, ...lines, command, ""]) this.#show(line);
    this.#waiting = [];
  }
}

/** Returns the parts of a test's name as `bun test` shows it: "group > test [1.00ms]". */
function splitName(name: string): string[] {
  return name.replace(/ \[[\d.]+m?s\]$/, "").split(" > ");
}

/** Explains why a test process ended early. `how` is "SIGKILL" or "exit code 3", for example. */
export function describeCrash(how: string): string {
  const reasons: Readonly<Record<string, string>> = {
    SIGKILL: "probably because the machine ran out of memory",
    SIGSEGV: "which is a crash of Bun",
    SIGBUS: "which is a crash of Bun",
    SIGILL: "which is a crash of Bun",
    SIGABRT: "which is a crash of Bun",
    SIGTRAP: "which is a crash of Bun",
  };
  const reason = reasons[how];
  return `The process of this file ended early (${how})${reason ? `, ${reason}` : ""}`;
}

/** Returns the shell command that runs a file, or one of its tests, alone. */
export function getCommand({ file, path }: FailedTest, cases?: string): string {
  const setting = cases === undefined ? "" : `UTILHUB_TEST_CASES=${cases} `;
  const command = `${setting}npx -y bun@${Bun.version} test ./${file} --timeout 120000`;
  // Bun joins the names of groups and test with spaces. A name that contains " > " also matches.
  const pattern = path
    .flatMap((name) => name.split(" > "))
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join("( >)? ");
  return pattern === "" ? command : `${command} -t ${quote(`^${pattern}$`)}`;
}

/** Quotes an argument for a POSIX shell, with double quotes if they suffice, as in the README's examples. */
function quote(text: string): string {
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}
