import { describe, expect, test } from "bun:test";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { Type as t } from "@sinclair/typebox";
import { definePlugin, type Plugin } from "../../contract/plugin.ts";
import { file } from "../../contract/schema.ts";
import type { LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";
import { json, testHub } from "../../testing/mod.ts";

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
      steps: t.Optional(t.Array(t.Object({ op: t.String() }))),
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
    list: [...(body.list ?? []), ...(body.steps ?? []).map(({ op }) => op)].join("+"),
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
  const answer = await post(body, type && { "content-type": type }, query);
  return { status: answer.status, ...(await json(answer)) };
}

function post(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> | "",
  query = "",
): Promise<Response> {
  const url = `http://localhost/api/sample/tell${query}`;
  return hub.fetch(
    new Request(url, { method: "POST", body, headers: { "x-api-key": "test", ...headers } }),
  );
}

test("JSON is accepted under any of its media types, and without one", async () => {
  for (const type of ["application/json", "application/ld+json; charset=utf-8", ""])
    expect(await send('{"text":"hi","times":2}', type)).toMatchObject({ text: "hi", times: 2 });
});

test("a form contains fields and files", async () => {
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

test("a raw body has its other fields in the query", async () => {
  expect(
    await send("as it is", "text/plain;charset=utf-8", "?times=4&list=a&list=b"),
  ).toMatchObject({ text: "as it is", times: 4, list: "a+b" });
  expect(await send("\u{feff}x", "text/plain")).toMatchObject({ text: "\u{feff}x" });
  expect(await send("bytes", "application/octet-stream")).toMatchObject({ file: "body bytes" });
});

test("a raw body is decoded by its byte order mark, or else by the encoding of its media type", async () => {
  const utf16 = (text: string) => Buffer.from(text, "utf16le");
  const latin = Buffer.from("Zürich", "latin1");
  expect(await send(utf16("\u{feff}Zürich"), "text/plain")).toMatchObject({ text: "Zürich" });
  expect(await send(utf16("\u{feff}Zürich").swap16(), "text/plain; charset=utf-8")).toMatchObject({
    text: "Zürich",
  });
  expect(await send(utf16("Zürich"), "text/plain; charset=UTF-16LE")).toMatchObject({
    text: "Zürich",
  });
  expect(await send(latin, 'text/plain; charset="windows-1252"')).toMatchObject({ text: "Zürich" });
  expect((await send(latin, "text/plain")).code).toBe("invalid_input");
  expect((await send(latin, "text/plain; charset=klingon")).detail).toBe(
    "The body must be text in the encoding klingon",
  );
});

test("a body without a media type is JSON if it has the fields, and otherwise raw", async () => {
  expect(await send('{"text":"hi"}', "")).toMatchObject({ text: "hi" });
  expect(await send('{"other":"hi"}', "")).toMatchObject({ text: '{"other":"hi"}' });
  expect(await send('{"text":"hi"}', "", "?times=2")).toMatchObject({
    text: '{"text":"hi"}',
    times: 2,
  });
  expect(await send("hi", "")).toMatchObject({ text: "hi" });
  expect((await send("", "")).detail).toBe(
    "The body is empty: it must be a JSON object. Send an empty text with Content-Type: text/plain",
  );
});

test("a form may have a file for a text, which must be UTF-8", async () => {
  const post = async (bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.append("text", new File([bytes], "notes.txt"));
    const headers = { "x-api-key": "test" };
    const url = "http://localhost/api/sample/tell";
    return json(await hub.fetch(new Request(url, { method: "POST", body: form, headers })));
  };
  expect((await post(new TextEncoder().encode("é\n"))).text).toBe("é\n");
  expect((await post(Uint8Array.of(0xff))).detail).toBe(
    "body.text must be text in UTF-8: send other files as file, as curl does with -F file=@FILE",
  );
});

test("text that is sent as a form is rejected with the media type to use", async () => {
  const { status, detail } = await send("just text", "application/x-www-form-urlencoded");
  expect(status).toBe(400);
  expect(detail).toEndWith("or send text as the whole body, with Content-Type: text/plain");
});

test("JSON can start with a byte order mark, which is ignored", async () => {
  expect(await send('\u{feff}{"text":"x"}', "application/json")).toMatchObject({ text: "x" });
});

test("an empty body is reported as empty, and a malformed one with its error", async () => {
  expect((await send("", "application/json")).detail).toBe(
    "The body is empty: it must be a JSON object",
  );
  expect((await send("{", "application/json")).detail).toStartWith("The body is not JSON: ");
});

test("JSON can be nested 64 levels, and a list in a form as well", async () => {
  const nest = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  expect(await send(nest(64), "application/json")).toMatchObject({ code: "invalid_input" });
  expect(await send(nest(65), "application/json")).toMatchObject({
    code: "invalid_json",
    detail: "The body must not be nested deeper than 64 levels",
  });
});

describe.each([
  ["announced", { "content-length": "" }],
  ["not announced", {}],
  ["announced incorrectly", { "content-length": "", "transfer-encoding": "chunked" }],
])("a body whose length is %s", (_, lengths) => {
  const sendBytes = async (length: number, type: string) => {
    const headers: Record<string, string> = { "x-api-key": "test", "content-type": type };
    for (const [name, value] of Object.entries(lengths)) headers[name] = value || String(length);
    const body = "x".repeat(length);
    const url = "http://localhost/api/sample/tell";
    const answer = await hub.fetch(new Request(url, { method: "POST", body, headers }));
    return { connection: answer.headers.get("connection"), ...(await json(answer)) };
  };

  test("can have exactly the endpoint's maximum size", async () => {
    expect((await sendBytes(1000, "text/plain")).text).toHaveLength(1000);
    expect((await sendBytes(500, "application/octet-stream")).file).toHaveLength(505);
    for (const type of ["text/plain", "application/octet-stream"])
      expect(await sendBytes(1001, type)).toMatchObject({
        code: "payload_too_large",
        max_bytes: 1000,
        connection: null,
      });
  });
});

test("a part of a form that is JSON or text can be sent as a file", async () => {
  const sendFile = async (field: string, content: string) => {
    const form = new FormData();
    form.append(field, new File([content], "part.json", { type: "application/json" }));
    const url = "http://localhost/api/sample/tell";
    const headers = { "x-api-key": "test" };
    return json(await hub.fetch(new Request(url, { method: "POST", body: form, headers })));
  };
  expect((await sendFile("steps", '[{"op":"cut"},{"op":"turn"}]')).list).toBe("cut+turn");
  expect((await sendFile("text", "x")).text).toBe("x");
  expect((await sendFile("list", '["x"]')).code).toBe("invalid_input");
});

test("an unsupported type is rejected with the supported ones", async () => {
  expect((await send("<a/>", "Text/XML; charset=x")).detail).toBe(
    'Unsupported content type "text/xml": this endpoint accepts application/json, multipart/form-data, text/plain, application/octet-stream',
  );
});

describe("the request is rejected for", () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>, string, string, string]>([
    ["a body over the limit", "x".repeat(1001), "text/plain", "", "payload_too_large"],
    ["a file over its own limit", "x".repeat(501), "application/octet-stream", "", "invalid_input"],
    ["an unsupported body type", "<a/>", "text/xml", "", "unsupported_media_type"],
    ["malformed JSON", "{", "application/json", "", "invalid_json"],
    ["JSON that is no object", "[1]", "application/json", "", "invalid_input"],
    ["a form without its boundary", "x", "multipart/form-data", "", "invalid_input"],
    ["bytes instead of text", new Uint8Array([255]), "text/plain", "", "invalid_input"],
    ["a body field in the query of JSON", "{}", "application/json", "?times=2", "invalid_input"],
    ["an unknown field in the query", "x", "text/plain", "?tims=2", "invalid_input"],
    ["a hostile name", '{"__proto__":{"times":2}}', "application/json", "", "invalid_input"],
  ])("%s", async (_, body, type, query, code) => {
    expect(await send(body, type, query)).toMatchObject({ success: false, code });
  });
});

