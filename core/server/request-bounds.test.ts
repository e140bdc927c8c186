import { afterAll, expect, spyOn, test } from "bun:test";
import { dirname } from "node:path";
import { gzipSync } from "node:zlib";
import { json } from "hub/testing";
import { pluginFolder, removePluginFolders } from "../testing/plugin-folder.ts";
import { runHub } from "../testing/running-hub.ts";

const sample = pluginFolder({
  "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({
  title: "Sample", summary: "Weighs things.", isolated: false, limits: { bodyBytesMax: 4_000_000 },
});`,
  // Light if it is small. Its cost and its timeout depend on the body.
  "routes/weigh.post.ts": `import { file, t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Weigh",
  body: t.Object({
    items: t.Optional(t.Array(t.String({ maxLength: 1_000_000 }), { maxItems: 20_000 })),
    text: t.String({ default: "", maxLength: 1_000_000 }),
    note: t.String({ default: "none", maxLength: 9 }),
    ms: t.Integer({ default: 0 }),
    file: t.Optional(file({ streamed: true })),
  }, { additionalProperties: false }),
  raw: { "text/csv": "text" },
  response: t.Object({
    length: t.Integer(), note: t.String(), size: t.Integer(), process: t.Integer(),
  }),
  heavy: ({ body }) => body.note === "slow",
  cost: ({ body }) => body.items?.length ?? 1,
  timeoutMs: ({ body }) => body.ms > 0 ? 100 : 20_000,
  bodyValuesMax: 50_000,
  example: { body: { items: ["a"] } },
  async handler({ body: { items = [], text, note, ms, file } }) {
    if (ms > 0) await Bun.sleep(ms);
    const size = (await file?.bytes())?.length ?? 0;
    return { length: (text + items.join("")).length, note, size, process: process.pid };
  },
});`,
});

/** A plugin whose declarations the hub doesn't trust: only its own process runs its patterns. */
const foreign = pluginFolder(
  {
    "routes/greet.get.ts": "",
    "routes/match.post.ts": `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Match",
  body: t.Object({ words: t.Array(t.String({ pattern: "^x+$" })) }),
  response: t.Object({ count: t.Integer() }),
  cost: "body.words",
  example: { body: { words: ["x"] } },
  handler: ({ body }) => ({ count: body.words.length }),
});`,
  },
  "foreign",
);

const hub = await runHub({
  HUB_PLUGINS: `${dirname(sample)}:${dirname(foreign)}`,
  HUB_TRUST: "sample",
  HUB_TIERS: "free=unlimited/100000",
});
const key = await hub.key();
afterAll(async () => {
  await hub.stop();
  removePluginFolders();
});

const weigh = "/api/sample/weigh";
const urlencoded = "application/x-www-form-urlencoded";

async function post(
  path: string,
  body: NonNullable<RequestInit["body"]>,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(hub.url + path, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", "x-api-key": key, ...headers },
  });
  return { status: answer.status, ...(await json(answer)) };
}

async function unitsUsed(): Promise<number> {
  return (await json(await hub.get("/api-key", { "x-api-key": key }))).used_today;
}

/** Counts texts that this process parses although they are large. */
function countLargeTexts(): () => number {
  const parse = spyOn(JSON, "parse");
  return () => {
    const large = parse.mock.calls.filter(([text]) => String(text).length > 300_000);
    parse.mockRestore();
    return large.length;
  };
}

const names = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(",")}}`;
const lists = (count: number) => `{"files":[${"[],".repeat(count)}0]}`;

test("JSON with too many values is refused before it is parsed, however it is sent", async () => {
  const count = countLargeTexts();
  for (const body of [names(200_000), lists(200_000)]) {
    const refusal = {
      ...{ status: 413, code: "payload_too_large", max_values: 100_000 },
      detail:
        "The body must have at most 100000 JSON values, counting lists, objects, list items and field names: it has more",
    };
    const gzip = { "content-encoding": "gzip" };
    expect(await post("/api/pdf/merge", body)).toMatchObject(refusal);
    expect(await post("/api/pdf/merge", new Blob([body]).stream())).toMatchObject(refusal);
    expect(await post("/api/pdf/merge", gzipSync(body), gzip)).toMatchObject(refusal);
    const keyed = { "idempotency-key": crypto.randomUUID() };
    expect(await post("/api/pdf/merge", body, keyed)).toMatchObject(refusal);
  }
  expect(count()).toBe(0);
});

test("a route states its own number of values, in small bodies and in large ones", async () => {
  for (const space of ["", " ".repeat(300_000)])
    expect(await post(weigh, `{"items":[${"0,".repeat(50_000)}0]}${space}`)).toMatchObject({
      ...{ status: 413, max_values: 50_000 },
    });
});

test("brackets, commas and escaped quotes in a text don't count", async () => {
  const text = '[{:,\\"'.repeat(30_000);
  expect(await post(weigh, `{"items":["${text}"]}`)).toMatchObject({
    status: 200,
    length: 150_000,
  });
});

