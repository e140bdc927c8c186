import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { json, leftOf } from "hub/testing";
import { type HubProcess, startProcess } from "../../testing/hub-process.ts";
import { pluginFolder, removePluginFolders } from "../../testing/plugin-folder.ts";
import { dataFolder, runHub } from "../../testing/running-hub.ts";

// A time limit that only stops a hanging test.
setDefaultTimeout(900_000);

/** Counts its runs, across all hubs of a store. */
const sample = pluginFolder({
  "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({ title: "Sample", summary: "Counts its work.", permissions: { kv: true } });`,
  "routes/greet.get.ts": "",
  "routes/runs.get.ts": `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Tell how often it worked",
  response: t.Object({ runs: t.Integer(), keys: t.Array(t.String()) }),
  example: {},
  handler: async ({ kv }) => {
    const names = await kv.keys("keyed/");
    const keys = await Promise.all(names.map((name) => kv.get(name)));
    return { runs: (await kv.get("runs")) ?? 0, keys };
  },
});`,
  "routes/work.post.ts": `import { HubError, t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Work",
  query: t.Object({ failing: t.Optional(t.String()), times: t.Integer({ default: 0 }), ms: t.Integer({ default: 0 }), slow: t.Integer({ default: 1000 }), size: t.Integer({ default: 0 }) }),
  body: t.Object({ text: t.String({ maxLength: 40_000_000 }) }),
  bodyBytesMax: 40_000_000,
  response: t.Object({ text: t.String(), run: t.Integer() }),
  cost: ({ body }) => body.text === "dear" ? 5 : 1,
  example: { query: {}, body: { text: "a" } },
  handler: async ({ body, query, kv, caller }) => {
    const run = await kv.increment("runs", 1);
    if (body.text === "keyed") await kv.set("keyed/" + String(run).padStart(6, "0"), caller.retryKey ?? "none");
    if (query.ms > 0 && run <= query.slow) await Bun.sleep(query.ms);
    if (query.failing && run <= query.times) throw new HubError(query.failing, "It was told to fail");
    return { text: query.size > 0 && run <= query.times ? "x".repeat(query.size) : body.text, run };
  },
});`,
  "routes/flow.post.ts": `import { binary, reply, t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Flow",
  body: t.Object({ parts: t.Integer() }),
  response: binary("text/plain"),
  example: { body: { parts: 2 } },
  handler: async ({ body, kv }) => {
    const run = await kv.increment("runs", 1);
    let part = 0;
    return reply(new ReadableStream({
      async pull(controller) {
        await Bun.sleep(5);
        controller.enqueue(new TextEncoder().encode(run + "." + part + " "));
        if (++part === body.parts) controller.close();
      },
    }), { type: "text/plain" });
  },
});`,
  "routes/form.post.ts": `import { file, t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Take a form",
  body: t.Object({ part: file() }),
  response: t.Object({ run: t.Integer() }),
  example: { body: { part: new File(["a"], "a.txt") } },
  handler: async ({ kv }) => ({ run: await kv.increment("runs", 1) }),
});`,
  "routes/upload.post.ts": `import { file, t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Take an upload",
  body: t.Object({ file: file({ maxBytes: 30_000_000, streamed: true }) }),
  raw: { "application/octet-stream": "file" },
  bodyBytesMax: 30_000_000,
  response: t.Object({ size: t.Integer() }),
  example: { body: { file: new File(["a"], "a.txt") } },
  handler: async ({ body }) => ({ size: body.file.size }),
});`,
});
afterAll(removePluginFolders);
const env = {
  HUB_PLUGINS: dirname(sample),
  HUB_TRUST: "sample",
  HUB_TIERS: "free=100000/1000000",
};
const path = "/api/sample/work";

