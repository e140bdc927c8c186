import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import { json, leftOf } from "hub/testing";
import { definePlugin } from "../../contract/plugin.ts";
import { reply } from "../../contract/reply.ts";
import { binary } from "../../contract/schema.ts";
import type { LoadedPlugin, LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import { quietLog } from "../../platform/log/log.ts";
import { docsHub } from "../../testing/docs-hub.ts";
import { runHub } from "../../testing/running-hub.ts";
import { samplePlugin } from "../../testing/sample-plugin.ts";
import { buildOperationId } from "../docs/openapi/openapi.ts";
import { CapturedAnswers, type CapturedAnswersOptions } from "./captured-answers.ts";

const plugin = definePlugin({ title: "Counter", summary: "Counts its calls." });
const calls = { count: 0, fail: 0 };

const count: LoadedRoute = {
  folder: "routes",
  file: "count.get.ts",
  method: "GET",
  path: "/api/counter/count",
  route: plugin.route({
    summary: "Count",
    response: t.Object({ count: t.Integer() }),
    example: {},
    handler: async () => ({ count: ++calls.count }),
  }),
};

const fail: LoadedRoute = {
  ...count,
  file: "fail.get.ts",
  path: "/api/counter/fail",
  route: plugin.route({
    summary: "Fail",
    response: t.Object({}),
    example: {},
    handler() {
      calls.fail++;
      throw new Error("It is broken");
    },
  }),
};

const large: LoadedRoute = {
  ...count,
  file: "large.get.ts",
  path: "/api/counter/large",
  route: plugin.route({
    summary: "Answer much",
    response: binary("text/html"),
    example: {},
    handler: () => "x".repeat(5_000_000),
  }),
};

const counter: LoadedPlugin = {
  name: "counter",
  dir: import.meta.dir,
  plugin,
  routes: [count, fail, large],
  open: [],
  datasets: {},
  isolated: false,
};

const buildAnswerPath = (path: string) => `/documentation/answers/${buildOperationId("GET", path)}`;

function capturing(options: Partial<CapturedAnswersOptions>): CapturedAnswers {
  return new CapturedAnswers({
    plugins: () => [counter],
    getDoors: () => ({}) as never,
    runInJob: () => Promise.reject(new Error("Nothing runs in a job")),
    baseUrl: "https://hub.example",
    now: () => 0,
    log: quietLog,
    rest: async () => {},
    ...options,
  });
}

describe("a captured response", () => {
  test("is what the endpoint returns, called once for twenty concurrent readers", async () => {
    const hub = docsHub([counter]);
    calls.count = 0;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => hub.get(buildAnswerPath(count.path))),
    );
    for (const answer of answers) expect(await json(answer)).toEqual({ success: true, count: 1 });
    expect(calls.count).toBe(1);
  });

  test("is cached for ever under its version, and revalidated without one", async () => {
    const hub = docsHub([counter]);
    const page = await (await hub.get(`${buildAnswerPath(count.path)}?part=shown`)).text();
    const [, href = ""] = /href="([^"]+)"/.exec(page) ?? [];
    const caching = async (path: string) => (await hub.get(path)).headers.get("cache-control");
    expect(await caching(href)).toBe("public, max-age=31536000, immutable");
    expect(await caching(buildAnswerPath(count.path))).toBe("no-cache");
    expect(await caching(`${buildAnswerPath(count.path)}?v=another`)).toBe("no-cache");
  });

  test("of a failure says so, and isn't retried immediately", async () => {
    const hub = docsHub([counter]);
    calls.fail = 0;
    for (let time = 0; time < 3; time++) {
      const answer = await hub.get(buildAnswerPath(fail.path));
      expect([answer.status, answer.headers.get("x-captured-status")]).toEqual([200, "500"]);
      expect(await json(answer)).toMatchObject({ status: 500, code: "internal_error" });
    }
    expect(calls.fail).toBe(1);
  });

  test("of a failure is captured again after five minutes", async () => {
    let now = 0;
    const answers = capturing({ now: () => now });
    calls.fail = 0;
    await answers.capture(counter, fail);
    now = 299_999;
    expect((await answers.capture(counter, fail)).status).toBe(500);
    expect(calls.fail).toBe(1);
    now = 300_000;
    await answers.capture(counter, fail);
    expect(calls.fail).toBe(2);
  });

  test("is captured before those that others asked for earlier", async () => {
    const answers = capturing({});
    const order: string[] = [];
    const capture = async (loaded: LoadedRoute) => {
      await answers.capture(counter, loaded);
      order.push(loaded.path);
    };
    await Promise.all([count, large, fail].map(capture));
    expect(order).toEqual([count, fail, large].map(({ path }) => path));
  });

  test("is captured again for a changed plugin", async () => {
    const answers = capturing({});
    calls.count = 0;
    const first = await answers.capture(counter, count);
    expect(await answers.capture(counter, count)).toBe(await answers.capture(counter, count));
    const changed = { ...count };
    const second = await answers.capture({ ...counter, routes: [changed] }, changed);
    expect(second.version).not.toBe(first.version);
    expect(calls.count).toBe(2);
  });

  test("of an endpoint that never ends is a failure, and doesn't delay others", async () => {
    const answers = capturing({ timeoutMs: 300 });
    const endless = {
      ...large,
      route: { ...large.route, handler: () => reply(new ReadableStream(), { type: "text/html" }) },
    };
    const [failed, next] = await Promise.all([
      answers.capture(counter, endless),
      answers.capture(counter, count),
    ]);
    expect([failed.status, next.status]).toEqual([504, 200]);
  });

  test("that is too large is mentioned, but not sent", async () => {
    const hub = docsHub([counter]);
    const shown = await (await hub.get(`${buildAnswerPath(large.path)}?part=shown`)).text();
    expect(shown).toContain("too large to store");
    expect((await hub.get(buildAnswerPath(large.path))).status).toBe(404);
  });

  test("serves the file of an example without a call, and no other file", async () => {
    const hub = docsHub([samplePlugin]);
    const get = (name: string) => hub.get(`/documentation/answers/postSampleDraw?file=${name}`);
    const file = await get("a.png");
    expect([file.headers.get("content-type"), await file.text()]).toEqual(["image/png", "x"]);
    expect((await get("b.png")).status).toBe(404);
  });

  test.each(["postApiKey", "getApiKey", "getJobs", "getMetrics", "getDocumentation", "nothing"])(
    "isn't captured for %s",
    async (id) => {
      const answer = await docsHub([counter]).get(`/documentation/answers/${id}`);
      expect([answer.status, (await json(answer)).code]).toEqual([404, "not_found"]);
    },
  );

  test("is captured for the hub's own public endpoints", async () => {
    const answer = await docsHub([counter]).get("/documentation/answers/getVersion");
    expect((await json(answer)).version).toBe("1.2.3");
  });
});

