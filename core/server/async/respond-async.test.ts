import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { json } from "hub/testing";
import { type HubProcess, startProcess } from "../../testing/hub-process.ts";
import { pluginFolder, removePluginFolders } from "../../testing/plugin-folder.ts";
import { dataFolder, runHub } from "../../testing/running-hub.ts";

/** Counts its runs, across all hubs of a store. */
const sample = pluginFolder({
  "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({
  title: "Sample", summary: "Takes its time.", permissions: { kv: true }, isolated: false,
  errors: { too_plain: { status: 422, title: "It is too plain" } },
});`,
  "routes/greet.get.ts": "",
  "routes/runs.get.ts": `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Tell how often it worked",
  query: t.Object({ name: t.String() }),
  response: t.Object({ runs: t.Integer() }),
  example: { query: { name: "runs" } },
  handler: async ({ kv, query }) => ({ runs: (await kv.get(query.name)) ?? 0 }),
});`,
  "routes/work.post.ts": `import { binary, reply, t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Work",
  query: t.Object({ name: t.String({ default: "runs" }) }),
  body: t.Object({
    text: t.String({ maxLength: 100 }), ms: t.Integer({ default: 0 }), slowRuns: t.Integer({ default: 1000 }), as: t.String({ default: "json" }),
    pin: t.Optional(t.String({ format: "password" })),
  }),
  response: t.Union([binary("application/x-bytes"), t.Object({
    text: t.String(), run: t.Integer(), account: t.String(), agent: t.String(), origin: t.String(),
  })]),
  heavy: ({ body }) => body.text !== "light",
  timeoutMs: 30_000,
  headers: ["x-own"],
  cost: ({ body }) => body.text === "dear" ? 5 : 1,
  example: { query: {}, body: { text: "a" } },
  handler: async ({ body, query, kv, caller, origin, progress }) => {
    const run = await kv.increment(query.name, 1);
    if (body.ms > 0 && run <= body.slowRuns) await Bun.sleep(body.ms);
    if (body.as === "failure") throw sample.error("too_plain", "It was told to fail");
    if (body.as === "parts") for (const done of [9, 0.5, -1, 1, 3, 5]) progress(done, 4);
    if (body.as === "bytes")
      return reply(new Uint8Array([1, 2, 3]), { type: "application/x-bytes", headers: { "x-own": "said" } });
    return { text: body.text, run, account: caller.id, agent: caller.userAgent, origin };
  },
});`,
  "routes/secret.post.ts": `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Use a private key", body: t.Object({ key: t.String() }), response: t.Object({ length: t.Integer() }),
  heavy: true, background: false, example: { body: { key: "a" } },
  handler: ({ body }) => ({ length: body.key.length }),
});`,
  "routes/slow.get.ts": `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Get slowly",
  query: t.Object({ text: t.String() }),
  response: t.Object({ text: t.String() }),
  heavy: true,
  timeoutMs: 500,
  example: { query: { text: "a" } },
  handler: async ({ query }) => {
    if (query.text === "never") await Bun.sleep(60_000);
    return { text: query.text };
  },
});`,
});
afterAll(removePluginFolders);
const env = {
  HUB_PLUGINS: dirname(sample),
  HUB_TRUST: "sample",
  HUB_TIERS: "free=100000/1000000",
  HUB_JOBS: "2",
};
const path = "/api/sample/work";
const asJob = { prefer: "respond-async" };

/** Polls a job until it ends. */
async function ended(url: string, key: string, id: string) {
  for (;;) {
    const job = await json(await fetch(`${url}/api/jobs/${id}`, { headers: { "x-api-key": key } }));
    if (job.ended_at !== null) return job;
    await Bun.sleep(20);
  }
}

describe("a call with Prefer: respond-async", () => {
  let hub: Awaited<ReturnType<typeof runHub>>;
  let key: string;
  beforeAll(async () => {
    hub = await runHub(env);
    key = await hub.key();
  });
  afterAll(() => hub.stop());

  const post = (body: object, headers: Record<string, string> = asJob, to = path) =>
    hub.post(to, body, { "x-api-key": key, "user-agent": "tester", ...headers });
  const get = (to: string, headers: Record<string, string> = {}) =>
    hub.get(to, { "x-api-key": key, ...headers });
  const remove = (id: string) =>
    fetch(`${hub.url}/api/jobs/${id}`, { method: "DELETE", headers: { "x-api-key": key } });
  const used = async () => (await json(await get("/api-key"))).used_today;
  const begin = async (body: object) => (await json(await post(body))).id as string;

  test("returns a job, whose response is that of the call", async () => {
    const accepted = await post({ text: "a" });
    expect(accepted.status).toBe(202);
    expect(accepted.headers.get("preference-applied")).toBe("respond-async");
    const job = await json(accepted);
    expect(accepted.headers.get("location")).toBe(`/api/jobs/${job.id}`);
    expect(job).toMatchObject({
      success: true,
      status: expect.stringMatching(/^(queued|running)$/),
      service: "sample",
      route: `POST ${path}`,
      ended_at: null,
      links: {
        self: `/api/jobs/${job.id}`,
        result: `/api/jobs/${job.id}/result`,
        events: `/api/jobs/${job.id}/events`,
      },
    });
    const end = await ended(hub.url, key, job.id);
    expect(end).toMatchObject({ status: "succeeded", result_status: 200, queue_position: null });
    const [result, direct] = [await get(job.links.result), await post({ text: "a" }, {})];
    const headers = ["content-type", "access-control-allow-origin", "cache-control"];
    for (const name of headers.slice(0, 2))
      expect(result.headers.get(name)).toBe(direct.headers.get(name));
    expect(result.status).toBe(200);
    const { run, ...told } = await json(result);
    const { run: _, ...asDirect } = await json(direct);
    expect(run).toBeInteger();
    expect(told).toEqual(asDirect);
    expect(told).toMatchObject({ agent: "tester", origin: hub.url, success: true });
  });

  test("is answered as the document says", async () => {
    const document = await json(await hub.get("/openapi.json"));
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(document, "document");
    const fits = (place: string, value: unknown) =>
      ajv.validate(`document#${place}/content/application~1json/schema`, value) || ajv.errorsText();
    const operation = document.paths[path].post;
    const named = operation.parameters.map(({ $ref = "" }) => $ref.split("/").at(-1));
    expect(named).toEqual(expect.arrayContaining(["Idempotency-Key", "Prefer", "X-Webhook-Url"]));
    expect(operation.responses[202]).toEqual({ $ref: "#/components/responses/Accepted" });

    const accepted = await json(await post({ text: "a" }));
    expect(fits("/components/responses/Accepted", accepted)).toBe(true);
    const at = (job: string) => `/paths/${job.replaceAll("/", "~1")}/get/responses/200`;
    const shown = await ended(hub.url, key, accepted.id);
    expect(fits(at("/api/jobs/%7Bid%7D"), shown)).toBe(true);
    expect(fits(at("/api/jobs"), await json(await get("/api/jobs")))).toBe(true);

    // The header applies to routes that run in a job process, and to no others.
    const light = document.paths["/api/sample/runs"].get;
    expect([light.parameters.length, light.responses[202]]).toEqual([1, undefined]);
    const asked = await get("/api/sample/runs?name=runs", asJob);
    expect([asked.status, asked.headers.get("preference-applied")]).toEqual([200, null]);
  });

  test("is answered as usual if the route forbids to store its requests", async () => {
    const answer = await fetch(`${hub.url}/api/sample/secret`, {
      method: "POST",
      headers: {
        ...asJob,
        "idempotency-key": "secret",
        "x-api-key": key,
        "content-type": "application/json",
      },
      body: JSON.stringify({ key: "abc" }),
    });
    expect([answer.status, (await json(answer)).length]).toEqual([200, 3]);
    const { paths } = await json(await hub.get("/openapi.json"));
    expect(paths["/api/sample/secret"].post.responses[202]).toBeUndefined();
  });

  test("is answered as usual if a field of format password has a value", async () => {
    const answer = await post({ text: "a", pin: "1234" });
    expect([answer.status, answer.headers.get("preference-applied")]).toEqual([200, null]);
    expect((await post({ text: "a" })).status).toBe(202);
    // A body of this size is parsed by the job.
    const large = await post({ text: "a", as: "json".padEnd(300_000) });
    expect(large.status).toBe(200);
  });

  test("has the progress that its handler reports, if it is possible", async () => {
    const job = await ended(hub.url, key, await begin({ text: "a", as: "parts" }));
    expect(job.progress).toEqual({ done: 3, total: 4 });
    const direct = await post({ text: "a", as: "parts" }, {});
    expect(direct.status).toBe(200);
    const silent = await ended(hub.url, key, await begin({ text: "a" }));
    expect(silent.progress).toBeNull();
  });

  test("keeps bytes and headers, and a failure stays a failure", async () => {
    const [bytes, failure] = [
      await begin({ text: "a", as: "bytes" }),
      await begin({ text: "a", as: "failure" }),
    ];
    await ended(hub.url, key, bytes);
    const answer = await get(`/api/jobs/${bytes}/result`);
    expect(answer.headers.get("content-type")).toBe("application/x-bytes");
    expect(answer.headers.get("x-own")).toBe("said");
    expect([...(await answer.bytes())]).toEqual([1, 2, 3]);

    expect(await ended(hub.url, key, failure)).toMatchObject({
      status: "failed",
      result_status: 422,
    });
    const failed = await get(`/api/jobs/${failure}/result`);
    expect([failed.status, (await json(failed)).code]).toEqual([422, "too_plain"]);
    expect(failed.headers.get("content-type")).toBe("application/problem+json");
  });

  test("is answered as usual if its work is light, or without the header", async () => {
    for (const [body, headers] of [
      [{ text: "light" }, asJob],
      [{ text: "a" }, { prefer: "wait=5, handling=lenient" }],
    ] as const) {
      const answer = await post(body, headers);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("preference-applied")).toBeNull();
    }
    const among = await post({ text: "a" }, { prefer: "handling=lenient, Respond-Async; x=1" });
    expect(among.status).toBe(202);
  });

  test("is rejected immediately if it is invalid, and creates no job", async () => {
    const before = (await json(await get("/api/jobs?limit=1"))).jobs[0]?.id;
    expect((await post({ text: 1 })).status).toBe(400);
    expect((await json(await get("/api/jobs?limit=1"))).jobs[0]?.id).toBe(before);
  });

  test("can be a GET, with the time limit of any call", async () => {
    const accepted = await get("/api/sample/slow?text=never&api_key=".concat(key), asJob);
    const { id } = await json(accepted);
    await ended(hub.url, key, id);
    const result = await get(`/api/jobs/${id}/result`);
    expect([result.status, (await json(result)).code]).toEqual([504, "job_timeout"]);
  });

  test("costs as much as a call, and nothing if the hub fails", async () => {
    const before = await used();
    await ended(hub.url, key, await begin({ text: "dear" }));
    expect(await used()).toBe(before + 5);
    const { id } = await json(await get("/api/sample/slow?text=never", asJob));
    await ended(hub.url, key, id);
    expect(await used()).toBe(before + 5);
  });

  test("creates one job for repeated requests with the same Idempotency-Key", async () => {
    const headers = { ...asJob, "idempotency-key": "once" };
    const [first, again] = [await post({ text: "a" }, headers), await post({ text: "a" }, headers)];
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
  });

  test("is listed newest first, page by page", async () => {
    const ids = [
      await begin({ text: "1" }),
      await begin({ text: "2" }),
      await begin({ text: "3" }),
    ];
    const { jobs, next } = await json(await get("/api/jobs?limit=2"));
    expect(jobs.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[1]]);
    const rest = await json(await get(`/api/jobs?limit=1&before=${next}`));
    expect(rest.jobs[0].id).toBe(ids[0]);
  });

  test("is invisible to other accounts, and without a key", async () => {
    const id = await begin({ text: "a" });
    const other = await hub.key();
    for (const to of ["", "/result", "/events"]) {
      const refused = await hub.get(`/api/jobs/${id}${to}`, { "x-api-key": other });
      expect([refused.status, (await json(refused)).code]).toEqual([404, "not_found"]);
      expect((await hub.get(`/api/jobs/${id}${to}`)).status).toBe(401);
    }
    const removed = await fetch(`${hub.url}/api/jobs/${id}`, {
      method: "DELETE",
      headers: { "x-api-key": other },
    });
    expect(removed.status).toBe(404);
    expect((await json(await hub.get("/api/jobs", { "x-api-key": other }))).jobs).toEqual([]);
  });

  test("is invisible to a key of the account for other services", async () => {
    const id = await begin({ text: "a" });
    const further = async (services: string[]) =>
      (await json(await hub.post("/api-key/keys", { services }, { "x-api-key": key }))).api_key;
    for (const [services, status] of [
      [["qr"], 404],
      [["sample"], 200],
    ] as const) {
      const own = { "x-api-key": await further([...services]) };
      expect((await hub.get(`/api/jobs/${id}`, own)).status).toBe(status);
      expect((await json(await hub.get("/api/jobs", own))).jobs.length > 0).toBe(status === 200);
    }
  });

  test("is cancelled by DELETE: running work is stopped, and waiting work doesn't start", async () => {
    const running = await begin({ text: "a", ms: 20_000 });
    let seen: { status: string };
    do seen = await json(await get(`/api/jobs/${running}`));
    while (seen.status === "queued");
    const early = await get(`/api/jobs/${running}/result`);
    expect([early.status, (await json(early)).code]).toEqual([409, "job_not_finished"]);
    expect(early.headers.get("retry-after")).toBe("1");
    const cancelled = await remove(running);
    expect(cancelled.status).toBe(200);
    expect(await json(cancelled)).toMatchObject({ status: "cancelled", result_status: null });
    const gone = await get(`/api/jobs/${running}/result`);
    expect([gone.status, (await json(gone)).code]).toEqual([410, "job_result_gone"]);
    // The processes are free long before the work would have ended.
    await ended(hub.url, key, await begin({ text: "b" }));
  });

  test("stores no response after removal, and no request after its end", async () => {
    const id = await begin({ text: "a" });
    await ended(hub.url, key, id);
    const listStoredFiles = () =>
      readdirSync(`${hub.data}/kept/jobs`).filter((name) => name.startsWith(id));
    // The end is stored first: a hub that is killed in between must not repeat the work.
    while (listStoredFiles().includes(`${id}.request`)) await Bun.sleep(10);
    expect(listStoredFiles()).toEqual([`${id}.result`]);
    expect(await json(await remove(id))).toMatchObject({ status: "succeeded", result_bytes: null });
    expect(listStoredFiles()).toEqual([]);
    expect((await get(`/api/jobs/${id}/result`)).status).toBe(410);
  });

  test("reports its progress as events, until it ends", async () => {
    const id = await begin({ text: "a", ms: 500 });
    const stream = await get(`/api/jobs/${id}/events`);
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    const events = (await stream.text()).trim().split("\n\n");
    const last = events.at(-1)?.split("\n") ?? [];
    expect(last[1]).toBe("event: succeeded");
    expect(JSON.parse((last[2] ?? "").slice("data: ".length))).toMatchObject({
      id,
      result_status: 200,
    });
    const names = events.map((event) => event.split("\n")[1]);
    expect(names).toContain("event: running");
    const ids = events.map((event) => event.split("\n")[0]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("doesn't repeat events before Last-Event-ID", async () => {
    const id = await begin({ text: "a", ms: 1000 });
    let seen: { status: string };
    do seen = await json(await get(`/api/jobs/${id}`));
    while (seen.status === "queued");
    const reader = (await get(`/api/jobs/${id}/events`)).body?.getReader();
    const first = new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    const lastEventId = /^id: (.*)$/m.exec(first)?.[1] ?? "";
    const rest = await get(`/api/jobs/${id}/events`, { "last-event-id": lastEventId });
    const events = (await rest.text()).trim().split("\n\n");
    expect(events.map((event) => event.split("\n")[1])).toEqual(["event: succeeded"]);
  });

  test("can have at most twenty concurrent watchers per account", async () => {
    const id = await begin({ text: "a", ms: 20_000 });
    const watching = await Promise.all(
      Array.from({ length: 20 }, () => get(`/api/jobs/${id}/events`)),
    );
    const refused = await get(`/api/jobs/${id}/events`);
    expect([refused.status, (await json(refused)).code]).toEqual([429, "rate_limited"]);
    await remove(id);
    await Promise.all(watching.map((stream) => stream.text()));
    expect((await get(`/api/jobs/${id}/events`)).status).toBe(200);
  });

  test("is rejected if a hundred are waiting", async () => {
    const crowd = await hub.key();
    const send = () => hub.post(path, { text: "a", ms: 20_000 }, { "x-api-key": crowd, ...asJob });
    const ids: string[] = [];
    for (let count = 0; count < 100; count++) {
      const accepted = await send();
      expect(accepted.status).toBe(202);
      ids.push((await json(accepted)).id);
    }
    const refused = await send();
    expect([refused.status, (await json(refused)).code]).toEqual([429, "too_many_jobs"]);
    const { jobs } = await json(await hub.get("/api/jobs?limit=200", { "x-api-key": crowd }));
    const places = jobs.flatMap(({ queue_position }: { queue_position: number | null }) =>
      queue_position === null ? [] : [queue_position],
    );
    expect(places.length).toBeGreaterThan(90);
    expect(places).toEqual(places.toSorted((a: number, b: number) => b - a));
    for (const id of ids)
      await fetch(`${hub.url}/api/jobs/${id}`, {
        method: "DELETE",
        headers: { "x-api-key": crowd },
      });
  });

  test.each([
    ["http://127.0.0.1:9/", 403, "address_not_allowed"],
    ["http://[::1]/", 403, "address_not_allowed"],
    ["ftp://hooks.example/", 403, "address_not_allowed"],
    ["https://user:pass@203.0.113.7/", 403, "address_not_allowed"],
    ["no address", 400, "invalid_input"],
  ])("is rejected with the webhook URL %s", async (address, status, code) => {
    const refused = await post({ text: "a" }, { ...asJob, "x-webhook-url": address });
    expect([refused.status, (await json(refused)).code]).toEqual([status, code]);
  });
});

describe("jobs of a hub that is killed", () => {
  const data = dataFolder();
  const hubs: HubProcess[] = [];
  /** Hubs in this process, which can't be killed. */
  const own = new Set<Awaited<ReturnType<typeof runHub>>>();
  afterAll(async () => {
    for (const { child } of hubs) child.kill("SIGKILL");
    await Promise.all(hubs.map(({ child }) => child.exited));
    await Promise.all(Array.from(own, (hub) => hub.stop()));
    data.remove();
  });
  const settings = { ...env, HUB_DATA: data.path };
  const start = async () => {
    const hub = await startProcess(settings);
    hubs.push(hub);
    return hub;
  };
  const startHere = async () => {
    const hub = await runHub(settings);
    own.add(hub);
    return hub;
  };
  /** Kills a hub, and lets its lease expire. */
  const kill = async ({ child }: HubProcess) => {
    child.kill("SIGKILL");
    await child.exited;
    using database = new Database(`${data.path}/hub.sqlite`);
    database.run("UPDATE asyncJobs SET leaseUntil = 1 WHERE state = 'running'");
  };

  test("are completed by the next one, or fail if it is killed as well; none is lost", async () => {
    type Hub = Pick<HubProcess, "url">;
    const first = await start();
    const issued = await fetch(`${first.url}/api-key`, {
      method: "POST",
      body: '{"email":"a@example.com"}',
      headers: { "content-type": "application/json" },
    });
    const key = (await json(issued)).api_key;
    const call = (hub: Hub, to: string, init: RequestInit = {}) =>
      fetch(hub.url + to, { ...init, headers: { "x-api-key": key, ...init.headers } });
    const begin = async (hub: Hub, name: string, work: { ms?: number; slowRuns?: number }) => {
      const accepted = await call(hub, `${path}?name=${name}`, {
        method: "POST",
        body: JSON.stringify({ text: name, ...work }),
        headers: { "content-type": "application/json", ...asJob },
      });
      return (await json(accepted)).id as string;
    };
    /** Waits until the job with that name has started this many times. */
    const waitForStart = async (hub: Hub, name: string, times: number) => {
      while ((await json(await call(hub, `/api/sample/runs?name=${name}`))).runs < times)
        await Bun.sleep(20);
    };

    // Two jobs run and a third waits when the hub is killed. Hubs are killed twice during the first job.
    const fatal = await begin(first, "fatal", { ms: 60_000 });
    const one = await begin(first, "one", { ms: 60_000, slowRuns: 1 });
    for (const name of ["fatal", "one"]) await waitForStart(first, name, 1);
    const two = await begin(first, "two", {});
    await kill(first);
    const second = await start();
    for (const id of [one, two])
      expect(await ended(second.url, key, id)).toMatchObject({ status: "succeeded" });
    const again = await call(second, `/api/jobs/${one}/result`);
    expect(await json(again)).toMatchObject({ text: "one", run: 2 });
    await waitForStart(second, "fatal", 2);
    await kill(second);
    const third = await startHere();
    expect(await ended(third.url, key, fatal)).toMatchObject({
      status: "failed",
      result_status: 500,
    });
    const lost = await call(third, `/api/jobs/${fatal}/result`);
    expect((await json(lost)).code).toBe("job_lost");

    // A graceful shutdown doesn't count as an attempt.
    const orderly = await begin(third, "orderly", { ms: 60_000, slowRuns: 1 });
    await waitForStart(third, "orderly", 1);
    own.delete(third);
    await third.stop();
    const fourth = await startHere();
    expect(await ended(fourth.url, key, orderly)).toMatchObject({ status: "succeeded" });
  });
});