describe("a POST with an Idempotency-Key", () => {
  let hub: Awaited<ReturnType<typeof runHub>>;
  let key: string;
  beforeAll(async () => {
    hub = await runHub(env);
    key = await hub.key();
  });
  afterAll(() => hub.stop());

  let count = 0;
  const fresh = () => `key-${count++}`;
  const post = (
    idempotencyKey: string,
    { to = path, body = { text: "a" } as unknown, headers = {} } = {},
  ) => hub.post(to, body, { "x-api-key": key, "idempotency-key": idempotencyKey, ...headers });
  const used = async () => (await json(await hub.get("/api-key", { "x-api-key": key }))).used_today;

  test("is replayed without the work, and costs nothing of the day", async () => {
    const name = fresh();
    const first = await post(name, { body: { text: "dear" } });
    const before = await used();
    const again = await post(name, { body: { text: "dear" } });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await again.text()).toBe(await first.text());
    const own = /^(?:x-request-id|date|x?-?ratelimit.*|idempotency-replayed)$/;
    const lasting = ({ headers }: Response) => [...headers].filter(([name]) => !own.test(name));
    expect(lasting(again)).toEqual(lasting(first));
    expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect(await used()).toBe(before);
    expect(leftOf(again, "day")).toBe(leftOf(first, "day"));
    // It still counts towards the calls per minute.
    expect(leftOf(again, "minute")).toBe(leftOf(first, "minute") - 1);
  });

  test("is the same request with a compressed or uncompressed body", async () => {
    const name = fresh();
    const send = async (body: string | Uint8Array<ArrayBuffer>, coding: string) => {
      const headers = {
        "x-api-key": key,
        "idempotency-key": name,
        "content-type": "application/json",
      };
      const all = { ...headers, "content-encoding": coding };
      return fetch(hub.url + path, { method: "POST", body, headers: all });
    };
    const text = JSON.stringify({ text: "compressed" });
    const first = await send(Bun.gzipSync(text), "gzip");
    const again = await send(text, "identity");
    expect([first.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    expect(await json(again)).toEqual(await json(first));
  });

  test("has a smaller limit if the file would be streamed without the key", async () => {
    const send = (size: number, headers: Record<string, string>) =>
      fetch(`${hub.url}/api/sample/upload`, {
        method: "POST",
        body: new Uint8Array(size),
        headers: { "x-api-key": key, "content-type": "application/octet-stream", ...headers },
      });
    expect((await send(16_777_217, {})).status).toBe(200);
    expect((await send(16_777_216, { "idempotency-key": fresh() })).status).toBe(200);
    const refused = await send(16_777_217, { "idempotency-key": fresh() });
    expect(refused.status).toBe(413);
    expect((await json(refused)).detail).toBe(
      "A body with Idempotency-Key or Prefer: respond-async must have at most 16777216 bytes",
    );
  });

  test("costs as much as its work, the first time", async () => {
    const before = await used();
    await post(fresh(), { body: { text: "dear" } });
    expect(await used()).toBe(before + 5);
  });

  test.each([
    ["another body", { body: { text: "b" } }],
    ["another query", { to: `${path}?ms=1` }],
    ["another path", { to: "/api/sample/flow", body: { parts: 1 } }],
  ])("is rejected with %s under the same key", async (_, other) => {
    const name = fresh();
    await post(name);
    const refused = await post(name, other);
    expect([refused.status, (await json(refused)).code]).toEqual([422, "idempotency_key_reused"]);
  });

  test("must wait while the first is running", async () => {
    const name = fresh();
    const first = post(name, { to: `${path}?ms=300` });
    let second: Response;
    do second = await post(name, { to: `${path}?ms=300` });
    while (second.status === 200 && second.headers.get("idempotency-replayed") === null);
    expect([second.status, (await json(second)).code]).toEqual([409, "idempotency_in_progress"]);
    expect(second.headers.get("retry-after")).toBe("1");
    expect((await first).status).toBe(200);
  });

  test.each([
    ["busy", 503],
    ["internal_error", 500],
    ["rate_limited", 429],
  ])("runs again if it failed by %s, which isn't stored", async (failing, status) => {
    const { runs } = await json(await hub.get("/api/sample/runs", { "x-api-key": key }));
    const to = `${path}?failing=${failing}&times=${runs + 1}`;
    const name = fresh();
    expect((await post(name, { to })).status).toBe(status);
    const second = await post(name, { to });
    expect([second.status, (await json(second)).run]).toEqual([200, runs + 2]);
  });

  test("gives the handler the same retry key in each run, and none without a key", async () => {
    const own = async () =>
      (await json(await hub.get("/api/sample/runs", { "x-api-key": key }))) as {
        runs: number;
        keys: string[];
      };
    const before = await own();
    const to = `${path}?failing=busy&times=${before.runs + 1}`;
    const name = fresh();
    const body = { text: "keyed" };
    expect((await post(name, { to, body })).status).toBe(503);
    expect((await post(name, { to, body })).status).toBe(200);
    await hub.post(path, body, { "x-api-key": key });
    const keys = (await own()).keys.slice(-3);
    expect([keys[0] === keys[1], keys[0]?.startsWith("key_"), keys[2]]).toEqual([
      true,
      true,
      "none",
    ]);
  });

  test("stores a rejection by the work itself, and none from before the work", async () => {
    const name = fresh();
    expect((await post(name, { body: { wrong: true } })).status).toBe(400);
    const to = `${path}?failing=not_found&times=1000000`;
    expect((await post(name, { to })).status).toBe(404);
    const again = await post(name, { to });
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([404, "true"]);
    expect(again.headers.get("content-type")).toBe("application/problem+json");
  });

  test("returns a stream as it comes, and replays all of it", async () => {
    const name = fresh();
    const first = await post(name, { to: "/api/sample/flow", body: { parts: 4 } });
    const text = await first.text();
    let again: Response;
    do again = await post(name, { to: "/api/sample/flow", body: { parts: 4 } });
    while (again.status === 409);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await again.text()).toBe(text);
  });

  test("completes after its caller leaves, who gets the response by a retry", async () => {
    const name = fresh();
    const to = `${path}?ms=200`;
    const leaving = new AbortController();
    const gone = fetch(hub.url + to, {
      method: "POST",
      body: '{"text":"a"}',
      headers: { "content-type": "application/json", "x-api-key": key, "idempotency-key": name },
      signal: leaving.signal,
    });
    const isBegun = async () => (await post(name, { to })).status === 409;
    while (!(await isBegun())) await Bun.sleep(1);
    leaving.abort();
    await gone.catch(() => {});
    let again: Response;
    do again = await post(name, { to });
    while (again.status === 409);
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
  });

  test("is the same form with any boundary", async () => {
    const name = fresh();
    const send = (text: string) => {
      const body = new FormData();
      body.append("part", new File([text], "a.txt"));
      return fetch(`${hub.url}/api/sample/form`, {
        method: "POST",
        body,
        headers: { "x-api-key": key, "idempotency-key": name },
      });
    };
    const first = await json(await send("a"));
    expect(await json(await send("a"))).toEqual(first);
    expect((await send("b")).status).toBe(422);
  });

  test("can be quoted or not, and is separate for each account", async () => {
    const name = fresh();
    const first = await json(await post(name));
    expect(await json(await post(`"${name}"`))).toEqual(first);
    const other = await post(name, { headers: { "x-api-key": await hub.key() } });
    expect(other.headers.get("idempotency-replayed")).toBeNull();
  });

  test.each([["a b"], ['"a'], ["a,b"], ['""'], ["x".repeat(256)], ['"é"']])(
    "is rejected if the key is %j",
    async (name) => {
      const refused = await post(name);
      const { status, code, detail } = await json(refused);
      expect([status, code]).toEqual([400, "invalid_input"]);
      expect(detail).toContain("Idempotency-Key");
    },
  );

  test("is returned but not stored if the response has more than 32 MiB, and says so", async () => {
    const name = fresh();
    const { runs } = await json(await hub.get("/api/sample/runs", { "x-api-key": key }));
    // Only the first response is large: a second run shows in the smaller one.
    const to = `${path}?size=${2 ** 25}&times=${runs + 1}`;
    const first = await post(name, { to });
    expect([first.status, first.headers.get("idempotency-kept")]).toEqual([200, "false"]);
    expect((await first.bytes()).length).toBeGreaterThan(2 ** 25);
    const again = await post(name, { to });
    expect(again.headers.get("idempotency-replayed")).toBeNull();
    expect((await json(again)).run).toBe(runs + 2);
  });

  test("fails with busy while other bodies of the account fill the memory", async () => {
    const body = JSON.stringify({ text: "x".repeat(34_000_000) });
    const send = () =>
      fetch(`${hub.url}${path}?ms=500`, {
        method: "POST",
        body,
        headers: {
          "content-type": "application/json",
          "x-api-key": key,
          "idempotency-key": fresh(),
        },
      });
    const answers = await Promise.all([send(), send()]);
    const statuses = await Promise.all(answers.map(async (answer) => (await json(answer)).code));
    expect(statuses.toSorted()).toEqual(["busy", undefined]);
  });

  test("runs again if the file of its response was removed", async () => {
    const name = fresh();
    const { run } = await json(await post(name));
    const folder = `${hub.data}/kept/answers`;
    for (const file of readdirSync(folder)) rmSync(`${folder}/${file}`);
    expect((await json(await post(name))).run).toBeGreaterThan(run);
  });
});

