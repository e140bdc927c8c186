import { expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import { definePlugin, type Route } from "../../contract/plugin.ts";
import { redirect } from "../../contract/redirect.ts";
import { Reply, reply } from "../../contract/reply.ts";
import { limitsOfAddress } from "../access/limit-headers.ts";
import type { LoadedRoute } from "../load/loaded-plugin.ts";
import { Call } from "./call.ts";
import { respond as respondOrWait } from "./respond.ts";

const plugin = definePlugin({ title: "Sample", summary: "Answers." });
const response = t.Object({ name: t.Union([t.String(), t.Array(t.String()), t.Null()]) });

function loaded(fields: Partial<Route> = {}): LoadedRoute {
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

/** The answer to a call where it is made at once. */
function respond(...call: Parameters<typeof respondOrWait>): Response {
  const answer = respondOrWait(...call);
  if (answer instanceof Promise) throw new Error("It was not made at once");
  return answer;
}

const text = { accept: "text/plain" };

test("an answer is JSON under the id of its request, for every origin to read", async () => {
  const mine = call();
  const answer = respond(mine, loaded(), new Reply({ name: "Ada" }));
  expect(await answer.json()).toEqual({ name: "Ada" });
  expect(Object.fromEntries(answer.headers)).toEqual({
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "*",
    "content-type": "application/json;charset=utf-8",
    "x-request-id": mine.id,
  });
});

test("the plain field is the whole answer to who accepts text", async () => {
  const route = loaded({ plain: "name" });
  const answer = respond(call(text), route, new Reply({ name: "Ada" }));
  expect(await answer.text()).toBe("Ada");
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(answer.headers.get("vary")).toBe("Accept");
  const list = respond(call(text), route, new Reply({ name: ["Ada", "Bob"] }));
  expect(await list.text()).toBe("Ada\nBob");
});

test("a plain field that is null is answered as JSON, which says why", async () => {
  const answer = respond(call(text), loaded({ plain: "name" }), new Reply({ name: null }));
  expect(await answer.json()).toEqual({ name: null });
});

test("a file may have a text of its own for who accepts text", async () => {
  const picture = reply(new Uint8Array(3), {
    type: "image/png",
    alternatives: { "text/plain": () => "▀▄" },
  });
  expect(await respond(call(text), loaded(), picture).text()).toBe("▀▄");
  expect(respond(call(), loaded(), picture).headers.get("content-type")).toBe("image/png");
});

test("JSON may have a file in its place for who accepts its type or all of its kind", async () => {
  const alternatives = { "image/png": () => new Uint8Array([1, 2]) };
  for (const accept of ["image/png", "image/*"]) {
    const answer = respond(call({ accept }), loaded(), reply({ name: "Ada" }, { alternatives }));
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await answer.bytes()).toEqual(new Uint8Array([1, 2]));
  }
  const other = respond(
    call({ accept: "*/*" }),
    loaded(),
    reply({ name: "Ada" }, { alternatives }),
  );
  expect(await other.json()).toEqual({ name: "Ada" });
});

test("headers of one answer do not stay on the next", () => {
  const route = loaded();
  respond(
    call(),
    route,
    reply(new Uint8Array(1), { type: "image/png", headers: { "x-one": "1" } }),
  );
  const next = respond(call(), route, new Reply({ name: "Ada" }));
  expect(next.headers.get("x-one")).toBeNull();
  expect(next.headers.get("content-type")).toBe("application/json;charset=utf-8");
});

test("a caller who has an answer that never changes gets none", () => {
  const route = loaded({ cache: "forever" });
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

test("a secret leaves no trace in caches", () => {
  const answer = respond(call(), loaded({ cache: "never" }), new Reply({ name: "Ada" }));
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("etag")).toBeNull();
});

test("a redirect that is given again goes out under the id of each request, and with its limits", () => {
  const again = redirect("/there", { headers: { "x-one": "1" } });
  const [first, second, limited] = [call(), call(), call()];
  limited.limits = limitsOfAddress("a", {
    limit: 5,
    windowMs: 60_000,
    remaining: 4,
    resetMs: 1000,
    ok: true,
  });
  const answers = [first, second, limited, call()].map((one) => respond(one, loaded(), again));
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
