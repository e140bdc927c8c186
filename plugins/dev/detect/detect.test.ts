import { expect, test } from "bun:test";
import { deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const detect = async (body: object) => json(await hub.post("/api/dev/detect", body));

const list = async (text: string) => {
  const { layers, content, text: inside } = await detect({ text });
  return [layers.map(({ kind }: { kind: string }) => kind), content.kind, inside];
};

const text = '{"name":"Ada"}';
const bytes = Buffer.from(text);
const token = (payload: string) =>
  ['{"alg":"HS256"}', payload, "signature"]
    .map((part) => Buffer.from(part).toString("base64url"))
    .join(".");

test.each<[string, string[]]>([
  [bytes.toString("base64"), ["base64"]],
  [bytes.toString("hex"), ["hex"]],
  [`0x${bytes.toString("hex")}`, ["hex"]],
  [encodeURIComponent(text), ["url"]],
  [JSON.stringify(text), ["json-string"]],
  [text.replaceAll('"', "&quot;"), ["html"]],
  [`data:text/plain;base64,${bytes.toString("base64")}`, ["data-uri"]],
  [token(text), ["jwt"]],
  [gzipSync(bytes).toString("base64"), ["base64", "gzip"]],
  [deflateSync(bytes).toString("hex"), ["hex", "zlib"]],
  [zstdCompressSync(bytes).toString("base64url"), ["base64", "zstd"]],
  [Buffer.from(encodeURIComponent(text)).toString("base64"), ["base64", "url"]],
  [[...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join(" "), ["binary"]],
])("detect opens %s", async (given, kinds) => {
  expect(await list(given)).toEqual([kinds, "json", text]);
});

test.each([
  ["JBSWY3DPFQQHO33SNRSCCIDBNZSCA3LPOJSQ====", "base32", "Hello, world! and more"],
  ["<~87cURD_*#TDfTZ)~>", "ascii85", "Hello, world"],
  ["Caf\\u00e9", "unicode-escape", "Café"],
  ["Caf=C3=A9", "quoted-printable", "Café"],
  ["... --- ...", "morse", "SOS"],
])("detect opens %s as %s", async (given, kind, inside) => {
  const [kinds, , found] = await list(given);
  expect([kinds, found]).toEqual([[kind], inside]);
});

test.each([
  ["550e8400-e29b-41d4-a716-446655440000", "uuid"],
  ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "uuid"],
  ['{"a":1}\n{"a":2}', "json-lines"],
  ["-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----", "certificate"],
  ["<a><b>1</b></a>", "xml"],
  ["<!doctype html><p>x", "html-page"],
  ["1700000000", "time"],
  ["2026-03-28T12:00:00Z", "time"],
  ["0 4 * * MON-FRI", "cron"],
  ["192.168.0.0/16", "ip"],
  ["2001:db8::1", "ip"],
  ["#ff6347", "color"],
  ["1.2.3-beta.1", "semver"],
  ["$2b$12$abcdefghijklmnopqrstuu", "password-hash"],
  ["otpauth://totp/a?secret=JBSWY3DPEHPK3PXP", "otp"],
  ["-rw-r--r--", "mode"],
  ["Mozilla/5.0 (X11; Linux x86_64)", "user-agent"],
  ["select id from users", "sql"],
  ["a,b\n1,2", "csv"],
  ["d41d8cd98f00b204e9800998ecf8427e", "hash"],
  ["https://example.com/?a=b%20c", "address"],
  ["Hello, world", "text"],
])("detect names %j as %s", async (given, kind) => {
  expect(await list(given)).toEqual([[], kind, given]);
});

test.each([
  "database",
  "Information",
  "20260328",
  "deadbeef",
  "100% & more",
  "a=b",
  "PASSWORD",
  '"quoted"',
])("detect keeps the plain text %s closed", async (given) => {
  expect((await list(given))[0]).toEqual([]);
});

test("detect names an endpoint that opens each layer", async () => {
  let content = Buffer.from(encodeURIComponent(bytes.toString("base64url"))).toString("hex");
  const { layers } = await detect({ text: content });
  expect(layers).toHaveLength(2);
  for (const { open } of layers) {
    const answer = await json(await hub.post(open.path, { [open.field]: content, ...open.fields }));
    content = answer.text ?? answer.result;
  }
  expect(content).toBe(text);
});

test("detect opens at most five layers, and no bomb", async () => {
  let content = "Hello, world!";
  for (let layer = 0; layer < 7; layer++) content = Buffer.from(content).toString("base64");
  expect((await detect({ text: content })).layers).toHaveLength(5);
  const bomb = gzipSync(Buffer.alloc(20_000_000)).toString("base64");
  const answer = await detect({ text: bomb });
  expect([answer.layers, answer.content.kind]).toEqual([[], "text"]);
});

test("detect reads bytes", async () => {
  const answer = await detect({ hex: gzipSync(bytes).toString("hex") });
  expect([answer.layers[0].kind, answer.text]).toEqual(["gzip", text]);
  const unknown = await detect({ hex: "00ff00ff" });
  expect([unknown.content.kind, unknown.text, unknown.data_base64]).toEqual([
    "bytes",
    null,
    "AP8A/w==",
  ]);
});
