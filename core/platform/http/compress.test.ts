import { describe, expect, test } from "bun:test";
import * as zlib from "node:zlib";
import { Type as t } from "@sinclair/typebox";
import { Call } from "../../accounts/call.ts";
import { definePlugin, type Route } from "../../contract/plugin.ts";
import { Reply, type ReplyOptions, reply } from "../../contract/reply.ts";
import type { LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import { RepeatCache } from "../../server/http/endpoint.ts";
import { respond } from "../../server/http/respond.ts";
import { compressOnce, isCompressible } from "./compress.ts";

const plugin = definePlugin({ title: "Sample", summary: "Answers." });

function answer(
  body: Reply,
  headers: Record<string, string>,
  fields: Partial<Route> = {},
): Response | Promise<Response> {
  const route = plugin.route({
    summary: "x",
    response: t.Object({ text: t.String() }),
    example: {},
    handler: () => ({ text: "" }),
  });
  const loaded: LoadedRoute = {
    folder: "routes",
    file: "x.get.ts",
    method: "GET",
    path: "/x",
    route: { ...route, ...fields },
  };
  return respond(new Call(new Request("http://localhost/x", { headers }), null), loaded, body);
}

const decoders = {
  zstd: zlib.zstdDecompressSync,
  br: zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
};

async function decode(response: Response): Promise<string> {
  const coding = response.headers.get("content-encoding") as keyof typeof decoders | null;
  const bytes = await response.bytes();
  return new TextDecoder().decode(coding ? decoders[coding](bytes) : bytes);
}

const long = { text: "Grüße, ".repeat(400) };

describe("of the codings, a caller gets", () => {
  test.each([
    ["none without the header", {}, null],
    ["none for an empty header", { "accept-encoding": "" }, null],
    ["gzip", { "accept-encoding": "gzip" }, "gzip"],
    ["Brotli", { "accept-encoding": "deflate, br" }, "br"],
    [
      "Zstandard before others that are liked as much",
      { "accept-encoding": "gzip, br, zstd" },
      "zstd",
    ],
    ["the highest weight", { "accept-encoding": "zstd;q=0.2, br;q=0.3, gzip;q=0.9" }, "gzip"],
    ["no coding with weight 0", { "accept-encoding": "zstd;q=0, br;q=0, gzip" }, "gzip"],
    ["gzip for all", { "accept-encoding": "*" }, "gzip"],
    ["gzip for all others", { "accept-encoding": "zstd;q=0.1, *" }, "gzip"],
    ["no gzip for all others except it", { "accept-encoding": "gzip;q=0, *" }, null],
    ["none if that is preferred", { "accept-encoding": "gzip;q=0.5, identity" }, null],
    ["one if identity is forbidden", { "accept-encoding": "identity;q=0, br;q=0.1" }, "br"],
    ["none if all are forbidden", { "accept-encoding": "*;q=0" }, null],
    ["none if only unknown ones are named", { "accept-encoding": "compress, exi" }, null],
    ["a coding in capitals", { "accept-encoding": "GZip;Q=0.5" }, "gzip"],
  ])("%s", async (_, headers, coding) => {
    const response = await answer(new Reply(long), headers as Record<string, string>);
    expect(response.headers.get("content-encoding")).toBe(coding);
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
    expect(JSON.parse(await decode(response))).toEqual(long);
  });
});

const all = { "accept-encoding": "gzip, br, zstd" };

async function getContentCoding(body: Reply, fields?: Partial<Route>): Promise<string | null> {
  return (await answer(body, all, fields)).headers.get("content-encoding");
}

function ofType(type: string, options: ReplyOptions = {}): Reply {
  return reply("x".repeat(5000), { type, ...options });
}

test.each([
  "text/html; charset=utf-8",
  "text/csv",
  "text/plain;charset=utf-8",
  "text/css",
  "text/javascript",
  "image/svg+xml",
  "application/xml",
  "application/x-ndjson",
  "application/problem+json",
  "application/yaml",
])("%s is compressed", async (type) => {
  expect(await getContentCoding(ofType(type))).toBe("zstd");
});

test.each([
  "image/png",
  "image/jpeg",
  "image/webp",
  "application/pdf",
  "application/zip",
  "audio/mpeg",
  "font/woff2",
  "application/octet-stream",
])("%s isn't compressed", async (type) => {
  const response = await answer(ofType(type), all);
  expect(response.headers.get("content-encoding")).toBeNull();
  expect(response.headers.get("vary")).toBeNull();
});

test("a cached response is compressed once per coding, and always varies by it", async () => {
  const kept = new RepeatCache(60_000).storeReply(
    { pathname: "/x", search: "", fault: undefined },
    new Reply(long),
  );
  const seen: (Buffer | undefined)[] = [];
  for (const coding of ["br", null, "gzip", "br", "gzip"]) {
    const response = await answer(kept, coding === null ? {} : { "accept-encoding": coding });
    expect(response.headers.get("content-encoding")).toBe(coding);
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
    expect(JSON.parse(await decode(response))).toEqual(long);
    seen.push(kept.coded?.get("br"));
  }
  expect(seen[0]).toBeDefined();
  expect(new Set(seen).size).toBe(1);
  expect([...(kept.coded?.keys() ?? [])]).toEqual(["br", "gzip"]);
});

test("responses below 1,024 bytes or above 32 MiB aren't compressed", async () => {
  const codingAt = (length: number) =>
    getContentCoding(reply("x".repeat(length), { type: "text/plain" }));
  expect([await codingAt(1023), await codingAt(1024)]).toEqual([null, "zstd"]);
  const plain = new Headers({ "content-type": "text/plain" });
  expect(isCompressible({ length: 2 ** 25 }, plain)).toBe(false);
  const [most, more] = [2 ** 25, 2 ** 25 + 1].map((length) => "x".repeat(length));
  expect([isCompressible(most, plain), isCompressible(more, plain)]).toEqual([true, false]);
});

test("responses up to 16 KiB are compressed synchronously", async () => {
  const send = (length: number) => answer(reply("x".repeat(length), { type: "text/plain" }), all);
  expect(send(16_384)).toBeInstanceOf(Response);
  const waiting = send(16_385);
  expect(waiting).toBeInstanceOf(Promise);
  await waiting;
});

test("responses that may contain a secret aren't compressed", async () => {
  expect(await getContentCoding(new Reply(long), { cache: "never" })).toBeNull();
});

test("short, streamed and already encoded responses aren't compressed", async () => {
  expect(await getContentCoding(new Reply({ text: "short" }))).toBeNull();
  const stream = new Response("x".repeat(5000)).body;
  expect(await getContentCoding(reply(stream, { type: "text/plain" }))).toBeNull();
  const own = { headers: { "content-encoding": "own" } };
  expect(await getContentCoding(ofType("text/plain", own))).toBe("own");
});

test("a short response is available synchronously, and a long one isn't waited for", async () => {
  expect(answer(new Reply({ text: "short" }), all)).toBeInstanceOf(Response);
  expect(answer(new Reply(long), all)).toBeInstanceOf(Response);
  const waiting = answer(new Reply({ text: "x".repeat(20_000) }), all);
  expect(waiting).toBeInstanceOf(Promise);
  await waiting;
});

test("if many long responses are waiting for compression, others are sent uncompressed", async () => {
  const body = { text: "x".repeat(100_000) };
  const answers = await Promise.all(Array.from({ length: 20 }, () => answer(new Reply(body), all)));
  const plain = answers.filter(({ headers }) => !headers.has("content-encoding"));
  expect(plain).toHaveLength(4);
  expect(plain[0]?.headers.get("vary")).toBe("Accept-Encoding");
  for (const one of answers) expect(JSON.parse(await decode(one))).toEqual(body);
  expect(await getContentCoding(new Reply(body))).toBe("zstd");
});

test("a repeated response is compressed once", async () => {
  const text = "Again and again. ".repeat(500);
  const bytes = compressOnce(new TextEncoder().encode(text));
  const page = reply(bytes, { type: "text/plain" });
  for (const coding of ["zstd", "br", "gzip"]) await answer(page, { "accept-encoding": coding });
  bytes.fill(0);
  for (const coding of ["zstd", "br", "gzip"])
    expect(await decode(await answer(page, { "accept-encoding": coding }))).toBe(text);
});

test("an ETag matches with each coding, and differs between codings", async () => {
  const fields = { cache: "forever" } as const;
  const plain = await answer(new Reply(long), {}, fields);
  const zipped = await answer(new Reply(long), all, fields);
  const [strong = "", weak = ""] = [plain, zipped].map(({ headers }) => headers.get("etag") ?? "");
  expect(weak).toBe(`W/${strong}`);
  for (const tag of [strong, weak])
    for (const headers of [{}, all]) {
      const again = await answer(new Reply(long), { ...headers, "if-none-match": tag }, fields);
      expect(again.status).toBe(304);
      expect(again.headers.get("vary")).toBe("Accept-Encoding");
      expect(again.headers.get("content-encoding")).toBeNull();
    }
});

test("Vary names both the media type and the coding", async () => {
  const response = await answer(
    new Reply(long),
    { ...all, accept: "text/plain" },
    { plain: "text" },
  );
  expect(response.headers.get("vary")).toBe("Accept, Accept-Encoding");
  expect(await decode(response)).toBe(long.text);
});

test("a weak ETag and an existing Vary are unchanged", async () => {
  const headers = { etag: 'W/"own"', vary: "Origin, Accept-Encoding" };
  const response = await answer(ofType("text/plain", { headers }), all);
  expect([response.headers.get("etag"), response.headers.get("vary")]).toEqual([
    'W/"own"',
    "Origin, Accept-Encoding",
  ]);
});

test("the coding of one response doesn't affect the next", async () => {
  const fields = { cache: "forever" } as const;
  const route = plugin.route({
    summary: "x",
    response: t.Object({ text: t.String() }),
    example: {},
    handler: () => ({ text: "" }),
  });
  const loaded = {
    folder: "routes",
    file: "x.get.ts",
    method: "GET",
    path: "/x",
    route: { ...route, ...fields },
  } as LoadedRoute;
  const call = () => new Call(new Request("http://localhost/x", { headers: all }), null);
  await respond(call(), loaded, new Reply(long));
  const next = await respond(call(), loaded, new Reply({ text: "short" }));
  expect(next.headers.get("content-encoding")).toBeNull();
  expect(next.headers.get("etag")).not.toStartWith("W/");
});
