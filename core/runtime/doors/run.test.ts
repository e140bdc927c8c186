import { expect, test } from "bun:test";
import type { RunResult } from "../../contract/doors.ts";
import { run as door } from "./backends.ts";

const run = door as (
  program: string,
  args?: string[],
  options?: { stdin?: string; timeoutMs?: number },
) => Promise<RunResult>;

test("a program gets its arguments and input as they are, and no environment", async () => {
  const { exitCode, stdout } = await run("sh", ["-c", 'cat; echo "$1" "$HOME"', "_", "$(id)"], {
    stdin: "in ",
  });
  expect(exitCode).toBe(0);
  expect(Buffer.from(stdout).toString().trimEnd()).toBe("in $(id)");
});

test("a program that fails says how", async () => {
  expect(await run("sh", ["-c", "echo no >&2; exit 3"])).toMatchObject({
    exitCode: 3,
    stderr: "no\n",
  });
});

test("a program that is not installed is a capability that is missing", async () => {
  await expect(run("no-such-program")).rejects.toMatchObject({ code: "capability_unavailable" });
});

test("a program that does not end is ended", async () => {
  await expect(run("sleep", ["60"], { timeoutMs: 50 })).rejects.toMatchObject({
    code: "job_timeout",
  });
});

test("what is left of a time may be a fraction of a millisecond, or nothing", async () => {
  expect((await run("true", [], { timeoutMs: 2000.5 })).exitCode).toBe(0);
  for (const timeoutMs of [0.25, 0, -3])
    await expect(run("sleep", ["60"], { timeoutMs })).rejects.toMatchObject({
      code: "job_timeout",
    });
});

test("a program that writes without end is ended, and not said to have been slow", async () => {
  for (const to of ["1", "2"])
    await expect(run("sh", ["-c", `exec cat /dev/zero >&${to}`])).rejects.toMatchObject({
      code: "job_memory",
      message: 'The program "sh" wrote more than 67108864 bytes',
    });
});
