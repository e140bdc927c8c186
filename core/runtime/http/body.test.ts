import { describe, expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import { definePlugin, type Plugin } from "../../contract/plugin.ts";
import { file } from "../../contract/schema.ts";
import { json, testHub } from "../../testing/mod.ts";
import type { LoadedPlugin } from "../load/loaded-plugin.ts";

const plugin = definePlugin({
  title: "Sample",
  summary: "Takes bodies.",
  limits: { bodyBytesMax: 1000 },
});
const route = plugin.route({
  summary: "Tell what came",
  body: t.Object(
    {
      text: t.Optional(t.String()),
      file: t.Optional(file({ maxBytes: 500 })),
      times: t.Integer({ default: 1, maximum: 9 }),
      list: t.Optional(t.Array(t.String())),
    },
    { additionalProperties: false },
  ),
  raw: { "text/plain": "text", "application/octet-stream": "file" },
  response: t.Object({ text: t.String(), file: t.String(), times: t.Integer(), list: t.String() }),
  example: { body: { text: "x" } },
  handler: async ({ body }) => ({
    text: body.text ?? "",
    file: body.file ? `${body.file.name} ${await body.file.text()}` : "",
    times: body.times,
    list: body.list?.join("+") ?? "",
  }),
});
const loaded: LoadedPlugin = {
  name: "sample",
  dir: import.meta.dir,
  plugin: plugin as unknown as Plugin,
  routes: [
    { file: "tell.post.ts", folder: "routes", method: "POST", path: "/api/sample/tell", route },
  ],
  open: [],
  datasets: {},
  isolated: false,
};
const hub = await testHub(loaded);

async function send(body: string | Uint8Array<ArrayBuffer>, type: string, query = "") {
  const request = new Request(`http://localhost/api/sample/tell${query}`, {
    method: "POST",
    body,
    headers: { "x-api-key": "test", ...(type && { "content-type": type }) },
  });
  const answer = await hub.fetch(request);
  return { status: answer.status, ...(await json(answer)) };
}

test("JSON is taken under any of its names, and without a name", async () => {
  for (const type of ["application/json", "application/ld+json; charset=utf-8", ""])
    expect(await send('{"text":"hi","times":2}', type)).toMatchObject({ text: "hi", times: 2 });
});

test("a form brings fields and files", async () => {
  const form = new FormData();
  form.append("times", "3");
  form.append("list", "a,b");
  form.append("file", new File(["abc"], "abc.txt"));
  const request = new Request("http://localhost/api/sample/tell", {
    method: "POST",
    body: form,
    headers: { "x-api-key": "test" },
  });
  expect(await json(await hub.fetch(request))).toEqual({
    success: true,
    text: "",
    file: "abc.txt abc",
    times: 3,
    list: "a+b",
  });
  const encoded = "application/x-www-form-urlencoded";
  expect(await send("text=a+b&times=2", encoded)).toMatchObject({ text: "a b", times: 2 });
});

test("a body that is taken as it is has its other fields in the query", async () => {
  expect(
    await send("as it is", "text/plain;charset=utf-8", "?times=4&list=a&list=b"),
  ).toMatchObject({ text: "as it is", times: 4, list: "a+b" });
  expect(await send("\u{feff}x", "text/plain")).toMatchObject({ text: "\u{feff}x" });
  expect(await send("bytes", "application/octet-stream")).toMatchObject({ file: "body bytes" });
});

describe("refused is", () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>, string, string, string]>([
    ["a body over the limit", "x".repeat(1001), "text/plain", "", "payload_too_large"],
    ["a file over its own", "x".repeat(501), "application/octet-stream", "", "invalid_input"],
    ["a kind of body it does not read", "<a/>", "text/xml", "", "unsupported_media_type"],
    ["broken JSON", "{", "application/json", "", "invalid_json"],
    ["JSON that is no object", "[1]", "application/json", "", "invalid_input"],
    ["a form without its boundary", "x", "multipart/form-data", "", "invalid_input"],
    ["bytes for a text", new Uint8Array([255]), "text/plain", "", "invalid_input"],
    ["a field in the query of JSON", "{}", "application/json", "?times=2", "invalid_input"],
    ["an unknown field in the query", "x", "text/plain", "?tims=2", "invalid_input"],
    ["a hostile name", '{"__proto__":{"times":2}}', "application/json", "", "invalid_input"],
  ])("%s", async (_, body, type, query, code) => {
    expect(await send(body, type, query)).toMatchObject({ success: false, code });
  });
});

test("who sends a field's value as JSON is told how to send it as the whole body", async () => {
  for (const body of ['{"b":[1]}', "[1]"]) {
    const { detail } = await json(await hub.post("/api/sample/tell", body));
    expect(detail).toEndWith("; or the whole body is text, with Content-Type: text/plain");
  }
  const { detail } = await json(await hub.post("/api/sample/tell", { text: "a", times: 10 }));
  expect(detail).not.toContain("whole body");
});
