import { openAccounts } from "../accounts/open-gate.ts";
import { loadConfig } from "../app/config.ts";
import { quietLog } from "../platform/log/log.ts";
import { openRecords } from "../platform/store/open-records.ts";

/** An entry of the hub's log. */
interface LogEntry extends Record<string, unknown> {
  time: string;
  level: string;
  message: string;
}

/** A hub in a separate process. */
export type HubProcess = Awaited<ReturnType<typeof startProcess>>;

/** Starts a hub in a separate process, as `bun run start` does. */
export async function startProcess(
  env: Record<string, string>,
  cwd = `${import.meta.dir}/../..`,
  /** A shell command to run first, such as `ulimit -f 256`. */
  first = ":",
) {
  const command = ["sh", "-c", `${first}; exec "$0" core/main.ts`, process.execPath];
  const child = Bun.spawn(command, {
    cwd,
    env: {
      PATH: process.env.PATH ?? "",
      PORT: "0",
      HOST: "127.0.0.1",
      HUB_DATA_REFRESH: "0",
      HUB_LIVE: "0",
      HUB_EXAMPLES: "0",
      ...env,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const lines: string[] = [];
  const reading = read(child.stdout, lines);
  const isServing = (line: string) => line.includes("Get a key");
  while (!lines.some(isServing)) {
    const waitForEnd = await Promise.race([reading.then(() => true), Bun.sleep(5)]);
    if (waitForEnd && !lines.some(isServing))
      throw new Error(`The hub did not start: ${await child.stderr.text()}`);
  }
  const greeting = lines.find(isServing) ?? "";
  const port = Number(/localhost:(\d+)/.exec(greeting)?.[1]);
  return {
    child,
    port,
    url: `http://127.0.0.1:${port}`,
    /** The lines of its output. */
    lines,
    /** Waits for its end and for the rest of its output. */
    async ended(): Promise<number> {
      await reading;
      return child.exited;
    },
    /** Waits for a log entry. */
    async readLog(isSought: (entry: LogEntry) => boolean): Promise<LogEntry> {
      for (let at = 0; ; at++) {
        while (at >= lines.length) await Bun.sleep(5);
        const entry = JSON.parse(lines[at] ?? "") as LogEntry;
        if (isSought(entry)) return entry;
      }
    },
  };
}

async function read(stream: ReadableStream<Uint8Array>, lines: string[]): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of stream) {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
  }
  if (rest) lines.push(rest);
}

/** Issues keys to `count` accounts, without a hub. */
export async function issueKeys(data: string, count: number, env = {}): Promise<string[]> {
  const config = loadConfig({ HUB_DATA: data, ...env });
  const records = await openRecords(config);
  const { accounts, now } = await openAccounts(config, records, quietLog);
  const keys: string[] = [];
  for (let index = 0; index < count; index++) {
    const { key } = await accounts.issue(`caller${index}@example.com`, { now: now() });
    keys.push(key);
  }
  await records.close();
  return keys;
}
