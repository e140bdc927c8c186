import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Digest, getCommand } from "./test/digest.ts";
import { parseJunit } from "./test/junit.ts";
import { estimateLeft, formatProgress } from "./test/progress.ts";
import { measureSlowness, toFactor } from "./test/speed.ts";
import { formatEnd, isSerial, parseOptions, skipped, splitEvenly } from "./test.ts";

const reader = join(import.meta.dir, "test/read-report.ts");
const bun = `npx -y bun@${Bun.version} test`;

/** Feeds the output of `bun test` to a digest. Returns the digest and the lines that it shows. */
function digest(output: string) {
  const lines: string[] = [];
  const digest = new Digest((line) => lines.push(line));
  for (const line of output.split("\n")) digest.addLine(line);
  digest.end();
  return Object.assign(digest, { shown: lines.join("\n") });
}

const green = `bun test v1.4.5 (a7733435c) 2x PARALLEL

a.test.ts:
503 upstream_failed
(pass) answers 503 [1.00ms]
(skip) reads a PDF

b.test.ts:
(pass) adds [0.10ms]

a.test.ts:
the end of something
(pass) ends [0.10ms]

 3 pass
 1 skip
 0 fail
Ran 4 tests across 2 files. [1.00s]`;

test("hides passing tests, and counts them", () => {
  const { shown, files, counts } = digest(green);
  expect(shown).toBe("");
  expect([...files]).toEqual(["a.test.ts", "b.test.ts"]);
  expect(counts).toEqual({ passed: 3, failed: 0, skipped: 1 });
});

test("shows a failure once, with its output and the command to run it alone", () => {
  const { shown, failures } = digest(`a.test.ts:
of another
(pass) passes [0.10ms]
what the hub said
error: expect(received).toBe(expected)
(fail) group > fails [0.10ms]

1 tests failed:
(fail) group > fails [0.10ms]

 1 pass
 1 fail`);
  expect(shown).toBe(`
a.test.ts:
what the hub said
error: expect(received).toBe(expected)
(fail) group > fails [0.10ms]
To run it alone: ${bun} ./a.test.ts --timeout 120000 -t '^group( >)? fails$'
`);
  expect(failures).toEqual([{ file: "a.test.ts", path: ["group", "fails"] }]);
});

test("shows an error outside of all tests even if other tests pass, and the end of a run that crashes", () => {
  const { shown, brokenFiles } = digest(`a.test.ts:
# Unhandled error between tests
error: No file
(pass) passes [0.10ms]
killed`);
  expect(shown).toBe(`
a.test.ts:
# Unhandled error between tests
error: No file
To run it alone: ${bun} ./a.test.ts --timeout 120000

killed`);
  expect([...brokenFiles]).toEqual(["a.test.ts"]);
});

test("a property that failed with all its cases is run alone with all", () => {
  const failure = { file: "a.test.ts", path: [] };
  expect(getCommand(failure, "1")).toBe(`UTILHUB_TEST_CASES=1 ${getCommand(failure)}`);
});

test("explains a test process that ended early", () => {
  const { shown, counts, failures } = digest(`a.test.ts:
loading
✗ b.test.ts (worker crashed: SIGKILL)

 0 pass`);
  expect(shown).toContain("b.test.ts:\nloading\nThe process of this file ended early (SIGKILL)");
  expect(shown).toContain("out of memory");
  expect(shown).toContain(`${bun} ./b.test.ts --timeout 120000\n`);
  expect(counts.failed).toBe(1);
  expect(failures).toEqual([{ file: "b.test.ts", path: [] }]);
});

const report = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="5" assertions="3" failures="2" skipped="2" time="0.01">
  <testsuite name="a.test.ts" file="a.test.ts" tests="4" failures="1" skipped="2">
    <testsuite name="outer &amp; all" file="a.test.ts" line="2">
      <testsuite name="inner" file="a.test.ts" line="3">
        <testcase name="fails &quot;x&quot;" classname="inner &gt; outer" time="0.1" file="a.test.ts" line="2" assertions="1">
          <failure type="AssertionError" message="a &gt; b&#10;">AssertionError: a &gt; b</failure>
        </testcase>
        <testcase name="passes" classname="inner &gt; outer" time="0" file="a.test.ts" line="2" />
      </testsuite>
      <testcase name="skipped" classname="outer" time="0" file="a.test.ts"><skipped /></testcase>
    </testsuite>
    <testcase name="todo" classname="" time="0" file="a.test.ts">
      <skipped message="TODO" />
    </testcase>
  </testsuite>
  <testsuite name="b.test.ts" file="b.test.ts" tests="1" failures="1" skipped="0">
    <testcase name="(worker crashed)" classname="" time="0" file="b.test.ts">
      <failure type="Error" message="worker process crashed before reporting results" />
    </testcase>
  </testsuite>
