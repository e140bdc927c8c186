import type { Doors, RunResult } from "../../contract/doors.ts";
import { HubError } from "../../contract/errors.ts";
import { rulesForProgram, type Sandbox } from "../../platform/sandbox/sandbox.ts";
import { Scratch } from "../../platform/sandbox/scratch.ts";
import { startWorkDeadline } from "../../platform/sandbox/work-deadline.ts";

const timeoutMsDefault = 30_000;

const outputBytesMax = 64 * 1024 * 1024;

/** Runs programs inside a sandbox, with an environment that names PATH alone, and waits for them. */
export function createRun(sandbox: Sandbox): Doors["run"] {
  return async (program, args = [], { stdin, timeoutMs = timeoutMsDefault } = {}) => {
    const found = Bun.which(program);
    if (!found)
      throw new HubError(
        "capability_unavailable",
        `The program "${program}" is not installed on this hub`,
      );
    const scratch = new Scratch();
    const env = { PATH: process.env.PATH ?? "", LANG: "C.UTF-8", TMPDIR: scratch.dir };
    const rules = rulesForProgram(found, { scratch: scratch.dir, env, timeoutMs });
    const child = Bun.spawn(sandbox.wrap([found, ...args], rules), {
      cwd: scratch.dir,
      stdin: stdin === undefined ? "ignore" : new Blob([stdin as string]),
      stdout: "pipe",
      stderr: "pipe",
      env,
      // A group of its own, so that what it starts ends with it.
      detached: true,
    });
    const ended = new Ending(child.pid);
    const stopDeadline = startWorkDeadline({
      pid: child.pid,
      // Whole, as what is left of a time seldom is.
      limitMs: Math.max(1, Math.ceil(timeoutMs)),
      onTimeout: () => ended.kill("time"),
    });
    const [stdout, stderr, exitCode] = await Promise.all([
      readAll(child.stdout, () => ended.kill("output")),
      readAll(child.stderr, () => ended.kill("output")),
      child.exited,
    ]);
    stopDeadline();
    // Whatever it left running was none of the answer.
    ended.kill();
    await scratch.remove();
    if (ended.why === "output")
      throw new HubError(
        "job_memory",
        `The program "${program}" wrote more than ${outputBytesMax} bytes`,
      );
    if (ended.why === "time")
      throw new HubError(
        "job_timeout",
        `The program "${program}" took longer than ${timeoutMs} ms`,
      );
    return { exitCode, stdout, stderr: new TextDecoder().decode(stderr) } satisfies RunResult;
  };
}

/** Ends a program with all that it has started, and knows why. */
class Ending {
  readonly #group: number;
  why: "time" | "output" | undefined;

  constructor(group: number) {
    this.#group = group;
  }

  kill(why?: "time" | "output"): void {
    this.why ??= why;
    try {
      process.kill(-this.#group, "SIGKILL");
    } catch {
      // Nothing of it is left.
    }
  }
}

async function readAll(
  stream: ReadableStream<Uint8Array>,
  onTooMuch: () => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.byteLength;
    if (size > outputBytesMax) {
      onTooMuch();
      break;
    }
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}
