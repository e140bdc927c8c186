import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../core/app/config.ts";
import { type RunningHub, startHub } from "../core/app/start.ts";
import { type Log, quietLog } from "../core/platform/log/log.ts";

/** An empty folder for a hub's data, and how to remove it. */
export function dataFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "utilhub-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A whole hub on a free port of this machine, with the real services. */
export async function runHub(env: Record<string, string> = {}, log: Log = quietLog) {
  const data = dataFolder();
  const own = {
    ...{ PORT: "0", HOST: "127.0.0.1", HUB_DATA: data.path },
    // Neither is what most tests are about, and both are work.
    ...{ HUB_DATA_REFRESH: "0", HUB_LIVE: "0", HUB_EXAMPLES: "0" },
  };
  const config = loadConfig({ ...own, ...env });
  const hub: RunningHub = await startHub(config, { log });
  const url = `http://127.0.0.1:${hub.port}`;
  let people = 0;
  return {
    url,
    port: hub.port,
    /** The folder of its data. */
    data: data.path,
    get: (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers }),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      }),
    /** Signs up as somebody new. */
    async key(
      email = `person${people++}@example.com`,
      headers: Record<string, string> = {},
    ): Promise<string> {
      const answer = await this.post("/api-key", { email }, headers);
      const { api_key } = (await answer.json()) as { api_key: string };
      return api_key;
    },
    /** Sends bytes as they are and reads until the connection ends, or `ms` have passed. */
    raw: (text: string, ms = 2000) => exchangeRaw(hub.port, text, ms),
    /** Runs what plugins have scheduled up to a time. */
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
