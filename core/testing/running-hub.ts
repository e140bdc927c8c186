import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../app/config.ts";
import { type RunningHub, startHub } from "../app/start.ts";
import { type Log, quietLog } from "../platform/log/log.ts";

/** Creates an empty data folder for a hub, and a function that removes it. */
export function dataFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "utilhub-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Starts a complete hub with the real services on a free local port. */
export async function runHub(env: Record<string, string> = {}, log: Log = quietLog) {
  const data = dataFolder();
  const own = {
    ...{ PORT: "0", HOST: "127.0.0.1", HUB_DATA: data.path },
    // Most tests need neither, and both cost time.
    ...{ HUB_DATA_REFRESH: "0", HUB_LIVE: "0", HUB_EXAMPLES: "0" },
  };
  const config = loadConfig({ ...own, ...env });
  const hub: RunningHub = await startHub(config, { log });
  const url = `http://127.0.0.1:${hub.port}`;
  let people = 0;
  return {
    url,
    port: hub.port,
    /** Its data folder. */
    data: data.path,
    get: (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers }),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      }),
    /** Creates an account. */
    async key(
      email = `person${people++}@example.com`,
      headers: Record<string, string> = {},
    ): Promise<string> {
      const answer = await this.post("/api-key", { email }, headers);
      const { api_key } = (await answer.json()) as { api_key: string };
      return api_key;
    },
    /** Sends raw bytes, and reads until the connection ends or `ms` have passed. */
    raw: (text: string, ms = 2000) => exchangeRaw(hub.port, text, ms),
    /** Runs the scheduled tasks of plugins up to a time. */
    runDue: (now: number) => hub.runDue(now),
    drain: () => hub.drain(),
    async stop() {
      await hub.drain();
      data.remove();
    },
  };
}

async function exchangeRaw(port: number, text: string, ms: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let answer = "";
  let left: Uint8Array = Buffer.from(text);
  const send = (socket: { write(bytes: Uint8Array): number }) => {
    left = left.subarray(socket.write(left));
  };
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: send,
      drain: send,
      data: (_, bytes) => {
        answer += bytes.toString("latin1");
      },
      close: () => resolve(),
      error: () => resolve(),
    },
  });
  await Promise.race([promise, Bun.sleep(ms)]);
  socket.end();
  return answer;
}
