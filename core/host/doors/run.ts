import type { Doors, RunResult } from "../../contract/doors.ts";
import { HubError } from "../../contract/errors.ts";
import { rulesForProgram, type Sandbox } from "../../platform/sandbox/sandbox.ts";
import { Scratch } from "../../platform/sandbox/scratch.ts";
import { startWorkDeadline } from "../../platform/sandbox/work-deadline.ts";

const timeoutMsDefault = 30_000;

const outputBytesMax = 64 * 1024 * 1024;

/** Creates the `run` door. It runs programs in a sandbox, with a minimal environment, and waits for them. */
export function createRun(sandbox: Sandbox): Doors["run"] {
  return async (program, args = [], { stdin, timeoutMs = timeoutMsDefault } = {}) => {
    const path = Bun.which(program);
    if (!path)
      throw new HubError(
        "capability_unavailable",
        `The program "${program}" is not installed on this hub`,
      );
    const scratch = new Scratch();
    const env = { PATH: process.env.PATH ?? "", LANG: "C.UTF-8", TMPDIR: scratch.dir };
    const rules = rulesForProgram(path, { scratch: scratch.dir, env, timeoutMs });
    const child = Bun.spawn(sandbox.wrap([path, ...args], rules), {
      cwd: scratch.dir,
      stdin: stdin === undefined ? "ignore" : new Blob([stdin as string]),
      stdout: "pipe",
      stderr: "pipe",
      env,
      // A separate process group, so that child processes of the program can be killed with it.
      detached: true,
    });
    const group = new ProcessGroup(child.pid);
    const stopDeadline = startWorkDeadline({
      pid: child.pid,
      // Rounded, because the remaining time is often fractional.
      limitMs: Math.max(1, Math.ceil(timeoutMs)),
      onTimeout: () => group.kill("time"),
    });
    const [stdout, stderr, exitCode] = await Promise.all([
      readAll(child.stdout, () => group.kill("output")),
      readAll(child.stderr, () => group.kill("output")),
      child.exited,
    ]);
    stopDeadline();
    // Kills background processes that the program left running.
    group.kill();
    await scratch.remove();
    if (group.why === "output")
      throw new HubError(
        "job_memory",
        `The program "${program}" wrote more than ${outputBytesMax} bytes`,
      );
    if (group.why === "time")
      throw new HubError(
        "job_timeout",
        `The program "${program}" took longer than ${timeoutMs} ms`,
      );
    return { exitCode, stdout, stderr: new TextDecoder().decode(stderr) } satisfies RunResult;
  };
}

/** Kills a process group and remembers the reason. */
class ProcessGroup {
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
      // All processes have already ended.
    }
  }
}

async function readAll(
  stream: ReadableStream<Uint8Array>,
  onOverflow: () => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > outputBytesMax) {
      onOverflow();
      break;
    }
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
