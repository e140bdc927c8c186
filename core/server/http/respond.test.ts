import { describe, expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import { Call } from "../../accounts/call.ts";
import { LimitHeaders, type Limits } from "../../accounts/limit-headers.ts";
import { HubError } from "../../contract/errors.ts";
import { definePlugin, type Route } from "../../contract/plugin.ts";
import { redirect } from "../../contract/redirect.ts";
import { Reply, reply } from "../../contract/reply.ts";
import type { LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import type { Log } from "../../platform/log/log.ts";
import { json } from "../../testing/mod.ts";
import { RepeatCache } from "./endpoint.ts";
import { isLong, refuse, respond as respondOrWait, toHubError, withoutRoute } from "./respond.ts";

const both = new LimitHeaders("both");
const plugin = definePlugin({ title: "Sample", summary: "Answers." });
const response = t.Object({ name: t.Union([t.String(), t.Array(t.String()), t.Null()]) });

function loadRoute(fields: Partial<Route> = {}): LoadedRoute {
  const route = plugin.route({
    summary: "x",
    response,
    example: {},
    handler: () => ({ name: "" }),
  });
  return {
    folder: "routes",
    file: "x.get.ts",
    method: "GET",
    path: "/x",
    route: { ...route, ...fields },
  };
}

function call(headers: Record<string, string> = {}): Call {
  return new Call(new Request("http://localhost/x", { headers }), null);
}

/** Returns the response to a call that completes synchronously. */
function respond(...call: Parameters<typeof respondOrWait>): Response {
  const answer = respondOrWait(...call);
  if (answer instanceof Promise) throw new Error("It was not made at once");
  return answer;
}

const text = { accept: "text/plain" };

test("a response is JSON with its request ID, readable for every origin", async () => {
  const mine = call({ origin: "https://app.example" });
  const answer = respond(mine, loadRoute(), new Reply({ name: "Ada" }));
  expect(await answer.json()).toEqual({ name: "Ada" });
  expect(Object.fromEntries(answer.headers)).toEqual({
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "*",
    "content-type": "application/json;charset=utf-8",
    "x-request-id": mine.id,
  });
});

test("HEAD doesn't wait for the end of a stream", async () => {
  let isCancelled = false;
  const endless = new ReadableStream({
    cancel() {
      isCancelled = true;
    },
  });
  const head = new Call(new Request("http://localhost/x", { method: "HEAD" }), null);
  const answer = respond(head, loadRoute(), reply(endless, { type: "text/event-stream" }));
  expect(await answer.text()).toBe("");
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  expect(isCancelled).toBe(true);
});

test("the plain field is the whole response for callers who accept text", async () => {
  const route = loadRoute({ plain: "name" });
  const answer = respond(call(text), route, new Reply({ name: "Ada" }));
  expect(await answer.text()).toBe("Ada");
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(answer.headers.get("vary")).toBe("Accept");
  const list = respond(call(text), route, new Reply({ name: ["Ada", "Bob"] }));
  expect(await list.text()).toBe("Ada\nBob");
});

test("a plain field that is null is returned as JSON, which says why", async () => {
  const answer = respond(call(text), loadRoute({ plain: "name" }), new Reply({ name: null }));
  expect(await answer.json()).toEqual({ name: null });
});

test("a file can have an alternative text for callers who accept text", async () => {
  const picture = reply(new Uint8Array(3), {
    type: "image/png",
    alternatives: { "text/plain": () => "▀▄" },
  });
  expect(await respond(call(text), loadRoute(), picture).text()).toBe("▀▄");
  expect(respond(call(), loadRoute(), picture).headers.get("content-type")).toBe("image/png");
});

test("JSON can be replaced by a file for callers who accept its type or its kind", async () => {
  const alternatives = { "image/png": () => new Uint8Array([1, 2]) };
  for (const accept of ["image/png", "image/*"]) {
    const answer = respond(call({ accept }), loadRoute(), reply({ name: "Ada" }, { alternatives }));
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await answer.bytes()).toEqual(new Uint8Array([1, 2]));
  }
  const other = respond(
    call({ accept: "*/*" }),
    loadRoute(),
    reply({ name: "Ada" }, { alternatives }),
  );
  expect(await other.json()).toEqual({ name: "Ada" });
});

test("headers of one response don't affect the next", () => {
  const route = loadRoute();
  respond(
    call(),
    route,
    reply(new Uint8Array(1), { type: "image/png", headers: { "x-one": "1" } }),
  );
  const next = respond(call(), route, new Reply({ name: "Ada" }));
  expect(next.headers.get("x-one")).toBeNull();
  expect(next.headers.get("content-type")).toBe("application/json;charset=utf-8");
});

test("a response with its own headers or alternatives declares them, and has an ETag too", () => {
  const route = loadRoute({ cache: "etag" });
  const plain = () => respond(call(), route, new Reply({ name: "Ada" })).headers;
  const tag = plain().get("etag");
  expect(tag).toMatch(/^"\w+"$/);
  const headed = respond(
    call(),
    route,
    reply({ name: "Bob" }, { headers: { "x-one": "1" } }),
  ).headers;
  expect([headed.get("x-one"), plain().get("x-one")]).toEqual(["1", null]);
  expect(headed.get("etag")).not.toBe(tag);
  expect(plain().get("etag")).toBe(tag);
  const alternatives = { "text/csv": () => "name" };
  const either = reply({ name: "Ada" }, { alternatives });
  const asked = respond(call({ accept: "application/json" }), route, either);
  expect([asked.headers.get("vary"), asked.headers.get("etag")]).toEqual(["Accept", tag]);
  expect(plain().get("vary")).toBeNull();
});

test("a file has its media type, and nosniff", () => {
  const { headers } = respond(call(), loadRoute(), reply(new Uint8Array(1), { type: "image/png" }));
  expect([headers.get("content-type"), headers.get("x-content-type-options")]).toEqual([
    "image/png",
    "nosniff",
  ]);
});

test("only a 200 response to a GET has an ETag, and a response without a body has no type", () => {
  const route = loadRoute({ cache: "etag" });
  const created = respond(call(), route, reply({ name: "Ada" }, { status: 201 }));
  expect([created.status, created.headers.get("etag")]).toEqual([201, null]);
  const posted = respond(call(), { ...route, method: "POST" }, new Reply({ name: "Ada" }));
  expect(posted.headers.get("etag")).toBeNull();
  expect(respond(call(), route, redirect("/there")).headers.get("content-type")).toBeNull();
  const stream = new Response("x").body;
  expect(
    respond(call(), route, reply(stream, { type: "text/plain" })).headers.get("etag"),
  ).toBeNull();
});

test("any ETag of the response matches, in a list or as a star, and no other", () => {
  const route = loadRoute({ cache: "etag" });
  const answer = (tags: string) =>
    respond(call({ "if-none-match": tags }), route, new Reply({ name: "Ada" })).status;
  const etag = respond(call(), route, new Reply({ name: "Ada" })).headers.get("etag") ?? "";
  for (const tags of ["*", etag, `W/${etag}`, `"a",${etag}`, `${etag} , "b"`])
    expect(answer(tags)).toBe(304);
  for (const tags of ["", '"a"', `"a", "b"`, `W/W/${etag}`, etag.replaceAll('"', "")])
    expect(answer(tags)).toBe(200);
});

test("a plain field that is neither text nor a list of text is returned as JSON", async () => {
  const answer = respond(call(text), loadRoute({ plain: "name" }), new Reply({ name: { a: 1 } }));
  expect(await answer.text()).toBe('{"a":1}');
});

test("plain text never replaces a file, nor a preferred type", async () => {
  const route = loadRoute({ plain: "name" });
  const file = respond(call(text), route, reply(new Uint8Array(2), { type: "image/png" }));
  expect(file.headers.get("content-type")).toBe("image/png");
  const accept = "application/json, text/plain;q=0.5";
  expect(await respond(call({ accept }), route, new Reply({ name: "Ada" })).json()).toEqual({
    name: "Ada",
  });
});

/** Creates a log in memory, and a recorder of rejections. */
function refusing() {
  const said: unknown[] = [];
  const recordMessage =
    (level: string) =>
    (message: string, fields: Record<string, unknown> = {}) =>
      void said.push([level, message, fields.code, fields.route, fields.plugin, fields.cause]);
  const log = {
    info: recordMessage("info"),
    warn: recordMessage("warn"),
    error: recordMessage("error"),
  } as unknown as Log;
  return { said, log };
}

describe("an error", () => {
  test("of the caller isn't logged", async () => {
    const { said, log } = refusing();
    const mine = call({ origin: "https://app.example" });
    const answer = refuse(mine, new HubError("not_found", "There is none"), { log });
    expect([answer.status, said]).toEqual([404, []]);
    expect(Object.fromEntries(answer.headers)).toEqual({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "*",
      "cache-control": "no-store",
      "content-type": "application/problem+json",
      "x-request-id": mine.id,
    });
  });

  test("of the hub's own is logged in one line, with its cause if it has one", () => {
    const { said, log } = refusing();
    const target = { service: "sample", route: "GET /x/:id" };
    refuse(call(), new HubError("busy", "All are taken"), { log, target });
    refuse(call(), new HubError("upstream_failed", "It failed", { cause: "why" }), { log, target });
    refuse(call(), new HubError("internal_error", "It broke"), { log });
    expect(said).toEqual([
      ["warn", "All are taken", "busy", "GET /x/:id", "sample", undefined],
      ["error", "It failed", "upstream_failed", "GET /x/:id", "sample", "why"],
      ["error", "It broke", "internal_error", "GET", undefined, undefined],
    ]);
  });

  test("that is unexpected says nothing to the caller, and is logged in full", async () => {
    const { said, log } = refusing();
    const answer = refuse(call(), new Error("secret"), { log });
    expect(await answer.text()).not.toContain("secret");
    expect(JSON.stringify(said)).toContain("secret");
  });

  test("with much detail is truncated from 1,024 characters on", async () => {
    const { log } = refusing();
    const refusal = (length: number) =>
      refuse(call(), new HubError("not_found", "x".repeat(length)), { log });
    const { length } = await refusal(0).text();
    expect([1023, 1024].map((wanted) => isLong(refusal(wanted - length)))).toEqual([false, true]);
  });
});

describe("without a route", () => {
  const answer = (method: string, methods: string[], path = "/x") =>
    withoutRoute(new Call(new Request(`http://localhost${path}`, { method }), null), methods, {
      ...refusing(),
      known: [],
    });

  test("an unsupported method fails with the allowed ones", async () => {
    const refused = answer("POST", ["GET", "HEAD"]);
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect((await json(refused)).detail).toBe(
      "/x does not support POST: allowed methods are GET, HEAD, OPTIONS",
    );
  });

  test("an unknown path is quoted with at most 200 characters", async () => {
    const refused = answer("GET", [], `/${"a".repeat(200)}`);
    expect(refused.status).toBe(404);
    expect((await json(refused)).detail).toBe(`Unknown path "/${"a".repeat(199)}"`);
  });

  test("a preflight permits the headers that the hub reads, also for unknown paths", () => {
    for (const methods of [["GET"], []]) {
      const { status, headers, body } = answer("OPTIONS", methods);
      const allow = [...methods, "OPTIONS"].join(", ");
      expect([status, body]).toEqual([204, null]);
      expect([headers.get("allow"), headers.get("access-control-allow-methods")]).toEqual([
        allow,
        allow,
      ]);
      expect(headers.get("access-control-allow-headers")).toContain("X-API-Key");
      expect(headers.get("access-control-max-age")).toBe("86400");
    }
  });
});

test("rate limit headers are set on each response under a policy, and change with it", () => {
  const limits = (remaining: number) =>
    both.forAddress("paced", { limit: 5, windowMs: 60_000, remaining, resetMs: 999, ok: true });
  const [one, two] = [limits(4), limits(3)];
  const [route, named] = [loadRoute(), ["ratelimit", "x-ratelimit-remaining", "x-ratelimit-reset"]];
  const getLimitHeaders = (limits: Limits) => {
    const mine = call();
    mine.limits = limits;
    const { headers } = respond(mine, route, new Reply({ name: "Ada" }));
    return named.map((name) => headers.get(name));
  };
  expect([one, two, one].map(getLimitHeaders)).toEqual([
    ['"paced";r=4;t=1', "4", "1"],
    ['"paced";r=3;t=1', "3", "1"],
    ['"paced";r=4;t=1', "4", "1"],
  ]);
  const none = { policy: {}, ratelimit: undefined, remaining: undefined };
  expect(getLimitHeaders({ ...none, reset: undefined, retryAfter: undefined })).toEqual([
    null,
    null,
    null,
  ]);
});

test("a permanent response is a 304 for a caller who has its ETag", () => {
  const route = loadRoute({ cache: "forever" });
  const etag = respond(call(), route, new Reply({ name: "Ada" })).headers.get("etag") ?? "";
  const again = respond(
    call({ "if-none-match": `"x", W/${etag}` }),
    route,
    new Reply({ name: "Ada" }),
  );
  expect(again.status).toBe(304);
  expect(again.headers.get("content-type")).toBeNull();
  const other = respond(call({ "if-none-match": etag }), route, new Reply({ name: "Bob" }));
  expect(other.status).toBe(200);
});

test("a response with a secret isn't cached", () => {
  const answer = respond(call(), loadRoute({ cache: "never" }), new Reply({ name: "Ada" }));
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("etag")).toBeNull();
});