test("a field's value sent as the whole JSON body gets an error with the correct form", async () => {
  for (const body of ['{"b":[1]}', "[1]"]) {
    const { detail } = await json(await hub.post("/api/sample/tell", body));
    expect(detail).toEndWith("; or send text as the whole body, with Content-Type: text/plain");
  }
  const { detail } = await json(await hub.post("/api/sample/tell", { text: "a", times: 10 }));
  expect(detail).not.toContain("whole body");
});

describe("a body with a Content-Encoding", () => {
  const plain = "text/plain";
  const coders = { gzip: gzipSync, br: brotliCompressSync } as const;
  const postBody = async (body: Uint8Array<ArrayBuffer>, coding: string, type = plain) => {
    const answer = await post(body, { "content-type": type, "content-encoding": coding });
    return { answer, ...(await json(answer)) };
  };

  test.each(Object.entries(coders))("of %s is decoded, up to the limit", async (coding, encode) => {
    const most = "a".repeat(1000);
    expect(await postBody(encode('{"text":"hi"}'), coding, "application/json")).toMatchObject({
      text: "hi",
    });
    expect(await postBody(encode(most), coding.toUpperCase())).toMatchObject({ text: most });
    expect(await postBody(encode("a file"), coding, "application/octet-stream")).toMatchObject({
      file: "body a file",
    });
    expect(await postBody(encode(`${most}a`), coding)).toMatchObject({
      status: 413,
      max_bytes: 1000,
    });
  });

  test("that is a bomb is rejected without being decoded", async () => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 2 };
    const bomb = brotliCompressSync(Buffer.alloc(20_000_000), { params });
    expect(bomb.length).toBeLessThan(1000);
    expect(await postBody(bomb, "br")).toMatchObject({ status: 413, max_bytes: 1000 });
    expect(await postBody(gzipSync(Buffer.alloc(500_000)), "gzip")).toMatchObject({ status: 413 });
  });

  test.each(Object.entries(coders))(
    "of %s that is truncated is rejected",
    async (coding, encode) => {
      const whole = encode("some text that is long enough");
      for (const body of [whole.subarray(0, -5), Buffer.from("not encoded at all"), Buffer.of()])
        expect(await postBody(body, coding)).toMatchObject({
          status: 400,
          detail: `Cannot decode the body as ${coding}`,
        });
    },
  );

  test.each(["zstd", "deflate", "gzip, br", "x"])(
    "of %s is rejected, and the error names the supported ones",
    async (coding) => {
      const { answer, code, detail } = await postBody(Buffer.from("text"), coding);
      expect([answer.status, code]).toEqual([415, "unsupported_media_type"]);
      expect(answer.headers.get("accept-encoding")).toBe("br, gzip");
      expect(detail).toBe(`Unsupported Content-Encoding "${coding}": this hub accepts br and gzip`);
    },
  );

  test("of identity is like one without", async () => {
    expect(await postBody(Buffer.from("text"), "identity")).toMatchObject({ text: "text" });
  });
});
