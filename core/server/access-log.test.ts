import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { dirname } from "node:path";
import { json } from "hub/testing";
import { loadConfig } from "../app/config.ts";
import { type RunningHub, startHub } from "../app/start.ts";
import { quietLog } from "../platform/log/log.ts";
import { pluginFolder, removePluginFolders } from "../testing/plugin-folder.ts";
import { dataFolder } from "../testing/running-hub.ts";

const data = dataFolder();
const lines: string[] = [];
let hub: RunningHub;
let url: string;
let key: string;

beforeAll(async () => {
  const folder = pluginFolder({
    "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({ title: "Sample", summary: "x", isolated: false, try: { "/sample/:word": "say/[word].get" } });`,
    "routes/greet.get.ts": "",
    "routes/say/[word].get.ts": `import { t } from "hub";
import plugin from "../../plugin.ts";
export default plugin.route({
  summary: "x", params: t.Object({ word: t.String() }), response: t.Object({ said: t.String() }),
  example: { params: { word: "x" } }, handler: ({ params }) => ({ said: params.word }),
});`,
    "routes/fail.get.ts": `import { t } from "hub";
import plugin from "../plugin.ts";
export default plugin.route({
  summary: "x", response: t.Object({}), example: {},
  handler() { throw new Error("It fails"); },
});`,
    "routes/stream.get.ts": `import { binary, reply, t } from "hub";
import plugin from "../plugin.ts";
export default plugin.route({
  summary: "x", query: t.Object({ parts: t.Integer() }), response: binary("text/plain"),
  example: { query: { parts: 1 } },
  handler({ query }) {
    let sent = 0;
    return reply(new ReadableStream({
      async pull(controller) {
        await Bun.sleep(1);
        if (sent++ === query.parts) controller.close();
        else controller.enqueue(new Uint8Array(1000));
      },
    }), { type: "text/plain" });
  },
});`,
  });
  const env = { PORT: "0", HOST: "127.0.0.1", HUB_DATA: data.path, HUB_DATA_REFRESH: "0" };
  const config = loadConfig({
    ...env,
    HUB_ACCESS_LOG: "1",
    HUB_TRUST: "sample",
    HUB_PLUGINS: dirname(folder),
  });
  const output = { write: (line: string) => void lines.push(line) };
  hub = await startHub(config, { log: quietLog, output });
  url = `http://127.0.0.1:${hub.port}`;
  const body = '{"email":"ada@personal.example"}';
  key = (await json(await fetch(`${url}/api-key`, { method: "POST", body }))).api_key;
});

beforeEach(() => {
  lines.length = 0;
});

afterAll(async () => {
  await hub.drain();
  data.remove();
  removePluginFolders();
});

/** Calls a path. Returns the response and its line in the access log. */
async function call(path: string, init: RequestInit = {}, headers: Record<string, string> = {}) {
  const before = lines.length;
  const answer = await fetch(url + path, {
    ...init,
    headers: { "x-api-key": key, "accept-encoding": "identity", ...headers },
  });
  const bytes = (await answer.clone().bytes()).length;
  while (lines.length === before) await Bun.sleep(1);
  return { answer, bytes, entry: JSON.parse(lines.at(-1) ?? "") };
}

test("each response has a line with its route, account, status, time and size", async () => {
  const { answer, bytes, entry } = await call("/api/sample/say/hello");
  expect(entry).toEqual({
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    level: "info",
    message: "request",
    request_id: answer.headers.get("x-request-id"),
    method: "GET",
    route: "/api/sample/say/:word",
    status: 200,
    ms: expect.any(Number),
    bytes,
    account: "account_1",
  });
});

test.each([
  ["a failure", "/api/sample/fail", "GET", "/api/sample/fail", 500],
  ["a client error", "/api/sample/stream?parts=x", "GET", "/api/sample/stream", 400],
  ["a sample", "/try/sample/hi", "GET", "/try/sample/:word", 200],
  ["a page", "/documentation", "GET", "/documentation", 200],
  ["an unknown path", "/nothing/secret", "GET", "unknown", 404],
  ["another method", "/api/sample/say/x", "DELETE", "unknown", 405],
  ["a preflight", "/api/sample/say/x", "OPTIONS", "unknown", 204],
  ["a HEAD request", "/api/sample/say/x", "HEAD", "/api/sample/say/:word", 200],
  ["a file", "/api/qr/generate?data=x", "GET", "/api/qr/generate", 200],
])("%s is logged with the size that was sent", async (_, path, method, route, status) => {
  const { answer, bytes, entry } = await call(path, { method });
  expect(answer.status).toBe(status);
  expect(entry).toMatchObject({ method, route, status, bytes });
});

test("a compressed response is logged with its size on the wire", async () => {
  const before = lines.length;
  const answer = await fetch(`${url}/openapi.json`, {
    headers: { "accept-encoding": "gzip" },
    decompress: false,
  });
  const { length } = await answer.bytes();
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  expect(JSON.parse(lines[before] ?? "")).toMatchObject({ route: "/openapi.json", bytes: length });
});

test("a rejection for a missing key is logged with its route, and no account", async () => {
  const { entry } = await call("/api/sample/say/x", {}, { "x-api-key": `${key}x` });
  expect(entry).toMatchObject({ status: 401, route: "/api/sample/say/:word", account: null });
});

test("a stream is logged at its end, and as truncated if it didn't complete", async () => {
  const { entry } = await call("/api/sample/stream?parts=5");
  expect(entry).toMatchObject({ route: "/api/sample/stream", status: 200, bytes: 5000 });
  expect(entry.cut).toBeUndefined();
  const before = lines.length;
  const abort = new AbortController();
  const headers = { "x-api-key": key };
  const answer = await fetch(`${url}/api/sample/stream?parts=1000000`, {
    headers,
    signal: abort.signal,
  });
  await answer.body?.getReader().read();
  expect(lines.length).toBe(before);
  abort.abort();
  while (lines.length === before) await Bun.sleep(5);
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ route: "/api/sample/stream", cut: true });
});

test("no line contains a key, an email address, a caller's IP address, a path or a query", async () => {
  await call(`/api/sample/say/private?api_key=${key}`);
  await call("/nothing/private?token=private", {}, { "user-agent": "private" });
  await call("/api-key", { method: "POST", body: '{"email":"bob@personal.example"}' });
  expect(lines).toHaveLength(3);
  for (const secret of [key, key.slice(4), "personal.example", "127.0.0.1", "private"])
    expect(lines.join("\n")).not.toContain(secret);
});