</testsuites>`;

test("reads counts, failures, skipped files and times from a JUnit report", () => {
  expect(parseJunit(report)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 2,
    failures: [
      { file: "a.test.ts", path: ["outer & all", "inner", 'fails "x"'] },
      { file: "b.test.ts", path: [] },
    ],
    skippedFiles: new Set(["a.test.ts"]),
    seconds: new Map([
      ["a.test.ts", 0.1],
      ["b.test.ts", 0],
    ]),
  });
});

test("estimates the remaining time from the share of completed work", () => {
  const all = { parallel: 100, serial: 0, workers: 2 };
  expect(estimateLeft(all, { parallel: 50, serial: 0 }, 60_000)).toBe(60_000);
  expect(estimateLeft(all, { parallel: 1, serial: 0 }, 60_000)).toBeUndefined();
  expect(estimateLeft(all, { parallel: 50, serial: 0 }, 1000)).toBeUndefined();
  const half = estimateLeft({ ...all, serial: 10 }, { parallel: 100, serial: 0 }, 60_000);
  expect(half).toBeGreaterThan(60_000);
});

test("shows progress with the folder, the time and an estimate", () => {
  const progress = { done: 123, all: 501, elapsedMs: 100_000 };
  expect(formatProgress("plugins/qr/qr.test.ts", { ...progress, leftMs: 125_000 })).toBe(
    "[123/501] plugins/qr · 1 m 40 s · about 2 m left",
  );
  expect(formatProgress("", { ...progress, done: 0, elapsedMs: 2000 })).toBe(
    "[0/501] starting · 2 s",
  );
});

test("scales time limits by the machine's speed, from 1 to 10", async () => {
  const slowness = await measureSlowness(1);
  expect(slowness).toBeGreaterThanOrEqual(1);
  expect(slowness).toBeLessThanOrEqual(10);
  expect([1, 1e9, Number.NaN].map(toFactor)).toEqual([1, 10, 10]);
  expect(toFactor(900)).toBe(2 * toFactor(450));
});

test("prints the result of the run in the last line", () => {
  const results = { passed: 1234, failed: 0, skipped: 5, files: new Set(["a", "b"]) };
  const end = { all: 3, elapsed: "1 m 2 s" };
  const counts = "1,234 passed, 0 failed, 5 skipped in 2 of 3 files, after 1 m 2 s";
  expect(formatEnd(results, end)).toBe(`All tests passed: ${counts}`);
  expect(formatEnd({ ...results, failed: 1 }, end)).toStartWith("Some tests failed: ");
  expect(formatEnd(results, { ...end, signal: "SIGINT" })).toBe(`Interrupted by SIGINT: ${counts}`);
  expect(formatEnd({ ...results, passed: 0, skipped: 0 }, end)).toStartWith("No test ran: ");
});

test("prints how many tests were skipped, the missing programs, and what to install", () => {
  const missing = "qpdf\tqpdf\npdftotext\tpoppler-utils\npdftoppm\tpoppler-utils\nqpdf\tqpdf\n";
  expect(skipped(12, missing)).toEqual([
    "Skipped 12 tests: this machine has no pdftoppm, pdftotext, qpdf",
    "To run them, on Debian: apt install poppler-utils qpdf",
  ]);
  expect(skipped(1, "")).toEqual(["Skipped 1 tests"]);
  expect(skipped(1, "ONNX Runtime\t\n")).toEqual([
    "Skipped 1 tests: this machine has no ONNX Runtime",
  ]);
  expect(skipped(0, missing)).toEqual([]);
});

test("parses the command line", () => {
  expect(parseOptions(["--properties", "-t", "x y", "plugins/qr"])).toEqual({
    paths: ["plugins/qr"],
    pattern: "x y",
    properties: true,
  });
  expect(parseOptions(["--shard", "2/3"])?.shard).toEqual({ index: 2, count: 3 });
  for (const shard of ["0/3", "4/3", "1", "a/b"])
    expect(parseOptions(["--shard", shard]), shard).toBeUndefined();
  expect(parseOptions(["--unknown"])).toBeUndefined();
  expect(parseOptions(["-t"])).toBeUndefined();
});

test("splits the files among processes within their maximum", () => {
  expect(splitEvenly([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(splitEvenly([1, 2, 3, 4, 5, 6], 5)).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  expect(splitEvenly([1], 5)).toEqual([[1]]);
  expect(splitEvenly([], 5)).toEqual([]);
});

test("recognises files that run alone by their name", () => {
  expect(isSerial("core/host/live/live.serial.test.ts")).toBe(true);
  expect(isSerial("tests/serial.test.ts")).toBe(false);
});

// The ends of runs need real processes: the runner runs a small folder of tests.
let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "utilhub-runner-"));
  const lines: Record<string, string> = {
    "green.test.ts": `describe("a (b)", () => test("passes", () => {}));`,
    "odd.test.ts": `describe("a (b)", () => { test("fails \\"x\\" $HOME > it's a.b", () => { expect(1).toBe(2); }); test("passes", () => {}); });`,
    "skip.test.ts": `test.skip("skipped", () => {});`,
    "crash-1.serial.test.ts": `test("dies", () => { process.kill(process.pid, "SIGKILL"); });`,
    "crash-2.serial.test.ts": `test("passes", () => {}); test("quits", () => { process.exit(0); });`,
    "crash-3.serial.test.ts": `test("runs after the crash", () => {});`,
    "litter.test.ts": `test("leaves a folder", () => { require("node:fs").mkdtempSync(require("node:os").tmpdir() + "/x-"); });`,
    "hang.test.ts": `test("waits", async () => { console.error("waiting"); await Bun.write(process.env.READY ?? "", ""); await Bun.sleep(600_000); });`,
  };
  for (const [name, line] of Object.entries(lines))
    await Bun.write(
      join(folder, name),
      `import { describe, expect, test } from "bun:test";\n${line}\n`,
    );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function startRunner(args: readonly string[], env: Record<string, string> = {}) {
  return Bun.spawn([process.execPath, join(import.meta.dir, "test.ts"), ...args], {
    env: {
      ...process.env,
      UTILHUB_TEST_CASES: undefined,
      UTILHUB_TEST_PATIENCE: "2",
      UTILHUB_TEST_ROOT: folder,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function run(...args: string[]) {
  const child = startRunner(args);
  const output = await new Response(child.stdout).text();
  return { output, last: output.trimEnd().split("\n").at(-1) ?? "", exitCode: await child.exited };
}

test("a successful run exits with 0 and says so", async () => {
  const { output, last, exitCode } = await run("green");
  expect(output).toStartWith("Runs 1 test file");
  expect(output).toContain("A test that takes 4 m 0 s counts as hanging.");
  expect(last).toStartWith("All tests passed: 1 passed, 0 failed, 0 skipped in 1 of 1 files");
  expect(exitCode).toBe(0);
});

test("temporary files of tests are removed at the end", async () => {
  const temporary = mkdtempSync(join(tmpdir(), "utilhub-left-"));
  const child = startRunner(["litter"], { TMPDIR: temporary });
  expect(await new Response(child.stdout).text()).toContain("All tests passed: 1 passed");
  expect(readdirSync(temporary)).toEqual([]);
  rmSync(temporary, { recursive: true });
});

test("a failed run exits with 1, and its command runs the failed test alone", async () => {
  const { output, last, exitCode } = await run("odd");
  expect(last).toStartWith("Some tests failed: 1 passed, 1 failed");
  expect(exitCode).toBe(1);
  const command = /To run it alone: npx -y bun@\S+ (.*)/.exec(output)?.[1];
  const again = Bun.spawnSync(["sh", "-c", `"${process.execPath}" ${command}`], { cwd: folder });
  expect(String(again.stderr)).toMatch(/ 0 pass\n 1 filtered out\n 1 fail\n/);
  expect(
    getCommand({ file: "odd.test.ts", path: ["a (b)", `fails "x" $HOME > it's a.b`] }),
  ).toEndWith(command ?? "");
});

