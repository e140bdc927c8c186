import { describe, expect, test } from "bun:test";
import { json } from "hub/testing";
import { docsHub } from "../../testing/docs-hub.ts";
import { exampleRequest } from "../../testing/mod.ts";
import { samplePlugin } from "../../testing/sample-plugin.ts";
import { buildEndpointPath } from "../docs/openapi/openapi.ts";
import { noEvidence } from "./hub-evidence.ts";

const hub = docsHub([samplePlugin]);

async function text(path: string, headers: Record<string, string> = {}): Promise<string> {
  return (await hub.get(path, headers)).text();
}

describe("each of the hub's own routes", () => {
  const answering = hub.view.own.routes.filter(
    // A tool and a recipe are of services that this hub hasn't.
    ({ path, route }) =>
      !["/metrics", "/api/dev/recipe"].includes(path) && route.example.params?.service !== "qr",
  );
  test.each(answering.map((loaded) => [`${loaded.method} ${loaded.path}`, loaded] as const))(
    "%s returns a response to its example",
    async (_, loaded) => {
      const request = exampleRequest(loaded);
      request.headers.set("x-api-key", "hub_any");
      const answer = await hub.fetch(request);
      expect([200, 201, 303], await answer.clone().text()).toContain(answer.status);
    },
  );
});

test("/services lists what each service requests and what it was granted", async () => {
  const broken = [{ name: "odd", dir: "/odd", reason: 'Cannot load plugin "odd": it is odd' }];
  const denying = docsHub([samplePlugin], { denied: () => ["net", "run"], broken });
  const answer = await json(await denying.get("/services"));
  expect(answer.endpoints).toBe(3);
  expect(answer.services[0].permissions).toEqual({
    requested: { net: ["api.example"], kv: true },
    granted: { kv: true },
    denied: ["net"],
    not_granted: {},
  });
  expect(answer.broken).toEqual([{ name: "odd", reason: broken[0]?.reason, still_served: false }]);
});

test("/readyz lists skipped plugins, and is 503 with the reason when the store fails", async () => {
  const broken = [{ name: "odd", dir: "/odd", reason: "It is odd", isStillServed: true }];
  const ready = await docsHub([samplePlugin], { broken }).get("/readyz");
  expect(await json(ready)).toMatchObject({
    status: "ready",
    services: 1,
    broken: [{ name: "odd", reason: "It is odd", still_served: true }],
  });
  const store = { ok: false, detail: "Cannot read the keys" };
  const failing = await docsHub([], { ready: () => ({ store }) }).get("/readyz");
  expect(failing.status).toBe(503);
  expect(await json(failing)).toMatchObject({
    code: "store_unavailable",
    detail: "The hub is not ready: store: Cannot read the keys",
    checks: { store },
  });
});

test("/readyz shows the state of upstreams, and stays ready", async () => {
  const counts = { sent: 9, retried: 1, failed: 5, refused: 2, coalesced: 0, kept: 0, stale: 0 };
  const failing = {
    host: "api.example",
    state: "open" as const,
    counts,
    failures_in_a_row: 5,
    last_error: "It responded with 500",
    last_error_at: "2026-01-02T03:04:05.000Z",
  };
  const answer = await docsHub([], { upstreams: () => [failing] }).get("/readyz");
  expect(answer.status).toBe(200);
  expect(await json(answer)).toMatchObject({ status: "ready", upstreams: [failing] });
});

test("/readyz shows unhandled errors of services, and stays ready", async () => {
  const lastAt = Date.UTC(2026, 0, 2);
  const late = [
    { plugin: "sample", count: 2, lastAt },
    { plugin: undefined, count: 1, lastAt },
  ];
  const answer = await docsHub([], { late: () => late }).get("/readyz");
  expect(answer.status).toBe(200);
  expect((await json(answer)).late_failures).toEqual([
    { service: "sample", count: 2, last_at: "2026-01-02T00:00:00.000Z" },
    { service: null, count: 1, last_at: "2026-01-02T00:00:00.000Z" },
  ]);
});

test("/livez, /healthz and /version return JSON or plain text", async () => {
  expect(await text("/livez", { accept: "text/plain" })).toBe("ok");
  expect(await text("/healthz", { accept: "text/plain" })).toBe("ok");
  expect(await text("/version", { accept: "text/plain" })).toBe("1.2.3");
  expect(await json(await hub.get("/version"))).toMatchObject({
    commit: "abc1234",
    started_at: "2026-01-02T03:04:05.000Z",
  });
});

test("/llms.txt has a line for every endpoint, with its page", async () => {
  const lines = (await text("/llms.txt")).split("\n");
  for (const plugin of hub.view.plugins)
    for (const loaded of plugin.routes) {
      const { method, path, route } = loaded;
      const page = `https://hub.example${buildEndpointPath(plugin, loaded)}`;
      const name = `${method} ${path.replace(/:(\w+)/g, "{$1}")}`;
      expect(lines).toContain(`- [${name}](${page}): ${route.summary}`);
    }
});

test("instructions for getting a key match this hub's settings", async () => {
  for (const [signup, words, page] of [
    ["open", "issues one to a new email address", "with your email address"],
    ["verify", "/api-key/verify", "with a code sent to your email address"],
    ["closed", "The operator of this hub issues API keys", "from the operator of this hub"],
  ] as const) {
    const told = docsHub([samplePlugin], { signup });
    expect(await (await told.get("/llms.txt")).text()).toContain(words);
    expect(await (await told.get("/documentation")).text()).toContain(page);
  }
});

test("/robots.txt excludes the endpoints from crawlers", async () => {
  expect((await text("/robots.txt")).split("\n")).toContain("Disallow: /api/");
});

describe("/metrics", () => {
  const measured = docsHub([samplePlugin], {
    metrics: {
      token: "s3cret",
      read: async () => "up 1\n",
      own: () => ({ metrics: [], evidence: noEvidence }),
    },
  });

  test("is for the operator only", async () => {
    for (const given of ["", "Bearer wrong", "Bearer s3cre", "s3cret"])
      expect(await json(await measured.get("/metrics", { authorization: given }))).toMatchObject({
        status: 401,
        code: "invalid_api_key",
      });
    const answer = await measured.get("/metrics", { authorization: "Bearer s3cret" });
    expect(await answer.text()).toBe("up 1\n");
    expect(answer.headers.get("content-type")).toStartWith("text/plain;version=0.0.4");
  });

  test("names the variable if there is no token", async () => {
    const answer = await json(await hub.get("/metrics", { authorization: "Bearer undefined" }));
    expect(answer).toMatchObject({ status: 501, code: "capability_unavailable" });
    expect(answer.detail).toContain("HUB_METRICS_TOKEN");
  });
});
