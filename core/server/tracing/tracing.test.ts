import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { dirname } from "node:path";
import { loadConfig } from "../../app/config.ts";
import type { Log } from "../../platform/log/log.ts";
import { isFullDepth } from "../../testing/cases.ts";
import { pluginFolder, removePluginFolders } from "../../testing/plugin-folder.ts";
import { runHub } from "../../testing/running-hub.ts";

const host = "api.example";

/** A service outside the hub's own folders, so that all of it runs as jobs. */
const folder = pluginFolder(
  {
    "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({
  title: "Asking", summary: "Asks.", permissions: { net: ["${host}"] },
});`,
    "routes/greet.get.ts": `import { t } from "hub";
import asking from "../plugin.ts";
export default asking.route({
  summary: "Ask", query: t.Object({ fail: t.Boolean({ default: false }) }),
  response: t.Object({ status: t.Integer() }), example: { query: {} }, cache: "never",
  async handler({ net, query: { fail } }) {
    if (fail) throw new Error("Somebody's own text");
    return { status: (await net("https://${host}/secret/path?q=text")).status };
  },
});`,
    "cron/ask.ts": `import asking from "../plugin.ts";
export default asking.cron({
  pattern: "0 4 * * *", summary: "Asks", handler: async ({ net }) => void (await net("https://${host}/cron")),
});`,
  },
  "asking",
);

/** A span as a collector receives it (OTLP over HTTP, in JSON). */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

/** The requests that the upstream received. */
const asked: { path: string; traceparent: string | null }[] = [];
const upstream = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const { pathname } = new URL(request.url);
    asked.push({ path: pathname, traceparent: request.headers.get("traceparent") });
    return new Response("fine");
  },
});

/** A collector in memory, whose behaviour a test sets. */
const collected = { spans: [] as Span[], headers: [] as Headers[], posts: 0, texts: "" };
let collect: () => Response | Promise<Response> = () => Response.json({});
const collector = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const text = await request.text();
    const body = JSON.parse(text);
    collected.posts++;
    collected.texts += text;
    collected.headers.push(request.headers);
    for (const { resource, scopeSpans } of body.resourceSpans) {
      expect(getAttribute(resource, "service.name")).toBe("my-hub");
      for (const { spans } of scopeSpans) collected.spans.push(...spans);
    }
    return collect();
  },
});

function getAttribute({ attributes }: Pick<Span, "attributes">, name: string) {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
}

/** Waits for a span to be collected. */
async function waitForSpan(isSought: (span: Span) => boolean): Promise<Span> {
  for (;;) {
    const found = collected.spans.find(isSought);
    if (found) return found;
    await Bun.sleep(20);
  }
}

const logged: { level: string; message: string }[] = [];
const recordMessage = (level: string) => (message: string) => void logged.push({ level, message });
const log: Log = {
  info: recordMessage("info"),
  warn: recordMessage("warn"),
  error: recordMessage("error"),
};

const env = {
  HUB_PLUGINS: dirname(folder),
  HUB_UPSTREAMS: `${host}=http://127.0.0.1:${upstream.port}`,
  HUB_TIERS: "free=1000/5000",
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}/`,
  OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=s3cret",
  OTEL_SERVICE_NAME: "my-hub",
  OTEL_BSP_SCHEDULE_DELAY: "20",
};
let hub: Awaited<ReturnType<typeof runHub>>;
let key: string;

beforeAll(async () => {
  hub = await runHub(env, log);
  key = await hub.key("ada@example.com");
});
beforeEach(() => {
  collect = () => Response.json({});
});
afterAll(async () => {
  await hub.stop();
  await Promise.all([upstream.stop(true), collector.stop(true)]);
  removePluginFolders();
});

const traceId = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

describe("a call", () => {
  test("is a span of its caller's trace, with route, service, account and status", async () => {
    const answer = await hub.get("/api/dev/hash/sha256?text=private-text", {
      "x-api-key": key,
      traceparent,
    });
    const span = await waitForSpan(({ name }) => name === "GET /api/dev/hash/:algo");
    expect(span).toMatchObject({ traceId, parentSpanId: "b7ad6b7169203331", kind: 2 });
    expect(getAttribute(span, "http.route")).toBe("/api/dev/hash/:algo");
    expect(getAttribute(span, "http.request.method")).toBe("GET");
    expect(getAttribute(span, "http.response.status_code")).toBe(200);
    expect(getAttribute(span, "hub.service")).toBe("dev");
    expect(getAttribute(span, "hub.account")).toMatch(/^\w+$/);
    expect(getAttribute(span, "hub.request_id")).toBe(answer.headers.get("x-request-id") ?? "none");
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
    expect(collected.headers.at(-1)?.get("x-collector-key")).toBe("s3cret");
  });

  test("with a job has spans for its wait, its work and its upstream requests", async () => {
    asked.length = 0;
    await hub.get("/api/asking/greet", { "x-api-key": key, traceparent });
    const job = await waitForSpan(({ name }) => name === "job GET /api/asking/greet");
    const call = await waitForSpan(({ name }) => name === "GET /api/asking/greet");
    const wait = await waitForSpan(({ name }) => name === "wait for a process");
    const request = await waitForSpan(({ name }) => name === `GET ${host}`);
    expect([job, call, wait, request].map((span) => span.traceId)).toEqual(Array(4).fill(traceId));
    expect(job.parentSpanId).toBe(call.spanId);
    expect(wait.parentSpanId).toBe(call.spanId);
    expect(request).toMatchObject({ parentSpanId: job.spanId, kind: 3 });
    expect(getAttribute(request, "server.address")).toBe(host);
    expect(asked).toEqual([
      { path: "/secret/path", traceparent: `00-${traceId}-${request.spanId}-01` },
    ]);
  });

  test("of a tool is part of the trace of its message", async () => {
    const args = { name: "getDevHashByAlgo", path: { algo: "md5" }, query: { text: "a" } };
    const params = { name: "call_endpoint", arguments: args };
    const trace = "1bf7651916cd43dd8448eb211c80319d";
    await hub.post(
      "/mcp",
      { jsonrpc: "2.0", id: 1, method: "tools/call", params },
      { "x-api-key": key, traceparent: `00-${trace}-b7ad6b7169203331-01` },
    );
    const message = await waitForSpan(({ name }) => name === "POST /mcp");
    const call = await waitForSpan(
      ({ name, traceId }) => name === "GET /api/dev/hash/:algo" && traceId === trace,
    );
    expect(message).toMatchObject({ traceId: trace, parentSpanId: "b7ad6b7169203331", kind: 2 });
    expect(call).toMatchObject({ parentSpanId: message.spanId, kind: 1 });
  });

  test("that is rejected or fails is marked by its status, without any error text", async () => {
    await hub.get("/api/dev/hash/sha256?text=x", { "x-api-key": "hub_nobody" });
    const refused = await waitForSpan(
      (span) => getAttribute(span, "http.response.status_code") === 401,
    );
    expect(refused.status.code ?? 0).toBe(0);
    expect(getAttribute(refused, "hub.account")).toBeUndefined();
    await hub.get("/api/asking/greet?fail=true", { "x-api-key": key });
    const failed = await waitForSpan(
      (span) => getAttribute(span, "http.response.status_code") === 500,
    );
    expect(failed.status.code).toBe(2);
    expect(getAttribute(failed, "error.type")).toBe("500");
    const job = await waitForSpan(({ parentSpanId, name }) => {
      return parentSpanId === failed.spanId && name.startsWith("job");
    });
    expect(job.status.code).toBe(2);
    expect(getAttribute(job, "error.type")).toBe("Error");
  });

  test("starts a new trace if the caller's header is invalid", async () => {
    await hub.get("/version", { traceparent: `00-${"0".repeat(32)}-b7ad6b7169203331-01` });
    const span = await waitForSpan(({ name }) => name === "GET /version");
    expect(span.traceId).not.toMatch(/^0+$/);
    expect(span.parentSpanId ?? "").toBe("");
  });

  test("whose caller disables tracing isn't exported, and the upstream gets that flag", async () => {
    asked.length = 0;
    const quiet = "00-11111111111111111111111111111111-b7ad6b7169203331-00";
    await hub.get("/api/asking/greet", { "x-api-key": key, traceparent: quiet });
    expect(asked[0]?.traceparent).toMatch(/^00-1{32}-[0-9a-f]{16}-00$/);
    await hub.get("/healthz");
    await waitForSpan(({ name }) => name === "GET /healthz");
    expect(collected.texts).not.toContain("1".repeat(32));
  });
});

describe("background work", () => {
  test("isn't part of the trace of the call that started its process", async () => {
    asked.length = 0;
    await hub.get("/api/asking/greet", { "x-api-key": key, traceparent });
    await hub.runDue(Date.now() + 86_400_000);
    const byClock = asked.filter(({ path }) => path === "/cron");
    expect(byClock.length).toBeGreaterThan(0);
    for (const { traceparent } of byClock) expect(traceparent).toBeNull();
  });

  test("has its own trace if a caller left it to run later", async () => {
    collected.spans.length = 0;
    const later = { "x-api-key": key, prefer: "respond-async", traceparent };
    const taken = await Promise.all([0, 1, 2].map(() => hub.get("/api/asking/greet", later)));
    expect(taken.map(({ status }) => status)).toEqual([202, 202, 202]);
    const name = "later GET /api/asking/greet";
    const own = () => collected.spans.filter((span) => span.name === name);
    while (own().length < 3) await Bun.sleep(20);
    expect(new Set([traceId, ...own().map((span) => span.traceId)]).size).toBe(4);
    const ofAccount = new Set(own().map((span) => getAttribute(span, "hub.account")));
    expect(ofAccount.size).toBe(1);
    for (const { traceId, spanId } of own()) {
      const job = await waitForSpan(
        (span) => span.name.startsWith("job") && span.traceId === traceId,
      );
      expect(job.parentSpanId).toBe(spanId);
      await waitForSpan((span) => span.name === `GET ${host}` && span.parentSpanId === job.spanId);
    }
  });
});

test("a user's URL gets no trace headers", async () => {
  const { Tracing } = await import("./tracing.ts");
  const settings = loadConfig(env).traces;
  if (!settings) throw new Error("There are no settings");
  const tracing = new Tracing(settings, { version: "1", log });
  const sent: (Readonly<Record<string, string>> | undefined)[] = [];
  const reach = tracing.reach(async (_, { headers }) => {
    sent.push(headers);
    return new Response();
  });
  const handler = tracing.around(async () => {
    await reach(new URL("https://user.example/"), {}, "public");
    return reach(new URL(`https://${host}/`), {}, [host]);
  });
  await handler(new Request("http://hub/", { headers: { traceparent } }));
  expect(sent).toEqual([undefined, { traceparent: expect.stringContaining(traceId) }]);
  await tracing.close();
});