test("writes one JUnit report of all processes", async () => {
  const report = join(folder, "junit.xml");
  const child = startRunner(["odd", "skip", "crash"], { UTILHUB_TEST_REPORT: report });
  await child.exited;
  const read = (part: string) =>
    String(Bun.spawnSync([process.execPath, reader, part, report]).stdout)
      .split("\n")
      .toSorted();
  expect(read("counts")).toEqual(["", "3 3"]);
  expect(read("failures")).toEqual([
    "",
    "(fail) crash-1.serial.test.ts",
    "(fail) crash-2.serial.test.ts",
    `(fail) odd.test.ts > a (b) > fails "x" $HOME > it's a.b`,
  ]);
  expect(read("skipped-files")).toEqual(["", "skip.test.ts"]);
});

test("all shards together contain each file once", async () => {
  const outputs = await Promise.all(["1/2", "2/2"].map((shard) => run("crash", "--shard", shard)));
  expect(outputs.map(({ exitCode }) => exitCode)).toEqual([1, 1]);
  const counts = outputs.map(({ last }) => /in \d+ of (\d+) files/.exec(last)?.[1]);
  expect(counts).toEqual(["2", "1"]);
});

test("a process that is killed or exits fails its file, and the others run", async () => {
  const { output, last, exitCode } = await run("crash");
  expect(output).toContain(
    "crash-1.serial.test.ts:\nThe process of this file ended early (SIGKILL)",
  );
  expect(output).toContain(
    "crash-2.serial.test.ts:\nThe process of this file ended early (exit code 0)",
  );
  expect(last).toStartWith("Some tests failed: 2 passed, 2 failed, 0 skipped in 3 of 3 files");
  expect(exitCode).toBe(1);
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s ends the run and its processes with a message", async (signal, code) => {
  const ready = join(folder, signal);
  const child = startRunner(["hang"], { READY: ready });
  while (!(await Bun.file(ready).exists())) await Bun.sleep(20);
  child.kill(signal);
  const output = await new Response(child.stdout).text();
  expect(output).toContain(`Interrupted by ${signal}: 0 passed, 0 failed, 0 skipped`);
  expect(await child.exited).toBe(code);
});

test("a path without tests ends with a message", async () => {
  const child = startRunner(["no-such-path"]);
  expect(await new Response(child.stderr).text()).toStartWith(
    'Cannot find a test file for "no-such-path"',
  );
  expect(await child.exited).toBe(1);
});
