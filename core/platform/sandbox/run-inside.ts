import { watchMemory } from "./memory.ts";
import { plainBun, rulesForPlugins, type Sandbox } from "./sandbox.ts";
import { Scratch } from "./scratch.ts";
import { startWorkDeadline } from "./work-deadline.ts";

interface RunInsideOptions {
  sandbox: Sandbox;
  /** The folder of the plugin that it runs. */
  folder: string;
  cwd: string;
  /** Environment variables in addition to `TMPDIR`. */
  env?: Readonly<Record<string, string>>;
  /** Additional readable files and folders. */
  read?: readonly string[];
  timeoutMs: number;
  memoryMbMax: number;
  /** The output limit in bytes, for each of its two output streams. */
  printedMax: number;
}

/** The result of a sandboxed program. */
interface RanInside {
  printed: string;
  errors: string;
  /** Null if a signal ended it. */
  exitCode: number | null;
  signal: Bun.Subprocess["signalCode"];
  /** The limit that it exceeded, if it was killed for that. */
  limit: "time" | "memory" | "files" | "output" | undefined;
}

/** Runs plugin code once with Bun inside the sandbox, within resource limits. */
export async function runInside(
  args: readonly string[],
  { sandbox, folder, cwd, env, read = [], timeoutMs, memoryMbMax, printedMax }: RunInsideOptions,
): Promise<RanInside> {
  const scratch = new Scratch();
  try {
    const rules = rulesForPlugins([folder], { scratch: scratch.dir, read, ...(env && { env }) });
    const cpuSecondsMax = Math.ceil((2 * timeoutMs) / 1000);
    const command = [process.execPath, "--no-orphans", ...plainBun, ...args];
    const child = Bun.spawn(
      sandbox.wrap(command, { ...rules, limits: { ...rules.limits, cpuSecondsMax } }),
      {
        cwd,
        env: { ...env, TMPDIR: scratch.dir },
        stdio: ["ignore", "pipe", "pipe"],
        maxBuffer: printedMax,
      },
    );
    let limit: RanInside["limit"];
    const stopDeadline = startWorkDeadline({
      pid: child.pid,
      limitMs: timeoutMs,
      onTimeout() {
        limit = "time";
        child.kill("SIGKILL");
      },
    });
    const unwatch = watchMemory(child.pid, (megabytes) => {
      if (megabytes > memoryMbMax) limit = "memory";
      else if (scratch.isOverfull()) limit = "files";
      if (limit) child.kill("SIGKILL");
    });
    const [printed, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    await child.exited;
    stopDeadline();
    unwatch();
    const { exitCode, signalCode: signal } = child;
    if (Math.max(printed.length, errors.length) >= printedMax) limit ??= "output";
    if (signal === "SIGKILL") limit ??= "time";
    return { printed, errors, exitCode, signal, limit: signal === null ? undefined : limit };
  } finally {
    await scratch.remove();
  }
}
