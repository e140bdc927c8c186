import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Workflow {
  jobs: Record<string, { needs?: string | string[]; strategy?: { matrix: object }; steps: Step[] }>;
}

interface Step {
  uses?: string;
  run?: string;
}

const root = `${import.meta.dir}/..`;
const folder = mkdtempSync(join(tmpdir(), "utilhub-ci-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Programs that shadow the real ones: a test runner that writes a report, an `id` without the right to install, an `npm`
// that downloads nothing, and a `git` that knows one commit.
const programs: Record<string, string> = {
  id: "echo 1000",
  // Another Python than Debian's.
  python3: "exit 1",
  npm: "exit 1",
  git: `echo ${"0123456789".repeat(4)}`,
  npx: `shift 2
echo "$*" >> "${folder}/calls"
echo "$*: $(command -v python3)" >> "${folder}/pythons"
case "$*" in
  scripts/test/read-report.ts*) exec "${process.execPath}" "$@" ;;
  "run test --properties") exit 1 ;;
  "run test odd.test.ts") report='<testsuites tests="1" failures="0" skipped="0"></testsuites>' ;;
  "run test"*) report='<testsuites tests="5" failures="1" skipped="1"><testcase name="a &gt; b" file="bad.test.ts"><failure /></testcase><testcase name="s" file="odd.test.ts"><skipped /></testcase></testsuites>' ;;
esac
if [ -n "\${report-}" ]; then echo "$report" > "$UTILHUB_TEST_REPORT"; fi`,
};

beforeAll(async () => {
  for (const [name, script] of Object.entries(programs)) {
    await Bun.write(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
});

/** Runs parts of `.ci/run`. Returns its exit code, the lines that it printed, and the commands that it ran. */
async function runParts(...parts: string[]) {
  await Bun.write(join(folder, "calls"), "");
  const child = Bun.spawn(["bash", `${root}/.ci/run`, ...parts], {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines = (await new Response(child.stdout).text()).trimEnd().split("\n");
  const calls = (await Bun.file(join(folder, "calls")).text()).trimEnd().split("\n");
  return {
    exitCode: await child.exited,
    lines,
    calls: calls.filter((call) => !call.startsWith("scripts/")),
  };
}

test("CI adds up the counts of the JUnit reports, and repeats skipped files", async () => {
  const { exitCode, lines, calls } = await runParts("tests");
  expect(calls).toEqual(["run test", "run test odd.test.ts"]);
  expect(lines.slice(-2)).toEqual(["(fail) bad.test.ts > a > b", "4 passed, 1 failed"]);
  expect(exitCode).toBe(1);
});

test.skipIf(!existsSync("/usr/bin/python3"))(
  "CI prefers Debian's Python, whose libraries it installs, to another one in the path",
  async () => {
    await Bun.write(join(folder, "pythons"), "");
    await runParts("tests");
    const pythons = await Bun.file(join(folder, "pythons")).text();
    const rerun = pythons.split("\n").find((line) => line.startsWith("run test odd.test.ts"));
    expect(rerun).toMatch(/\/debian\/python3$/);
  },
);

test("CI runs a share of the tests", async () => {
  const { calls } = await runParts("tests:2/3");
  expect(calls[0]).toBe("run test --shard 2/3");
});

test("a test run that crashes without a report has failed", async () => {
  const { lines, exitCode } = await runParts("properties");
  expect(lines.at(-1)).toBe("0 passed, 1 failed");
  expect(exitCode).toBe(1);
});

test("the static part passes if its commands do", async () => {
  const { lines, calls, exitCode } = await runParts("static");
  expect(calls.at(-1)).toBe("run ok format types unused");
  expect(lines.at(-1)).toBe("2 passed, 0 failed");
  expect(exitCode).toBe(0);
});

test("the part with mutants repeats the folders that the commit chooses", async () => {
  const { calls, exitCode } = await runParts("mutants");
  expect(calls).toEqual([expect.stringMatching(/^run mutate --repeat [0-9a-f]{40}$/)]);
  expect(exitCode).toBe(0);
});

test("rejects an unknown part of CI", async () => {
  expect((await runParts("test")).exitCode).toBe(2);
});

const workflows = ["ci", "release"].map((name) => {
  const text = readFileSync(`${root}/.github/workflows/${name}.yml`, "utf8");
  return { name, text, jobs: (Bun.YAML.parse(text) as Workflow).jobs };
});

test("workflows pin each action to a commit, and name its version", () => {
  for (const { name, text, jobs } of workflows) {
    const used = Object.values(jobs).flatMap(({ steps }) =>
      steps.flatMap(({ uses }) => uses ?? []),
    );
    expect(used.length, name).toBeGreaterThan(0);
    expect(text.match(/uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/gm)?.length, name).toBe(
      used.length,
    );
  }
});

test("the workflow runs each part of continuous integration, the static one first", () => {
  const { static: first, ...rest } = workflows[0]?.jobs ?? {};
  expect(first?.steps.some(({ run }) => run === ".ci/run static")).toBe(true);
  for (const [name, { needs }] of Object.entries(rest))
    expect([name, needs]).toEqual([name, "static"]);
  expect(rest.tests?.strategy?.matrix).toEqual({
    part: ["tests:1/3", "tests:2/3", "tests:3/3", "properties", "hub", "mutants"],
  });
});
