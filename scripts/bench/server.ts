import { readFileSync } from "node:fs";
import { scripts } from "../../package.json";

/** Has a command run on the first core, before what else wants that. */
export const onFirstCore = ["nice", "-n", "-15", "taskset", "-c", "0"] as const;

/** What starts a hub, as `bun run start` does behind its installation. */
export const hubCommand = [
  process.execPath,
  ...(scripts.start.split("&& bun ").at(-1) ?? "").split(" "),
] as const;

/** A server in a process of its own. */
export interface BenchServer {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a program that prints the address it listens at, on the first core or on all of them. */
export async function startServer(
  command: readonly string[],
  env: Record<string, string> = {},
  { isPinned = true }: { isPinned?: boolean } = {},
): Promise<BenchServer> {
  const pinned = isPinned ? onFirstCore : [];
  const child = Bun.spawn([...pinned, ...command], {
    cwd: `${import.meta.dir}/../..`,
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

/** The memory of a process that is resident, in megabytes. */
export function residentMb(pid: number): number {
  const [, kilobytes = ""] = readFileSync(`/proc/${pid}/status`, "latin1").split("VmRSS:");
  return Number.parseInt(kilobytes, 10) / 1024;
}