test("a cached response is sent with its own headers to each caller, and with the caller's", () => {
  const route = loadRoute({ cache: "etag" });
  const kept = reply({ name: "Ada" }, { headers: { "x-one": "1" } });
  new RepeatCache(60_000).storeReply(call().address, kept);
  const createLimits = (name: string, remaining: number) =>
    both.forAddress(name, { limit: 5, windowMs: 60_000, remaining, resetMs: 999, ok: true });
  const origin = { origin: "https://app.example" };
  const callers = [
    { limits: createLimits("a", 4) },
    { limits: createLimits("b", 2), headers: origin },
    { limits: undefined },
    { limits: createLimits("a", 3) },
  ].map(({ limits, headers }) => Object.assign(call(headers), { limits }));
  const answers = callers.map((caller) => respond(caller, route, kept).headers);
  const said = (name: string) => answers.map((headers) => headers.get(name));
  expect(said("x-request-id")).toEqual(callers.map(({ id }) => id));
  expect(said("ratelimit")).toEqual(['"a";r=4;t=1', '"b";r=2;t=1', null, '"a";r=3;t=1']);
  expect(said("ratelimit-policy")).toEqual(['"a";q=5;w=60', '"b";q=5;w=60', null, '"a";q=5;w=60']);
  expect(said("x-one")).toEqual(Array(4).fill("1"));
  expect(new Set(said("etag")).size).toBe(1);
  const { headers } = respond(call(), route, new Reply({ name: "Bob" }));
  expect([headers.get("x-one"), headers.get("etag")]).not.toContain(said("etag")[0]);
});