describe("a complete hub without a network", () => {
  let hub: Awaited<ReturnType<typeof runHub>>;
  beforeAll(async () => {
    hub = await runHub({ HUB_OFFLINE: "1" });
  });
  afterAll(() => hub?.stop());

  /** Returns the keys that services have stored in the hub. */
  function storedKeys(): unknown[] {
    const db = new Database(`${hub.data}/hub.sqlite`, { readonly: true });
    const keys = db.query("SELECT plugin, key FROM kv ORDER BY plugin, key").all();
    db.close();
    return keys;
  }
  const captured = (id: string) => hub.get(`/documentation/answers/${id}`);

  test("shows an image that runs no script on its origin", async () => {
    const answer = await captured("getQrGenerateSvg");
    expect(answer.headers.get("content-type")).toStartWith("image/svg+xml");
    const policy = answer.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/(?:^|; )sandbox(?:;|$)/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await answer.text()).toContain("<svg");
  });

  test("runs heavy endpoints as jobs, and draws the first page of a PDF", async () => {
    const answer = await captured("postPdfRotate");
    expect([answer.headers.get("x-captured-status"), answer.headers.get("content-type")]).toEqual([
      "200",
      "application/pdf",
    ]);
    const picture = await hub.get("/documentation/answers/postPdfRotate?part=picture");
    expect(picture.headers.get("content-type")).toBe("image/png");
  });

  test("reports that endpoints with network access failed", async () => {
    const answer = await captured("getCryptoGlobal");
    expect(Number(answer.headers.get("x-captured-status"))).toBeGreaterThanOrEqual(500);
    expect(await json(answer)).toMatchObject({ title: expect.any(String) });
    const shown = await hub.get("/documentation/answers/getCryptoGlobal?part=shown");
    expect(await shown.text()).toContain('class="honest"');
  });

  test("stores nothing of examples: no link, no usage, no limit", async () => {
    const key = await hub.key();
    const usage = () => hub.get("/api-key/usage", { "x-api-key": key }).then(json);
    const before = await usage();
    const stored = storedKeys();
    const answer = await captured("postUrlShorten");
    expect(answer.headers.get("x-captured-status")).toBe("200");
    expect(storedKeys()).toEqual(stored);
    expect(await usage()).toEqual(before);
    // A call by an account is stored.
    await hub.post("/api/url/shorten", { url: "https://example.com/" }, { "x-api-key": key });
    expect(storedKeys()).not.toEqual(stored);
    const call = await hub.get("/try/hash/sha256?text=hello");
    const policy = /^"([^"]+)";q=(\d+)/.exec(call.headers.get("ratelimit-policy") ?? "");
    expect(leftOf(call, policy?.[1] ?? "")).toBe(Number(policy?.[2]) - 1);
    await call.text();
  });
});
