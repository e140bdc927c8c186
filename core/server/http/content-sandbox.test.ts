import { describe, expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import { Call } from "../../accounts/call.ts";
import { HubError } from "../../contract/errors.ts";
import { definePlugin } from "../../contract/plugin.ts";
import { reply } from "../../contract/reply.ts";
import { binary } from "../../contract/schema.ts";
import type { LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import { quietLog } from "../../platform/log/log.ts";
import { refuse, respond } from "./respond.ts";

const plugin = definePlugin({ title: "Sample", summary: "Answers." });

function loadRoute(path: string, folder: LoadedRoute["folder"] = "routes"): LoadedRoute {
  const response = t.Union([t.Object({}), binary("*/*")]);
  const route = plugin.route({ summary: "x", response, example: {}, handler: () => ({}) });
  return { folder, file: "x.get.ts", method: "GET", path, route };
}

const service = loadRoute("/api/sample/page");

function createCall(headers: Record<string, string> = {}): Call {
  return new Call(new Request("http://localhost/x", { headers }), null);
}

async function getPolicy(answer: Response | Promise<Response>): Promise<string | null> {
  return (await answer).headers.get("content-security-policy");
}

const send = (type: string, headers: Record<string, string> = {}, route = service) =>
  getPolicy(respond(createCall(), route, reply("<p>Hello", { type, headers })));

test.each([
  "text/html",
  "Text/HTML; charset=utf-8",
  "image/svg+xml",
  "application/xhtml+xml",
  "application/xml",
  "image/x+xml",
  "video/x+xml; charset=utf-8",
  "font/x+XML",
  "text/xml",
  "multipart/x-mixed-replace; boundary=x",
  "unknown/unknown",
  "*/*",
  "",
  // Browsers use the last type of a list.
  "application/json, text/html",
  "image/png;a=b, text/html",
])("a service's content of the type %j has an origin of its own", async (type) => {
  const policy = (await send(type)) ?? "";
  expect(policy).toMatch(/^sandbox /);
  expect(policy).not.toContain("allow-same-origin");
});

test.each([
  "application/json",
  "application/problem+json",
  "application/pdf",
  "text/plain; charset=utf-8",
  "image/png",
  "audio/mpeg",
])("content of the type %j has no policy, because nothing in it can run", async (type) => {
  expect(await send(type)).toBeNull();
});

describe("a service can't leave the sandbox", () => {
  test("with a policy of its own, which applies too", async () => {
    const own = "default-src 'none'; sandbox allow-scripts allow-same-origin";
    const policy = await send("text/html", { "content-security-policy": own });
    expect(policy).toStartWith(`${own}, sandbox `);
  });

  test("with a policy that only contains the words of the sandbox", async () => {
    const sandbox = (await send("text/html")) ?? "";
    const own = `unknown ${sandbox}`;
    expect(await send("text/html", { "content-security-policy": own })).toBe(`${own}, ${sandbox}`);
    const twice = await send("text/html", { "content-security-policy": sandbox });
    expect(twice).toBe(sandbox);
  });

  test("with a media type among its headers", async () => {
    const answer = respond(
      createCall(),
      service,
      reply({}, { headers: { "content-type": "text/html" } }),
    );
    expect(await getPolicy(answer)).toStartWith("sandbox ");
  });

  test("with an alternative that the caller prefers", async () => {
    const both = reply("Hello", {
      type: "text/plain",
      alternatives: { "text/html": () => "<p>Hello" },
    });
    const answer = respond(createCall({ accept: "text/html" }), service, both);
    expect(await getPolicy(answer)).toStartWith("sandbox ");
  });

  test.each(["public", "aliases"] as const)("on a path in %s/", async (folder) => {
    expect(await send("text/html", {}, loadRoute("/page", folder))).toStartWith("sandbox ");
  });

  test("with an error", async () => {
    const error = new HubError("invalid_input", "<script>", {
      headers: { "content-type": "text/html" },
    });
    expect(await getPolicy(refuse(createCall(), error, { log: quietLog }))).toStartWith("sandbox ");
  });
});

test("a page of the hub keeps its own policy", async () => {
  const own = "script-src 'self'";
  const page = loadRoute("/documentation");
  expect(await send("text/html", { "content-security-policy": own }, page)).toBe(own);
});

test("the result of a job is content of a service", async () => {
  expect(await send("text/html", {}, loadRoute("/api/jobs/:id/result"))).toStartWith("sandbox ");
});