test("a cached redirect is sent with each request's ID and limits", () => {
  const again = redirect("/there", { headers: { "x-one": "1" } });
  const [first, second, limited] = [call(), call(), call()];
  limited.limits = both.forAddress("a", {
    limit: 5,
    windowMs: 60_000,
    remaining: 4,
    resetMs: 1000,
    ok: true,
  });
  const answers = [first, second, limited, call()].map((one) => respond(one, loadRoute(), again));
  expect(answers.slice(0, 3).map(({ headers }) => headers.get("x-request-id"))).toEqual([
    first.id,
    second.id,
    limited.id,
  ]);
  expect(answers.map(({ status, headers }) => [status, headers.get("x-one")])).toEqual(
    Array(4).fill([302, "1"]),
  );
  expect(answers.map(({ headers }) => headers.get("ratelimit"))).toEqual([
    null,
    null,
    '"a";r=4;t=1',
    null,
  ]);
});

test("a package that an image omits is a missing capability with its name, and other errors are internal", () => {
  const error = toHubError(new Error("Cannot find package 'ocr-core' imported from /srv/a.ts"));
  expect([error.code, error.status, error.message]).toEqual([
    "capability_unavailable",
    501,
    'This hub was installed without "ocr-core", which this call needs',
  ]);
  expect(toHubError(new Error("Cannot find it")).code).toBe("internal_error");
});
