import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const bytes = new Uint8Array(1_100_002).map((_, at) => (at * 31 + (at >> 7)) & 0xff);
const headers = { "content-type": "text/plain", accept: "application/octet-stream" };
const standard = bytes.toBase64();

function decode(data: string, path = "base64/decode", more: Record<string, string> = {}) {
  return hub.post(`/api/dev/${path}`, new Blob([data]), { ...headers, ...more });
}

async function expectBytes(res: Response): Promise<void> {
  expect([res.status, res.headers.get("content-type")]).toEqual([200, "application/octet-stream"]);
  expect(Buffer.from(await res.bytes()).equals(bytes)).toBe(true);
}

test.each([
  ["one line", standard],
  ["lines of an email", standard.replace(/.{76}/g, "$&\r\n")],
  ["blanks", standard.replace(/.{76}/g, "$& \t\n")],
  ["the alphabet for URLs", bytes.toBase64({ alphabet: "base64url", omitPadding: true })],
  ["PEM", `-----BEGIN DATA-----\n${standard.replace(/.{64}/g, "$&\n")}\n-----END DATA-----\n`],
  ["a data URI", `data:image/png;name=a;base64,${standard}`],
  ["quotes", `"${standard}"\n`],
  ["text with a byte order mark", `\ufeff${standard}`],
  ["PEM with a byte order mark", `\ufeff-----BEGIN A-----\n${standard}\n-----END A-----\n`],
])("decodes large base64 as %s", async (_, data) => expectBytes(await decode(data)));

test.each(["hex", "binary", "base32", "base32hex", "crockford"])(
  "decodes what encode/%s wrote of a large file",
  async (format) => {
    const encoded = await hub.post(`/api/dev/encode/${format}`, new Blob([bytes]), {
      ...{ "content-type": "application/octet-stream", accept: "text/plain" },
    });
    await expectBytes(await decode(await encoded.text(), `decode/${format}`));
  },
);

test.each<[name: string, write: (pair: string) => string]>([
  ["prefixes and commas", (pair) => `0x${pair}, `],
  ["colons", (pair) => `${pair.toUpperCase()}:`],
  ["escapes", (pair) => `\\x${pair}`],
])("decodes large hexadecimal with %s", async (_, write) => {
  const data = bytes.toHex().replace(/../g, write);
  await expectBytes(await decode(`\ufeff${data}\n`, "decode/hex"));
});

test("errors in large printed hexadecimal have their position", async () => {
  const data = "0x68, ".repeat(60_000);
  expect(await json(await decode(":".repeat(300_000), "decode/hex"))).toMatchObject({
    code: "syntax_error",
    offset: 0,
  });
  for (const bad of ["0x6g, ", "0x123, ", "1".repeat(400_000)]) {
    const res = await decode(`${data}${bad}${data}`, "decode/hex");
    expect(await json(res)).toMatchObject({ code: "syntax_error", offset: data.length });
  }
});

test("an error in large data has its position", async () => {
  const at = 1_200_000;
  for (const [path, data] of [
    ["base64/decode", standard],
    ["decode/hex", bytes.toHex()],
  ] as const) {
    const res = await decode(`${data.slice(0, at)}~${data.slice(at + 1)}`, path);
    expect(res.status).toBe(422);
    expect(await json(res)).toMatchObject({ code: "syntax_error", offset: at });
  }
});

test("missing padding and a half byte at the end of large data are errors", async () => {
  for (const [path, data] of [
    ["base64/decode", standard.replace(/=+$/, "").replace("+", "/")],
    ["decode/hex", `${bytes.toHex()}a`],
  ] as const)
    expect(await json(await decode(data, path))).toMatchObject({ code: "syntax_error" });
});

test("large data needs a caller who accepts bytes", async () => {
  const res = await decode(standard, "base64/decode", { accept: "application/json" });
  expect(res.status).toBe(422);
  expect((await json(res)).detail).toBe(
    `The JSON response supports at most 1048576 bytes of data: the file has ${standard.length}. Send Accept: application/octet-stream to receive the bytes`,
  );
});

test("large data in other formats is refused with their limit", async () => {
  expect((await json(await decode(standard, "decode/z85"))).detail).toBe(
    `body.file must have at most 262144 bytes for z85: it has ${standard.length}`,
  );
});

test("one of data and file is required", async () => {
  const none = await hub.post("/api/dev/base64/decode", { strict: true });
  expect((await json(none)).detail).toBe(
    "body must have one of data and file: it has none. Or send the input as the whole body, with Content-Type: text/plain or application/octet-stream",
  );
});