test("no trace contains a key, a query, a path or an address of a caller", async () => {
  await hub.get("/api/dev/hash/md5?text=private-text", { "x-api-key": key });
  await hub.get("/api/asking/greet", { "x-api-key": key });
  await hub.get("/secret/path");
  await hub.get("/robots.txt");
  await waitForSpan(({ name }) => name === "GET /robots.txt");
  for (const secret of [key, "private-text", "secret/path", "Somebody's", "127.0.0.1", "ada@"])
    expect(collected.texts).not.toContain(secret);
});

describe("a collector that", () => {
  /** Pending requests. They end with their test, so that the next one doesn't wait. */
  const held: (() => void)[] = [];
  afterEach(() => {
    collect = () => Response.json({});
    for (const answer of held.splice(0)) answer();
  });
  const faults: Record<string, () => Response | Promise<Response>> = {
    "returns 500": () => new Response("no", { status: 500 }),
    "returns 503 with Retry-After": () =>
      new Response("no", { status: 503, headers: { "retry-after": "60" } }),
    "returns invalid JSON": () => new Response("<html>"),
    "doesn't answer": () =>
      new Promise<Response>((resolve) => {
        held.push(() => resolve(Response.json({})));
      }),
  };
  test.each(Object.entries(faults))("%s delays no call", async (_, fault) => {
    collect = fault;
    const { posts } = collected;
    expect((await hub.get("/version")).status).toBe(200);
    while (collected.posts === posts) await Bun.sleep(20);
    // More than the queue holds: the rest is dropped. By default only while no response comes.
    const rounds = isFullDepth || held.length > 0 ? 30 : 3;
    for (let round = 0; round < rounds; round++)
      await Promise.all(Array.from({ length: 100 }, () => hub.get("/livez")));
    expect((await hub.get("/version")).status).toBe(200);
  });

  test("accepts spans again is logged", async () => {
    collect = () => new Response("no", { status: 400 });
    const { posts } = collected;
    await hub.get("/version");
    while (collected.posts === posts) await Bun.sleep(20);
    collect = () => Response.json({});
    const over = `Traces are sent to "http://127.0.0.1:${collector.port}/v1/traces" again`;
    logged.length = 0;
    while (!logged.some(({ message }) => message === over)) {
      await hub.get("/version");
      await Bun.sleep(50);
    }
    const { length } = logged;
    await hub.get("/robots.txt");
    await waitForSpan(({ name }) => name === "GET /robots.txt");
    expect(logged.slice(length)).toEqual([]);
  });

  test("is gone is logged once, and delays neither calls nor the shutdown", async () => {
    logged.length = 0;
    const lonely = await runHub(
      {
        ...env,
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
        OTEL_EXPORTER_OTLP_TIMEOUT: "100",
      },
      log,
    );
    const findMessages = () => logged.filter(({ message }) => message.includes("127.0.0.1:9/"));
    while (findMessages().length === 0) {
      expect((await lonely.get("/version")).status).toBe(200);
      await Bun.sleep(20);
    }
    // Its span fails to send at the end, which isn't logged again.
    expect((await lonely.get("/version")).status).toBe(200);
    await lonely.stop();
    expect(findMessages()).toEqual([
      { level: "warn", message: 'Cannot send traces to "http://127.0.0.1:9/v1/traces"' },
    ]);
  });
});

test("tracing code isn't loaded without a collector", async () => {
  const core = `${import.meta.dir}/../..`;
  const importers: string[] = [];
  for await (const file of new Bun.Glob("**/*.ts").scan(core)) {
    if (file.includes("node_modules") || file.startsWith("server/tracing/")) continue;
    const text = await Bun.file(`${core}/${file}`).text();
    const values = text.matchAll(
      /^import (?!type )[^;]*"(?:.*\/tracing\.ts|@opentelemetry\/.*)";$/gm,
    );
    importers.push(...[...values].map(() => file));
  }
  expect(importers).toEqual([]);
  const probe = `const { startHub } = await import("${core}/app/start.ts");
    console.log(typeof startHub, Object.keys(require.cache).filter((path) => path.includes("opentelemetry")).length);`;
  const { stdout } = Bun.spawnSync(
    [process.execPath, `--preload=${core}/resolve-hub.ts`, "--eval", probe],
    { cwd: core },
  );
  expect(stdout.toString().trim()).toBe("function 0");
});
