import { describe, expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import { definePlugin, type Plugin, type Route } from "../../contract/plugin.ts";
import { redirect } from "../../contract/redirect.ts";
import { reply } from "../../contract/reply.ts";
import { binary } from "../../contract/schema.ts";
import type { LoadedPlugin, LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import { quietLog } from "../../platform/log/log.ts";
import { anyKey, json, testHub } from "../../testing/mod.ts";
import { createHub } from "../hub.ts";

const closed = { additionalProperties: false };
const plugin = definePlugin({
  title: "Sample",
  summary: "Answers.",
  try: { "/sum": "sum.get", "/tell/:text": "tell.post" },
});
const number = t.Object({ n: t.Integer() });

/** Returns a route with any result, including those that its types would reject. */
function route(fields: Partial<Route> & { handler: unknown }): Route {
  const { handler } = fields;
  return {
    ...plugin.route({ summary: "x", response: number, example: {}, handler: () => ({ n: 0 }) }),
    ...fields,
    handler: handler as Route["handler"],
  };
}

let calls = 0;
const routes: Record<string, Route> = {
  light: route({ handler: () => ({ n: 1 }) }),
  later: route({ handler: async () => ({ n: 2 }) }),
  listed: route({ response: t.Array(t.Integer()), handler: () => [1, 2] }),
  failed: route({
    response: t.Object({ success: t.Boolean() }),
    handler: () => ({ success: false }),
  }),
  sum: plugin.route({
    summary: "x",
    query: t.Object({ a: t.Integer(), b: t.Integer({ default: 10 }) }, closed),
    response: number,
    example: { query: { a: 1, b: 2 } },
    handler: ({ query }) => ({ n: query.a + query.b }),
  }) as unknown as Route,
  again: route({ sameForMs: 60_000, handler: () => ({ n: ++calls }) }),
  "again-later": route({ sameForMs: 60_000, handler: async () => ({ n: ++calls }) }),
  heavy: route({ heavy: true, handler: () => ({ n: 3 }) }),
  odd: route({ handler: () => ({ n: "x" }) }),
  created: route({ handler: () => reply({ n: 1 }, { status: 201 }) }),
  typed: route({ handler: () => reply({ n: 1 }, { type: "application/json" }) }),
  astray: route({ handler: () => reply("<p>", { type: "text/html" }) }),
  alternative: route({
    handler: () => reply({ n: 1 }, { alternatives: { "text/csv": () => "n" } }),
  }),
  plain: route({
    plain: "n",
    handler: () => reply({ n: 1 }, { alternatives: { "text/plain": () => "one" } }),
  }),
  picture: route({
    response: binary("image/png"),
    handler: () => new Uint8Array([1, 2]),
  }),
  pictures: route({
    response: binary("image/png", "image/gif"),
    handler: () => reply(new Uint8Array([3]), { type: "image/gif" }),
  }),
};
const tell = plugin.route({
  summary: "x",
  params: t.Object({ who: t.String() }),
  query: t.Object({ loud: t.Boolean({ default: false }) }, closed),
  body: t.Object({ text: t.String(), times: t.Integer({ default: 1 }) }, closed),
  raw: { "text/plain": "text" },
  response: t.Object({ said: t.String() }),
  example: { params: { who: "Ada" }, query: { loud: true }, body: { text: "hi" } },
  handler: ({ params, query, body }) => ({
    said: `${params.who} ${query.loud ? "shouts" : "says"} ${body.text.repeat(body.times)}`,
  }),
}) as unknown as Route;

const loadRoute = (name: string, route: Route, more: Partial<LoadedRoute> = {}): LoadedRoute => ({
  folder: "routes",
  file: `${name}.get.ts`,
  method: "GET",
  path: `/api/sample/${name}`,
  route,
  ...more,
});
const open = (name: string, route: Route) =>
  loadRoute(name, route, { folder: "public", path: `/${name}` });
const sample: LoadedPlugin = {
  name: "sample",
  dir: import.meta.dir,
  plugin: plugin as unknown as Plugin,
  routes: [
    ...Object.entries(routes).map(([name, route]) => loadRoute(name, route)),
    loadRoute("tell", tell, {
      file: "tell.post.ts",
      method: "POST",
      path: "/api/sample/tell/:who",
    }),
  ],
  open: [
    open("created", routes.created!),
    open("list", route({ response: t.Array(t.Integer()), handler: () => [1, 2] })),
    open("gone", route({ handler: () => redirect("/list") })),
  ],
  datasets: {},
  isolated: false,
};
const hub = await testHub(sample);
const get = async (name: string, headers = {}) => hub.get(`/api/sample/${name}`, headers);

test("a synchronous or asynchronous response has the success field", async () => {
  expect(await json(await get("light"))).toEqual({ success: true, n: 1 });
  expect(await json(await get("later"))).toEqual({ success: true, n: 2 });
});

test("only an object gets the success field, and keeps its own", async () => {
  expect(await json(await get("listed"))).toEqual([1, 2]);
  expect(await json(await get("failed"))).toEqual({ success: false });
});

describe("a violation of the route's contract is the hub's error:", () => {
  test.each(["odd", "created", "astray", "alternative"])("%s", async (name) => {
    const answer = await get(name);
    expect([answer.status, (await json(answer)).code]).toEqual([500, "internal_error"]);
  });
});

test("outside of /api a response can have another status, not be an object, or be a redirect", async () => {
  const created = await hub.get("/created");
  expect([created.status, await json(created)]).toEqual([201, { n: 1 }]);
  expect(await json(await hub.get("/list"))).toEqual([1, 2]);
  const gone = await hub.get("/gone");
  expect([gone.status, gone.headers.get("location")]).toEqual([302, "/list"]);
});

test("a response can have any type that its route declares", async () => {
  const fetchContentType = async (name: string, headers = {}) =>
    (await get(name, headers)).headers.get("content-type");
  expect(await fetchContentType("typed")).toBe("application/json");
  expect(await fetchContentType("plain")).toBe("application/json;charset=utf-8");
  expect(await fetchContentType("plain", { accept: "text/plain" })).toBe(
    "text/plain; charset=utf-8",
  );
  expect(await fetchContentType("picture")).toBe("image/png");
  expect(await fetchContentType("pictures")).toBe("image/gif");
  expect(await (await get("picture")).bytes()).toEqual(new Uint8Array([1, 2]));
});

test("rejects a query if a route has none", async () => {
  const answer = await get("light?a=1");
  expect([answer.status, (await json(answer)).detail]).toEqual([
    400,
    "query.a is unknown: this endpoint accepts none",
  ]);
});

test("with a raw body, the query has the route's own fields and the body's others", async () => {
  const send = async (query: string) =>
    json(await hub.post(`/api/sample/tell/Bob${query}`, "ho", { "content-type": "text/plain" }));
  expect((await send("?loud=true&times=2")).said).toBe("Bob shouts hoho");
  expect((await send("")).said).toBe("Bob says ho");
  expect((await send("?volume=9")).detail).toStartWith("body.volume is unknown");
});

test("with a form, the query has the route's own fields and the body's others", async () => {
  const send = async (query: string, form: string) =>
    json(
      await hub.post(`/api/sample/tell/Bob${query}`, form, {
        "content-type": "application/x-www-form-urlencoded",
      }),
    );
  expect((await send("?loud=true&times=2", "text=ho")).said).toBe("Bob shouts hoho");
  expect((await send("?times=2", "text=ho&times=3")).detail).toBe(
    "body.times must be sent only once",
  );
  expect((await send("?times=2", "Grüße")).detail).toInclude(
    "or send text as the whole body, with Content-Type: text/plain",
  );
});

test("a field of the body in the query has a hint on the body and its media types", async () => {
  const send = async (query: string) =>
    (await json(await hub.post(`/api/sample/tell/Bob${query}`, { text: "ho" }))).detail;
  expect(await send("?times=2")).toBe(
    "query.times is unknown: this endpoint accepts loud; times belongs in the body, except for Content-Type: text/plain",
  );
  expect(await send("?nope=2")).toBe("query.nope is unknown: this endpoint accepts loud");
});

describe("a sample call", () => {
  const attempt = async (path: string) => json(await hub.get(`/try${path}`));

  test("returns the response to the route's example", async () => {
    expect((await attempt("/sum")).n).toBe(3);
    expect((await attempt("/tell/yes")).said).toBe("Ada shouts yes");
  });

  test("replaces example values by those of its caller", async () => {
    expect((await attempt("/sum?a=5")).n).toBe(7);
    expect((await attempt("/tell/yes?who=Bob&loud=0&times=2")).said).toBe("Bob says yesyes");
  });

  test("leaves the example unchanged for the next one", async () => {
    await attempt("/sum?a=5&b=6");
    expect((await attempt("/sum")).n).toBe(3);
  });

  test("reports the accepted fields for unknown ones, and errors of known ones", async () => {
    expect(await attempt("/tell/yes?whom=Bob")).toMatchObject({
      code: "invalid_input",
      detail: "query.whom is unknown: this sample accepts who, loud, text, times",
    });
    expect((await attempt("/sum?a=x")).detail).toStartWith("query.a must be a whole number");
  });
});

/** Creates a hub with idempotency, whose heavy routes the test runs. */
function hubWith({ repeats = true, isolated = false } = {}) {
  const heavy: unknown[] = [];
  const app = createHub({
    plugins: [{ ...sample, isolated }],
    access: anyKey,
    getDoors: () => ({}) as never,
    runInJob: async ({ route }, values, call) => {
      heavy.push([route.path, values, call.accept, call.caller.id]);
      return reply({ n: 9 });
    },
    log: quietLog,
    repeats,
  });
  const get = async (name: string, headers: Record<string, string> = {}) =>
    json(
      await app.fetch(
        new Request(`http://localhost/api/sample/${name}`, {
          headers: { "x-api-key": "a", ...headers },
        }),
      ),
    );
  return { get, heavy };
}

test("a response is repeated for a short time if the hub and the route enable it", async () => {
  calls = 0;
  const { get } = hubWith();
  for (const name of ["again", "again-later"]) {
    const { n } = await get(name);
    expect((await get(name)).n).toBe(n);
  }
  expect(calls).toBe(2);
  const never = hubWith({ repeats: false });
  for (const name of ["again", "again-later"]) {
    const { n } = await never.get(name);
    expect((await never.get(name)).n).toBe(n + 1);
  }
});

test("a heavy route runs in a job, with all context of its call", async () => {
  const { get, heavy } = hubWith();
  expect(await get("heavy", { accept: "text/plain" })).toEqual({ success: true, n: 9 });
  expect(heavy).toEqual([
    ["/api/sample/heavy", { params: undefined, query: undefined }, "text/plain", "a"],
  ]);
  expect((await get("light")).n).toBe(1);
});

test("every route of an isolated plugin runs in a job", async () => {
  const { get, heavy } = hubWith({ isolated: true });
  expect((await get("light")).n).toBe(9);
  expect(heavy).toHaveLength(1);
});
