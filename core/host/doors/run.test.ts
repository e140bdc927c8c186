import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { RunResult } from "../../contract/doors.ts";
import { createSandbox } from "../../platform/sandbox/sandbox.ts";
import { isRunning } from "../../testing/is-running.ts";
import { createRun } from "./run.ts";

const sandbox = createSandbox("auto");
const run = createRun(sandbox) as (
  program: string,
  args?: string[],
  options?: { stdin?: string; timeoutMs?: number },
) => Promise<RunResult>;

test("a program gets its arguments and input unchanged, and no environment", async () => {
  const { exitCode, stdout } = await run("sh", ["-c", 'cat; echo "$1" "$HOME"', "_", "$(id)"], {
    stdin: "in ",
  });
  expect(exitCode).toBe(0);
  expect(Buffer.from(stdout).toString().trimEnd()).toBe("in $(id)");
});

test("a failing program reports its error", async () => {
  expect(await run("sh", ["-c", "echo no >&2; exit 3"])).toMatchObject({
    exitCode: 3,
    stderr: "no\n",
  });
});

test("a program that isn't installed is a missing capability", async () => {
  await expect(run("no-such-program")).rejects.toMatchObject({ code: "capability_unavailable" });
});

test("a program that doesn't end is killed", async () => {
  await expect(run("sleep", ["60"], { timeoutMs: 50 })).rejects.toMatchObject({
    code: "job_timeout",
  });
});

test("a remaining time can be a fraction of a millisecond, or nothing", async () => {
  expect((await run("true", [], { timeoutMs: 2000.5 })).exitCode).toBe(0);
  for (const timeoutMs of [0.25, 0, -3])
    await expect(run("sleep", ["60"], { timeoutMs })).rejects.toMatchObject({
      code: "job_timeout",
    });
});

test("a program with endless output is killed, and isn't reported as slow", async () => {
  for (const to of ["1", "2"])
    await expect(run("sh", ["-c", `exec cat /dev/zero >&${to}`])).rejects.toMatchObject({
      code: "job_memory",
      message: 'The program "sh" wrote more than 67108864 bytes',
    });
});

test("a program's child processes are killed with it", async () => {
  const { stdout } = await run("sh", ["-c", "sleep 600 >/dev/null 2>&1 & echo $!"]);
  while (isRunning(Number(Buffer.from(stdout)))) await Bun.sleep(5);
});

test("a program can use its own folder, which is removed afterwards", async () => {
  const { stdout } = await run("sh", ["-c", 'echo x > "$TMPDIR/a" && cat a && pwd']);
  const [read, dir = ""] = Buffer.from(stdout).toString().trim().split("\n");
  expect([read, existsSync(dir)]).toEqual(["x", false]);
});

describe.skipIf(!sandbox.isEnforced)("a program that processes users' data cannot", () => {
  test.each([
    ["read a file of the system", "cat /etc/passwd"],
    ["read the hub's folder", `ls ${import.meta.dir}`],
    ["read another process's environment", "cat /proc/$PPID/environ"],
    ["write outside its folder", "echo x > /tmp/out-of-the-sandbox"],
    ["access the network", "exec 3<>/dev/tcp/127.0.0.1/22"],
    ["kill the hub", `kill -0 ${process.pid}`],
    ["change file permissions", `chmod 0 ${import.meta.path}`],
  ])("%s", async (_, script) => {
    const { exitCode, stdout } = await run("bash", ["-c", script]);
    expect(exitCode).not.toBe(0);
    expect(Buffer.from(stdout).toString()).toBe("");
  });
});