describe("two hubs of one data folder", () => {
  const data = dataFolder();
  const settings = { ...env, HUB_DATA: data.path };
  let one: HubProcess;
  /** In this process, because it isn't killed. */
  let other: Awaited<ReturnType<typeof runHub>>;
  beforeAll(async () => {
    [one, other] = await Promise.all([startProcess(settings), runHub(settings)]);
  });
  afterAll(async () => {
    one.child.kill("SIGKILL");
    await one.child.exited;
    await other.stop();
    data.remove();
  });
  type Hub = Pick<HubProcess, "url">;
  const post = (hub: Hub, key: string, name: string, query = "") =>
    fetch(`${hub.url}${path}${query}`, {
      method: "POST",
      body: '{"text":"a"}',
      headers: { "content-type": "application/json", "x-api-key": key, "idempotency-key": name },
    });
  /** Lets the lease of a killed hub expire. */
  const expireLease = () => {
    using database = new Database(`${data.path}/hub.sqlite`);
    database.run("UPDATE idempotency SET expiresAt = 1 WHERE status IS NULL");
  };
  const fetchRunCount = async (hub: Hub, key: string): Promise<number> =>
    (await json(await fetch(`${hub.url}/api/sample/runs`, { headers: { "x-api-key": key } }))).runs;

  test("run fifty concurrent equal POSTs once; a killed hub's request is taken over", async () => {
    const issued = await fetch(`${one.url}/api-key`, {
      method: "POST",
      body: '{"email":"a@example.com"}',
      headers: { "content-type": "application/json" },
    });
    const key = (await json(issued)).api_key;
    while ((await fetch(`${other.url}/api-key`, { headers: { "x-api-key": key } })).status !== 200)
      await Bun.sleep(20);

    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        post(index % 2 ? one : other, key, "fifty", "?ms=200"),
      ),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done.filter(({ headers }) => !headers.has("idempotency-replayed"))).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect(await fetchRunCount(other, key)).toBe(1);
    const replays = await Promise.all(
      [one, other].map((hub) => post(hub, key, "fifty", "?ms=200")),
    );
    expect(await Promise.all(replays.map(async (again) => (await json(again)).run))).toEqual([
      1, 1,
    ]);

    // Only the first run is slow.
    const slow = "?ms=60000&slow=2";
    const lost = post(one, key, "lost", slow).catch(() => {});
    while ((await fetchRunCount(other, key)) < 2) await Bun.sleep(5);
    one.child.kill("SIGKILL");
    await one.child.exited;
    await lost;
    expireLease();
    let taken: Response;
    do taken = await post(other, key, "lost", slow);
    while (taken.status === 409);
    expect((await json(taken)).run).toBe(3);
  });
});
