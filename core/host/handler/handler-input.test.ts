import { expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import type { Call } from "../../accounts/call.ts";
import { definePlugin, type Plugin } from "../../contract/plugin.ts";
import { json, testHub } from "../../testing/mod.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import { handlerInput, resolveTimeoutMs, type Values } from "./handler-input.ts";

const plugin = definePlugin({ title: "Sample", summary: "Echoes.", try: { "/who": "who.get" } });
const route = plugin.route({
  summary: "Tell who calls",
  response: t.Any(),
  example: {},
  handler: ({ caller, origin }) => ({ ...caller, origin }),
});
const sample: LoadedPlugin = {
  name: "sample",
  dir: import.meta.dir,
  plugin: plugin as unknown as Plugin,
  routes: [{ folder: "routes", file: "who.get.ts", method: "GET", path: "/api/sample/who", route }],
  open: [],
  datasets: {},
  isolated: false,
};
const hub = await testHub(sample);

test("a handler gets the account, the address, the headers and the URL of the call", async () => {
  const headers = {
    "user-agent": "curl/8",
    referer: "https://a.example/b",
    "accept-language": "de-CH,de;q=0.9",
  };
  expect(await json(await hub.get("/api/sample/who", headers))).toEqual({
    success: true,
    id: "test",
    address: "192.0.2.1",
    userAgent: "curl/8",
    referrer: "https://a.example/b",
    acceptLanguage: "de-CH,de;q=0.9",
    origin: "http://localhost",
  });
});

test("a handler learns whether a call is a prefetch", async () => {
  const looksAhead = async (headers: Record<string, string>) =>
    (await json(await hub.get("/api/sample/who", headers))).looksAhead;
  expect(await looksAhead({ "sec-purpose": "prefetch;prerender" })).toBe("prefetch");
  expect(await looksAhead({ purpose: "prefetch" })).toBe("prefetch");
  expect(await looksAhead({ "sec-purpose": "x" })).toBeUndefined();
});

test("a call to a public path has no account, with any key", async () => {
  const answer = await json(await hub.get("/try/who", { "x-api-key": "ada" }));
  expect(answer.id).toBeUndefined();
});

test("the hub's URL is the configured one, or else that of the request", async () => {
  const from = (hub: { fetch(request: Request): Promise<Response> }, url: string) =>
    hub.fetch(new Request(url)).then(json);
  expect((await from(hub, "http://other.example:8443/try/who?")).origin).toBe(
    "http://other.example:8443",
  );
  const named = await testHub(sample, { baseUrl: "https://hub.example" });
  expect((await from(named, "http://localhost/try/who")).origin).toBe("https://hub.example");
});

test("a handler has the time limit of its route, of its plugin, or else half a minute", () => {
  const timeoutMs = (route: number | (() => number) | undefined, limits: object | undefined) =>
    resolveTimeoutMs(
      { plugin: { manifest: { limits } } } as never,
      { route: { timeoutMs: route } } as never,
      { query: { slow: true } },
    );
  expect(timeoutMs(5, { timeoutMs: 7 })).toBe(5);
  expect(timeoutMs(undefined, { timeoutMs: 7 })).toBe(7);
  for (const limits of [{}, undefined]) expect(timeoutMs(undefined, limits)).toBe(30_000);
  const byValues = ((values: Values) => (values.query?.slow ? 9 : 1)) as () => number;
  expect(timeoutMs(byValues, { timeoutMs: 7 })).toBe(9);
});

test("a handler's argument has values and doors, and a signal that fires when the caller leaves or the time is up", async () => {
  const request = new AbortController();
  const facts = {
    identifyCaller: () => ({ address: "a" }) as never,
    getOrigin: () => "o",
    getSignal: ({ request }: Call) => request.signal,
    sign: () => "/s",
    owner: { service: "dev", openPaths: [] },
  };
  const Input = handlerInput(
    { kv: "kv" },
    { ...facts, timeoutMs: ({ query }) => Number(query?.ms) },
  );
  const createInput = (ms: number) => {
    const call = { request: { signal: request.signal } } as never;
    return new Input({ params: { a: 1 }, query: { ms }, body: { b: 2 } }, call);
  };
  expect(createInput(9)).toMatchObject({
    params: { a: 1 },
    query: { ms: 9 },
    body: { b: 2 },
    kv: "kv",
  } as never);
  expect(await createInput(9).publicAddress("/api/dev/a")).toBe("o/s");
  const { signal } = createInput(60_000);
  expect(signal.aborted).toBe(false);
  request.abort();
  expect(signal.aborted).toBe(true);
  const late = new Input({ query: { ms: 1 } }, { request: new Request("http://hub/") } as never)
    .signal;
  await new Promise((resolve) => late.addEventListener("abort", resolve));
  expect(late.reason.name).toBe("TimeoutError");
});
