import { afterAll, describe, expect, test } from "bun:test";
import { dirname } from "node:path";
import fc from "fast-check";
import { cases, json } from "hub/testing";
import { openSqlite } from "../platform/store/sqlite.ts";
import { pluginFolder, removePluginFolders } from "../testing/plugin-folder.ts";
import { runHub } from "../testing/running-hub.ts";

/** Endpoints that work until another request lets them finish. Those in job processes ignore their signal. */
const sample = pluginFolder({
  "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({
  title: "Sample", summary: "Waits.", permissions: { kv: true }, isolated: false,
});`,
  "routes/greet.get.ts": "",
  ...Object.fromEntries(
    [
      ["work.get.ts", "query", "heavy: true,"],
      ["work.post.ts", "body", "heavy: true,"],
      ["light.get.ts", "query", ""],
    ].map(([file, part, heavy]) => [
      `routes/${file}`,
      `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Wait",
  ${part}: t.Object({ until: t.String() }),
  response: t.Object({ done: t.Boolean() }),
  ${heavy}
  cost: () => 3,
  timeoutMs: 600_000,
  example: { ${part}: { until: "a" } },
  async handler({ ${part}, kv, signal }) {
    ${heavy ? "" : "signal.addEventListener('abort', () => {}, { once: true });"}
    while (!(await kv.get(${part}.until))) {
      ${heavy ? "" : "signal.throwIfAborted();"}
      await Bun.sleep(20);
    }
    return { done: true };
  },
});`,
    ]),
  ),
  ...Object.fromEntries(
    [false, true].map((heavy) => [
      `routes/${heavy ? "heavy-" : ""}stream.get.ts`,
      `import { binary, reply, t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Stream",
  query: t.Object({ until: t.String() }),
  response: binary("text/event-stream"),
  heavy: ${heavy},
  timeoutMs: 600_000,
  example: { query: { until: "a" } },
  handler: ({ query, kv }) => reply(new ReadableStream({
    async pull(controller) {
      controller.enqueue(Buffer.from("more\\n"));
      if (await kv.get(query.until)) controller.close();
      else await Bun.sleep(20);
    },
  }), { type: "text/event-stream" }),
});`,
    ]),
  ),
  "routes/echo.post.ts": `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Echo",
  body: t.Object({ text: t.String() }),
  response: t.Object({ runs: t.Number() }),
  example: { body: { text: "a" } },
  handler: async ({ body, kv }) => ({ runs: await kv.increment("runs of " + body.text, 1) }),
});`,
  "routes/finish.post.ts": `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Finish",
  body: t.Object({ name: t.String() }),
  response: t.Object({ runs: t.Union([t.Number(), t.Null()]) }),
  example: { body: { name: "a" } },
  async handler({ body: { name }, kv }) {
    await kv.set(name, true);
    return { runs: (await kv.get("runs of " + name)) ?? null };
  },
});`,
});

const token = "operators-own-token";
const hub = await runHub({
  HUB_ADMIN_TOKEN: token,
  HUB_JOBS: "2",
  HUB_PLUGINS: dirname(sample),
  HUB_TIERS: "free=1000/100000",
  HUB_TRUST: "sample",
  TRUSTED_PROXIES: "127.0.0.1",
});
/** The store as another hub opens it. */
const store = openSqlite(`${hub.data}/hub.sqlite`);
afterAll(async () => {
  await store.close();
  await hub.stop();
  removePluginFolders();
});

const at = "/api/sample";

let requests = 0;
function send(method: string, path: string, headers: Record<string, string>, body?: object) {
  // A new address for every request, so that no address reaches a limit.
  const number = ++requests;
  const from = `203.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  return fetch(hub.url + path, {
    method,
    headers: { "content-type": "application/json", "x-forwarded-for": from, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function must(method: string, path: string, headers: Record<string, string>, body?: object) {
  const answer = await send(method, path, headers, body);
  const result = await json(answer);
  expect(answer.ok, JSON.stringify(result)).toBe(true);
  return result;
}

const operate = (method: string, path: string, body?: object) =>
  must(method, path, { authorization: `Bearer ${token}` }, body);

/** A key that starts work, another key of its account, and the name that lets the work finish. */
interface Scene {
  accountId: number;
  key: string;
  keyId: string;
  main: Record<string, string>;
  name: string;
}

let scenes = 0;
async function createScene(wish: object = {}): Promise<Scene> {
  const name = `scene${++scenes}`;
  const first = await operate("POST", "/admin/api/keys", { email: `${name}@example.com` });
  const main = { "x-api-key": first.api_key };
  const { api_key: key, key_id: keyId } = await must("POST", "/api-key/keys", main, wish);
  return { accountId: first.account_id, key, keyId, main, name };
}

const other = { "x-api-key": await hub.key() };
/** Lets the work of a scene finish. Returns how often its upload was handled. */
const finish = async ({ name }: Scene) =>
  (await must("POST", `${at}/finish`, other, { name })).runs as number | null;
const readUsed = async ({ accountId }: Scene) =>
  (await operate("GET", `/admin/api/accounts/${accountId}`)).used_today as number;

/** Returns how many calls of `finish` are in the usage history. */
async function countMarks(): Promise<number> {
  const { usage } = await must("GET", "/api-key/usage", other);
  return usage.reduce((sum: number, { calls }: { calls: number }) => sum + calls, 0);
}

/** Returns the units in the usage history of a scene. */
async function readUnits({ accountId }: Scene): Promise<number> {
  const { usage } = await operate("GET", `/admin/api/accounts/${accountId}/usage`);
  return usage.reduce((sum: number, { units }: { units: number }) => sum + units, 0);
}

/** Work that was started: `proceed` sends the rest of it, and `end` is how it ended. */
interface Started {
  proceed?(): void;
  end: Promise<unknown>;
}

const describeAnswer = async (answer: Response | Promise<Response>) => {
  const { status } = await answer;
  return status === 200 ? "completed" : `${status} ${(await json(await answer)).code}`;
};

/** Starts a job, and waits until it has a state. Its end is the last state. */
async function startJob({ key, name }: Scene, state: string): Promise<Started & { id: string }> {
  const headers = { "x-api-key": key, prefer: "respond-async" };
  const { id } = await must("POST", `${at}/work`, headers, { until: name });
  const find = async () => (await store.asyncJobs.find(id))?.state ?? "erased";
  while ((await find()) !== state) await Bun.sleep(5);
  return { id, end: waitForEnd() };

  async function waitForEnd(): Promise<string> {
    for (;;) {
      const found = await find();
      if (found !== "queued" && found !== "running") return found;
      await Bun.sleep(20);
    }
  }
}

/** Starts a stream and waits for its first bytes. Its end is whether it closed or was cut. */
async function startStream({ key, name }: Scene, path: string): Promise<Started> {
  const answer = await send("GET", `${path}?until=${name}`, { "x-api-key": key });
  expect(answer.status).toBe(200);
  const reader = answer.body?.getReader();
  await reader?.read();
  return { end: readToEnd() };

  async function readToEnd(): Promise<string> {
    try {
      while ((await reader?.read())?.done === false);
      return "completed";
    } catch {
      return "cut";
    }
  }
}

/** Everything that outlives the check of its key. */
const operations: Record<string, (scene: Scene) => Promise<Started>> = {
  "stream of a job process": (scene) => startStream(scene, `${at}/heavy-stream`),
  "event stream": async (scene) => {
    const { id } = await startJob(scene, "running");
    const answer = await send("GET", `/api/jobs/${id}/events`, { "x-api-key": scene.key });
    const events = async () => [...(await answer.text()).matchAll(/^event: (\w+)$/gm)].at(-1)?.[1];
    return { end: events() };
  },
  // The event stream is of another job, and no process is free for the second one.
  "started job": (scene) => startJob(scene, "running"),
  "queued job": (scene) => startJob(scene, "queued"),
  call: async ({ key, name }) => ({
    end: describeAnswer(send("POST", `${at}/work`, { "x-api-key": key }, { until: name })),
  }),
  "call with an Idempotency-Key": async ({ key, name }) => ({
    end: describeAnswer(
      send("POST", `${at}/work`, { "x-api-key": key, "idempotency-key": name }, { until: name }),
    ),
  }),
  "call to a signed URL": async ({ key, name }) => {
    const path = `${at}/work?until=${name}`;
    const { url } = await must("POST", "/api-key/sign", { "x-api-key": key }, { path });
    return { end: describeAnswer(fetch(url)) };
  },
  "MCP call": async ({ key, name }) => {
    const params = { name: "call_endpoint", arguments: { name: tool, body: { until: name } } };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const answer = must("POST", "/mcp", { "x-api-key": key }, message);
    const describeResult = async () => {
      const [{ text }] = (await answer).result.content;
      return text.startsWith("{") ? "completed" : text.slice(0, text.indexOf(":"));
    };
    return { end: describeResult() };
  },
  "light call": async ({ key, name }) => ({
    end: describeAnswer(send("GET", `${at}/light?until=${name}`, { "x-api-key": key })),
  }),
  stream: (scene) => startStream(scene, `${at}/stream`),
  upload: async ({ key, name }) => {
    const rest = Promise.withResolvers<void>();
    async function* write() {
      yield Buffer.from(`{"text":"${name}`);
      await rest.promise;
      yield Buffer.from('"}');
    }
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const init = { method: "POST", headers, body: write() } as unknown as RequestInit;
    const end = describeAnswer(fetch(`${hub.url}${at}/echo`, init));
    return { proceed: rest.resolve, end };
  },
};
const document = await json(await hub.get("/openapi.json"));
const tool = document.paths[`${at}/work`].post.operationId;

async function startAll(scene: Scene) {
  const started: Record<string, Started> = {};
  for (const [name, start] of Object.entries(operations)) started[name] = await start(scene);
  return {
    async ends() {
      for (const { proceed } of Object.values(started)) proceed?.();
      const ends = Object.entries(started).map(async ([name, { end }]) => [name, await end]);
      return Object.fromEntries(await Promise.all(ends));
    },
  };
}

/** Waits until the hub knows that another one has ended a key. */
async function waitUntilRefused({ key }: Scene): Promise<void> {
  while ((await send("GET", "/api-key", { "x-api-key": key })).ok) await Bun.sleep(20);
}

/** The ways in which a key ends, with the error that calls then get. */
const endings: Record<string, { error: string; end(scene: Scene): Promise<unknown> }> = {
  "revokes itself": {
    error: "401 key_revoked",
    end: ({ key }) => must("DELETE", "/api-key", { "x-api-key": key }),
  },
  "is revoked by another key": {
    error: "401 key_revoked",
    end: ({ main, keyId }) => must("DELETE", `/api-key/keys/${keyId}`, main),
  },
  "is revoked by another hub": {
    error: "401 key_revoked",
    async end(scene) {
      await store.revokeKey(scene.keyId, Date.now());
      await waitUntilRefused(scene);
    },
  },
  "is suspended": {
    error: "403 key_suspended",
    end: ({ main, keyId }) => must("PATCH", `/api-key/keys/${keyId}`, main, { suspended: true }),
  },
  expires: {
    error: "401 key_expired",
    async end(scene) {
      await store.changeKey(scene.keyId, (key) => ({ ...key, expiresAt: Date.now() }));
      await waitUntilRefused(scene);
    },
  },
  "was rotated and is revoked": {
    error: "401 key_revoked",
    async end({ key, keyId, main }) {
      await must("POST", "/api-key/rotate", { "x-api-key": key }, {});
      await must("DELETE", `/api-key/keys/${keyId}`, main);
    },
  },
  "was rotated and its replacement is revoked": {
    error: "401 key_revoked",
    async end({ key }) {
      const rotated = await must("POST", "/api-key/rotate", { "x-api-key": key }, {});
      await must("DELETE", "/api-key", { "x-api-key": rotated.api_key });
    },
  },
  "has a suspended account": {
    error: "403 account_suspended",
    end: ({ accountId }) =>
      operate("PATCH", `/admin/api/accounts/${accountId}`, { suspended: true }),
  },
  "loses the right to the service": {
    error: "403 key_restricted",
    end: ({ main, keyId }) => must("PATCH", `/api-key/keys/${keyId}`, main, { services: ["qr"] }),
  },
};

describe("a key that", () => {
  for (const [name, { error, end }] of Object.entries(endings))
    test(`${name} ends all that it started, at no cost`, async () => {
      const scene = await createScene();
      const before = await readUsed(scene);
      const started = await startAll(scene);
      await end(scene);
      const lastState = error.endsWith("key_restricted") ? "failed" : "cancelled";
      expect(await started.ends()).toEqual({
        ...Object.fromEntries(Object.keys(operations).map((operation) => [operation, error])),
        "event stream": "running",
        "started job": lastState,
        "queued job": lastState,
        stream: "cut",
        "stream of a job process": "cut",
      });
      expect(await readUsed(scene)).toBe(before);
      // A later call is in the usage history, so all that were before it are too.
      const marks = await countMarks();
      expect(await finish(scene)).toBeNull();
      while ((await countMarks()) === marks) await Bun.sleep(50);
      expect(await readUnits(scene)).toBe(before);
    });

  test("has ended in any way can call no operation", async () => {
    const ended: { key: string; error: string }[] = [];
    for (const { error, end } of Object.values(endings)) {
      const scene = await createScene();
      await end(scene);
      if (error.endsWith("key_restricted")) continue;
      // A key that was replaced has expired, even if its replacement was revoked.
      const own = await describeAnswer(send("GET", "/api-key", { "x-api-key": scene.key }));
      expect(own).toMatch(/^40[13] (?:key|account)_/);
      ended.push({ key: scene.key, error: own });
    }
    const keyed = Object.entries(document.paths as Record<string, object>).flatMap(
      ([path, methods]) =>
        Object.entries(methods)
          .filter(([, { security }]) => security === undefined && /^\/api\//.test(path))
          .map(([method]) => ({
            method: method.toUpperCase(),
            path: path.replace(/\{\w+\}/g, "a"),
          })),
    );
    expect(keyed.length).toBeGreaterThan(100);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...keyed),
        fc.constantFrom(...ended),
        fc.subarray(["prefer", "idempotency-key"]),
        async ({ method, path }, { key, error }, names) => {
          const values = { prefer: "respond-async", "idempotency-key": "0123456789abcdef" };
          const more = names.map((name) => [name, values[name as keyof typeof values]]);
          const headers = { "x-api-key": key, ...Object.fromEntries(more) };
          const body = ["POST", "PUT", "PATCH"].includes(method) ? {} : undefined;
          const outcome = await describeAnswer(send(method, path, headers, body));
          expect(`${method} ${path}: ${outcome}`).toBe(`${method} ${path}: ${error}`);
        },
      ),
      cases(3000),
    );
  });

  test("is erased with its account ends all that it started", async () => {
    const scene = await createScene();
    const started = await startAll(scene);
    await operate("DELETE", `/admin/api/accounts/${scene.accountId}`);
    const ends = await started.ends();
    // Depends on which is first: the end of the key or the removal of the job.
    expect(ends["queued job"]).toMatch(/^(?:cancelled|erased)$/);
    for (const name of ["call", "light call", "MCP call", "upload"])
      expect(ends[name]).toBe("401 invalid_api_key");
    expect([ends.stream, ends["stream of a job process"]]).toEqual(["cut", "cut"]);
    expect(await finish(scene)).toBeNull();
  });

  test.each([0, 3600])("is rotated with a grace period of %d s hands all over", async (seconds) => {
    const scene = await createScene();
    const before = await readUsed(scene);
    const started = await startAll(scene);
    const sender = { "x-api-key": scene.key };
    const rotated = await must("POST", "/api-key/rotate", sender, { grace_seconds: seconds });
    // The grace period is over.
    await store.changeKey(scene.keyId, (key) => ({ ...key, expiresAt: Date.now() }));
    await waitUntilRefused(scene);
    await finish(scene);
    expect(await started.ends()).toEqual({
      ...Object.fromEntries(Object.keys(operations).map((name) => [name, "completed"])),
      "event stream": "succeeded",
      "started job": "succeeded",
      "queued job": "succeeded",
    });
    expect(await readUsed(scene)).toBeGreaterThan(before);
    const successor = { "x-api-key": rotated.api_key };
    const { jobs } = await must("GET", "/api/jobs", successor);
    expect((await send("GET", jobs[0].links.result, successor)).status).toBe(200);
  });

  test("ends leaves the work of other keys of its account", async () => {
    const scene = await createScene();
    const further = await must("POST", "/api-key/keys", scene.main, {});
    const { end } = await startJob({ ...scene, key: further.api_key }, "running");
    await must("DELETE", `/api-key/keys/${scene.keyId}`, scene.main);
    await finish(scene);
    expect(await end).toBe("succeeded");
  });
});