test("deep JSON is refused in a body of any size", async () => {
  const deep = `{"items":${"[".repeat(70)}${"]".repeat(70)}}`;
  for (const body of [deep, deep + " ".repeat(300_000)])
    expect(await post(weigh, body)).toMatchObject({
      ...{ status: 400, code: "invalid_json" },
      detail: "The body must not be nested deeper than 64 levels",
    });
});

test("a large body is parsed and validated by a job process, with the same results", async () => {
  const large = ["x".repeat(400_000), "y"];
  const count = countLargeTexts();
  const small = await post(weigh, JSON.stringify({ items: ["x", "y"] }));
  expect(small).toMatchObject({ status: 200, length: 2, note: "none", process: process.pid });
  const answer = await post(weigh, JSON.stringify({ items: large }));
  expect(answer).toMatchObject({ status: 200, length: 400_001, note: "none" });
  expect(answer.process).not.toBe(process.pid);
  const form = await post(weigh, `items=${JSON.stringify(large)}&note=a`, {
    "content-type": urlencoded,
  });
  expect(form).toMatchObject({ status: 200, length: 400_001, note: "a" });
  const csv = await post(`${weigh}?note=b`, "x".repeat(400_000), { "content-type": "text/csv" });
  expect(csv).toMatchObject({ status: 200, length: 400_000, note: "b" });
  const said = (items: unknown) => post(weigh, JSON.stringify({ items, note: "0123456789" }));
  const { request_id: _, ...fault } = await said(large);
  expect(fault).toEqual({ ...(await said(["x"])), request_id: undefined });
  expect(count()).toBe(0);
});

test("many values in a small body go to a job process, too", async () => {
  const answer = await post(weigh, JSON.stringify({ items: Array(15_000).fill("x") }));
  expect(answer).toMatchObject({ status: 200, length: 15_000 });
  expect(answer.process).not.toBe(process.pid);
});

test("a large body costs as many units as a small one with the same items", async () => {
  const before = await unitsUsed();
  await post(weigh, JSON.stringify({ items: ["x".repeat(400_000), "y", "z"] }));
  expect(await unitsUsed()).toBe(before + 3);
  const keyed = { "idempotency-key": crypto.randomUUID() };
  const body = JSON.stringify({ items: ["x".repeat(400_000), "y"] });
  for (let time = 0; time < 2; time++)
    expect(await post(weigh, body, keyed)).toMatchObject({ status: 200, length: 400_001 });
  expect(await unitsUsed()).toBe(before + 5);
});

test("a large body that costs more than is left doesn't run", async () => {
  const other = { "x-api-key": await hub.key() };
  const [plain, patient] = [{}, { "idempotency-key": crypto.randomUUID() }];
  for (let spent = 0; spent < 95_000; spent += 19_000)
    await post(weigh, JSON.stringify({ items: Array(19_000).fill("x".repeat(20)) }), other);
  for (const headers of [plain, patient])
    expect(
      await post(weigh, JSON.stringify({ items: Array(19_000).fill("x".repeat(20)) }), {
        ...{ ...other, ...headers },
      }),
    ).toMatchObject({ status: 429, code: "quota_exceeded" });
});

test("an invalid large body doesn't use up its Idempotency-Key", async () => {
  const keyed = { "idempotency-key": crypto.randomUUID() };
  const items = ["x".repeat(400_000)];
  const wrong = JSON.stringify({ items, note: "0123456789" });
  expect(await post(weigh, wrong, keyed)).toMatchObject({ status: 400, code: "invalid_input" });
  expect(await post(weigh, JSON.stringify({ items }), keyed)).toMatchObject({ status: 200 });
});

test("a large body is validated and charged before it is accepted as a background job", async () => {
  const before = await unitsUsed();
  const later = { prefer: "respond-async" };
  const ask = (body: object) =>
    post(weigh, JSON.stringify({ items: ["x".repeat(400_000), "y"], ...body }), later);
  expect(await ask({ note: "0123456789" })).toMatchObject({ status: 400, code: "invalid_input" });
  expect(await ask({ note: "light" })).toMatchObject({ status: 200, note: "light" });
  const job = await ask({ note: "slow" });
  expect(job).toMatchObject({ status: "queued" });
  expect(await unitsUsed()).toBe(before + 1 + 2 + 2);
  let result: Response;
  do result = await hub.get(`${job.links.self}/result`, { "x-api-key": key });
  while (result.status === 409);
  expect(await json(result)).toMatchObject({ length: 400_001, note: "slow" });
  expect(await unitsUsed()).toBe(before + 1 + 2 + 2);
});

test("a large body of a foreign plugin is checked and charged by its declarations", async () => {
  const before = await unitsUsed();
  const ask = (last: string) =>
    post("/api/foreign/match", JSON.stringify({ words: ["x".repeat(400_000), "x", last] }));
  expect(await ask("x")).toMatchObject({ status: 200, count: 3 });
  expect(await unitsUsed()).toBe(before + 3);
  expect(await ask("y")).toMatchObject({
    ...{ status: 400, code: "invalid_input" },
    errors: [{ location: "body.words.2" }],
  });
});

