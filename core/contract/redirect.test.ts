import { expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import { Call } from "../accounts/call.ts";
import type { LoadedRoute } from "../host/plugin/loaded-plugin.ts";
import { respond } from "../server/http/respond.ts";
import { definePlugin, type Route } from "./plugin.ts";
import { redirect } from "./redirect.ts";

const plugin = definePlugin({ title: "Sample", summary: "Sends on." });
const loaded: LoadedRoute = {
  folder: "public",
  file: "x.get.ts",
  method: "GET",
  path: "/x",
  route: plugin.route({
    summary: "x",
    response: t.Object({}),
    example: {},
    handler: () => redirect("/"),
  }) as Route,
};

function answer(reply: ReturnType<typeof redirect>): Response {
  return respond(new Call(new Request("http://localhost/x"), null), loaded, reply) as Response;
}

test("a redirect has a status, a location and no body", async () => {
  const response = answer(redirect("https://example.com/a?b=c#d"));
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("https://example.com/a?b=c#d");
  expect(response.headers.get("content-type")).toBeNull();
  expect(await response.text()).toBe("");
});

test("a redirect can have another status and headers, which don't affect the next response", () => {
  const moved = answer(redirect("/new", { status: 308, headers: { "x-robots-tag": "noindex" } }));
  expect([moved.status, moved.headers.get("location")]).toEqual([308, "/new"]);
  expect(moved.headers.get("x-robots-tag")).toBe("noindex");
  const next = answer(redirect("/"));
  expect([next.status, next.headers.get("x-robots-tag")]).toEqual([302, null]);
});

test.each([
  ["https://EXAMPLE.com", "https://example.com/"],
  ["https://bücher.example/ü?ü", "https://xn--bcher-kva.example/%C3%BC?%C3%BC"],
  ["/a/../b?c#d", "/b?c#d"],
  ["/日本", "/%E6%97%A5%E6%9C%AC"],
  ["/", "/"],
  ["mailto:a@example.com?subject=a%20b", "mailto:a@example.com?subject=a%20b"],
  ["myapp://open/x", "myapp://open/x"],
])("%s is written as %s", (location, written) => {
  expect(redirect(location).headers.location).toBe(written);
});

test.each([
  ["javascript:alert(1)"],
  ["data:text/html,x"],
  ["file:///etc/passwd"],
  ["JavaScript:alert(1)"],
  ["blob:https://a.example/x"],
  ["view-source:https://a.example"],
  ["//evil.example"],
  ["/\\evil.example"],
  ["/.//evil.example"],
  ["/..//evil.example"],
  ["\\\\evil.example"],
  ["evil.example"],
  [""],
  ["https://"],
  ["https://a.example/\r\nset-cookie: a=b"],
  ["/\nlocation: https://evil.example"],
  ["/\t/evil.example"],
  [" https://a.example"],
  ["https://a.example/\0"],
  ["https://a.example/\x7f"],
])("rejects %j", (location) => {
  expect(() => redirect(location)).toThrow("Cannot redirect to");
});
