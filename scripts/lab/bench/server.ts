import { readFileSync } from "node:fs";
import { scripts } from "../../../package.json";

/** Prefix of a command: runs it on the first core with a high priority. */
export const onFirstCore = ["nice", "-n", "-15", "taskset", "-c", "0"] as const;

/** The command that starts a hub, with its settings, as `bun run start` does after the installation. */
export const hubCommand = ["env", ...(scripts.start.split(" && ").at(-1) ?? "").split(" ")].map(
  (word) => (word === "bun" ? process.execPath : word),
);

/** A server in a separate process. */
export interface BenchServer {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

interface Where {
  /** Whether it runs on the first core only. Default: true. */
  isPinned?: boolean;
  /** The working directory. Default: the hub's folder. */
  cwd?: string;
}

/**
 * Starts a program of `servers/` that prints its address. Its working directory is `servers/`, because in the hub's
 * folder Bun preloads modules for plugins. Default command: Bun.
 */
export function startPeer(
  [file, ...args]: readonly [file: string, ...string[]],
  env: Record<string, string> = {},
  { runtime = process.execPath, ...where }: Where & { runtime?: string } = {},
): Promise<BenchServer> {
  return startServer([runtime, file, ...args], env, {
    ...where,
    cwd: `${import.meta.dir}/servers`,
  });
}

/** Starts a program that prints its address. */
export async function startServer(
  command: readonly string[],
  env: Record<string, string> = {},
  { isPinned = true, cwd = `${import.meta.dir}/../../..` }: Where = {},
): Promise<BenchServer> {
  const pinned = isPinned ? onFirstCore : [];
  const child = Bun.spawn([...pinned, ...command], {
    cwd,
    env: { ...process.env, ...env } as Record<string, string>,
    stdout: "pipe",
    stderr: "inherit",
  });
  const reader = child.stdout.getReader();
  let text = "";
  for (;;) {
    const address = /http:\/\/[\w.]+:\d+/.exec(text)?.[0];
    if (address)
      return {
        url: address.replace("localhost", "127.0.0.1"),
        pid: child.pid,
        async stop() {
          child.kill();
          await child.exited;
        },
      };
    const { value, done } = await reader.read();
    if (done) throw new Error(`${command.join(" ")} ended before it listened`);
    text += Buffer.from(value).toString();
  }
}

/** Returns the resident memory of a process, in megabytes. */
export function residentMb(pid: number): number {
  const [, kilobytes = ""] = readFileSync(`/proc/${pid}/status`, "latin1").split("VmRSS:");
  return Number.parseInt(kilobytes, 10) / 1024;
}