test("the timeout of a large body is the one that its route computes", async () => {
  const body = JSON.stringify({ items: ["x".repeat(400_000)], ms: 5000 });
  expect(await post(weigh, body)).toMatchObject({ status: 504, timeout_ms: 100 });
});

test("a large file in a form stays beside large fields", async () => {
  const form = new FormData();
  form.append("file", new File([Buffer.alloc(2_000_000)], "a.bin"));
  form.append("items", JSON.stringify(["x".repeat(400_000)]));
  const answer = await fetch(hub.url + weigh, {
    method: "POST",
    body: form,
    headers: { "x-api-key": key },
  });
  expect(await json(answer)).toMatchObject({ length: 400_000, size: 2_000_000 });
});

test("a form has at most 1000 parts, in either encoding", async () => {
  const refusal = {
    ...{ status: 400, code: "invalid_input" },
    detail: "The form in the body must have at most 1000 parts: it has more",
  };
  const fields = (count: number) => Array(count).fill("items=x").join("&");
  const type = { "content-type": urlencoded };
  expect(await post(weigh, fields(1000), type)).toMatchObject({ status: 200, length: 1000 });
  expect(await post(weigh, fields(1001), type)).toMatchObject(refusal);
  expect(await post(weigh, fields(100_000), type)).toMatchObject(refusal);
  const parts = (count: number) =>
    `${'--b\r\nContent-Disposition: form-data; name="items"\r\n\r\nx\r\n'.repeat(count)}--b--\r\n`;
  for (const boundary of ["; boundary=b", ""]) {
    const type = { "content-type": `multipart/form-data${boundary}` };
    expect(await post(weigh, parts(1000), type)).toMatchObject({ status: 200, length: 1000 });
    expect(await post(weigh, parts(1001), type)).toMatchObject(refusal);
    expect(await post(weigh, parts(9000), type)).toMatchObject(refusal);
  }
});

test("JSON in a field of a form or a query is bounded like a body", async () => {
  const many = `[${"0,".repeat(100_000)}0]`;
  const answer = await post(weigh, `items=${many}`, { "content-type": urlencoded });
  expect(answer).toMatchObject({ status: 413, code: "payload_too_large" });
  expect(answer.detail).toStartWith("body.items must have at most 100000 JSON values");
});

test("a query has at most 1000 parameters, with a key and without one", async () => {
  const ask = (path: string, count: number) =>
    hub.get(`${path}?${Array(count).fill("a=1").join("&")}`, { "x-api-key": key });
  for (const path of ["/api/dev/hash/md5", "/", "/follow"]) {
    const answer = await ask(path, 1001);
    expect({ status: answer.status, ...(await json(answer)) }).toMatchObject({
      ...{ status: 400, code: "invalid_request" },
      detail: "The query must have at most 1000 parameters: it has more",
    });
    expect(await (await ask(path, 1000)).text()).not.toContain("parameters: it has");
  }
});

const message = (length: number) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { text: "x".repeat(length) } });

test("a body without a key has at most 64 KiB, also on /mcp", async () => {
  for (const path of ["/mcp", "/api-key"])
    for (const bad of ["", "hub_wrong"])
      expect(await post(path, message(70_000), { "x-api-key": bad })).toMatchObject({
        ...{ status: 413, code: "payload_too_large", max_bytes: 65_536 },
      });
  expect(await post("/mcp", message(60_000), { "x-api-key": "" })).toMatchObject({ status: 200 });
});

test("a message of several megabytes with a key is parsed in another thread", async () => {
  const count = countLargeTexts();
  expect(await post("/mcp", message(9_000_000))).toMatchObject({ status: 200, result: {} });
  expect(await post("/mcp", `{"a":"${"x".repeat(300_000)}`)).toMatchObject({
    ...{ status: 400, code: "invalid_json" },
  });
  const form = await post("/mcp", `id=${"x".repeat(300_000)}`, { "content-type": urlencoded });
  expect(form).toMatchObject({ status: 413, max_bytes: 262_144 });
  expect(count()).toBe(0);
});

test("a wrong key is reported before the body arrives", async () => {
  for (const [method, path] of [
    ["POST", "/api-key/keys"],
    ["PATCH", "/api-key"],
    ["PUT", "/api-key/notices"],
    ["POST", "/api/dev/hash"],
  ] as const) {
    const head = `${method} ${path} HTTP/1.1\r\nHost: hub\r\nContent-Type: application/json\r\nContent-Length: 50000\r\n`;
    expect(await hub.raw(`${head}\r\n`, 300)).toStartWith("HTTP/1.1 401 ");
    expect(await hub.raw(`${head}X-API-Key: hub_wrong\r\n\r\n`, 300)).toStartWith("HTTP/1.1 401 ");
  }
});

test("bodies without a key are limited by IP address", async () => {
  const answers = await Promise.all(
    Array.from({ length: 620 }, () => post("/mcp", "{}", { "x-api-key": "" })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(20);
  expect(refused[0]).toMatchObject({ code: "rate_limited" });
  expect(await post("/mcp", message(10))).toMatchObject({ status: 200 });
});
