import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { encode } from "./formats.ts";
import type { FormatName } from "./request.ts";

const hub = await testHub(`${import.meta.dir}/..`);

function write(format: FormatName, text: string, { idn = true } = {}) {
  return encode(new TextEncoder().encode(text), { format, idn, strict: true });
}

describe("encode writes quoted-printable lines that", () => {
  test("have at most 76 characters, and break between escapes", async () => {
    const { result } = await write("quoted-printable", `${"é".repeat(13)}\r\n${"a".repeat(77)}`);
    expect(result.split("\r\n")).toEqual([
      `${"=C3=A9".repeat(12)}=C3=`,
      "=A9",
      `${"a".repeat(75)}=`,
      "aa",
    ]);
  });

  test("are full if they end without a soft line break", async () => {
    const { result } = await write("quoted-printable", `${"a".repeat(76)}\n${"b".repeat(77)}`);
    expect(result.split("\n").map((line) => line.length)).toEqual([76, 76, 2]);
  });
});

describe("encode", () => {
  test("returns the bare value to clients that accept text", async () => {
    const body = { hex: "0001ff" };
    const res = await hub.post("/api/dev/encode/base58", body, { accept: "text/plain" });
    expect(await res.text()).toBe("19p");
  });

  test("accepts a raw body, including a byte order mark", async () => {
    for (const type of ["text/plain", "application/octet-stream"]) {
      const body = new Blob([Uint8Array.fromHex("efbbbf41ff")], { type });
      const res = await hub.post("/api/dev/encode/hex", body, { "content-type": type });
      expect(await json(res)).toEqual({
        success: true,
        result: "efbbbf41ff",
        input_bytes: 5,
        output_length: 10,
      });
    }
  });

  test("accepts a file in a form", async () => {
    const form = new FormData();
    form.set("file", new File(["Hi"], "hi.txt"));
    const res = await hub.post("/api/dev/encode/base32", form);
    expect((await json(res)).result).toBe("JBUQ====");
  });

  test("rejects two inputs, or none", async () => {
    for (const body of [{ text: "a", hex: "61" }, {}]) {
      const res = await hub.post("/api/dev/encode/hex", body);
      expect(res.status).toBe(400);
      expect((await json(res)).detail).toBe(
        `body must have one of text, hex, data_base64 and file: it has ${Object.keys(body).length || "none"}. Or send the input as the whole body, with Content-Type: text/plain or application/octet-stream`,
      );
    }
  });

  test("reports where the encoding of the input is invalid", async () => {
    for (const [field, data, offset] of [
      ["hex", "4g", 1],
      ["data_base64", "YQ", 2],
      ["text", "ab\ud800", 2],
    ] as const) {
      const res = await hub.post("/api/dev/encode/rot13", { [field]: data });
      expect(res.status).toBe(422);
      expect(await json(res)).toMatchObject({ offset, errors: [{ location: `body.${field}` }] });
    }
  });

  test.each<[FormatName, body: object, offset: number, message: string]>([
    ["html", { hex: "61c3a9ff" }, 3, "The format encodes text: the input must be UTF-8"],
    ["z85", { text: "Hello" }, 4, "Z85 writes whole groups of 4 bytes: the input has 5"],
    ["morse", { text: "a #b" }, 2, 'Morse code has no sign for "#"'],
  ])(
    "fails with 422 for input that %s can't represent: %j",
    async (format, body, offset, message) => {
      const res = await hub.post(`/api/dev/encode/${format}`, body);
      expect(res.status).toBe(422);
      expect(await json(res)).toMatchObject({
        code: "not_convertible",
        detail: `body cannot be encoded as ${format} at position ${offset}: ${message}`,
        offset,
      });
    },
  );

  test("rejects input over the limit of a format", async () => {
    const long = await hub.post("/api/dev/encode/base58", { text: "a".repeat(8193) });
    expect((await json(long)).detail).toBe(
      "body must have at most 8192 bytes for base58: it has 8193",
    );
    const wide = await hub.post("/api/dev/encode/hex", { text: "é".repeat(131_073) });
    expect((await json(wide)).detail).toBe(
      "body must have at most 262144 bytes for hex: it has 262146",
    );
    const data = "a".repeat(4097);
    const read = await hub.post("/api/dev/decode/punycode", { data });
    expect((await json(read)).errors[0].location).toBe("body.data");
  });

  test("lists the supported formats if asked for another one", async () => {
    const res = await hub.post("/api/dev/encode/base63", { text: "a" });
    expect(res.status).toBe(400);
    expect((await json(res)).detail).toStartWith('path.format must be "url", "url-component", ');
  });
});

test("a separator stands between the bytes of hex", async () => {
  const send = (separator: string) => hub.post("/api/dev/encode/hex", { hex: "0001ff", separator });
  expect((await json(await send(" "))).result).toBe("00 01 ff");
  expect((await json(await send("$&"))).result).toBe("00$&01$&ff");
});
