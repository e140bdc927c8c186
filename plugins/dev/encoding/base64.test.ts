import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { base64Decode } from "./base64.ts";

const hub = await testHub(`${import.meta.dir}/..`);

async function encode(body: object) {
  return json(await hub.post("/api/dev/base64/encode", body));
}

async function decode(data: string, options: object = {}) {
  return json(await hub.post("/api/dev/base64/decode", { data, ...options }));
}

describe("base64/encode", () => {
  // RFC 4648, section 10.
  test.each([
    ["", ""],
    ["f", "Zg=="],
    ["fo", "Zm8="],
    ["foo", "Zm9v"],
    ["foobar", "Zm9vYmFy"],
  ])("encodes %j as in the RFC", async (text, result) => {
    expect(await encode({ text })).toEqual({
      success: true,
      result,
      input_bytes: text.length,
      output_length: result.length,
    });
  });

  test("encodes text in any script as UTF-8", async () => {
    expect((await encode({ text: "日本語 😀 é" })).result).toBe("5pel5pys6KqeIPCfmIAgw6k=");
  });

  test("supports the URL-safe alphabet, and omits padding on request", async () => {
    const body = { hex: "fbff00fe" };
    expect((await encode(body)).result).toBe("+/8A/g==");
    expect((await encode({ ...body, url_safe: true })).result).toBe("-_8A_g==");
    expect((await encode({ ...body, url_safe: true, padding: false })).result).toBe("-_8A_g");
  });

  test("breaks lines on request, without empty lines", async () => {
    const { result, output_length } = await encode({ text: "a".repeat(96), wrap: 64 });
    expect(result.split("\n").map((line: string) => line.length)).toEqual([64, 64]);
    expect(output_length).toBe(129);
  });

  test("accepts a raw body", async () => {
    const body = new Blob([Uint8Array.fromHex("efbbbffb")]);
    const headers = { "content-type": "application/octet-stream", accept: "text/plain" };
    const res = await hub.post("/api/dev/base64/encode", body, headers);
    expect(await res.text()).toBe("77u/+w==");
  });

  test("rejects lines that are too long for mail", async () => {
    const res = await hub.post("/api/dev/base64/encode", { text: "a", wrap: 77 });
    expect(res.status).toBe(400);
    expect((await json(res)).detail).toBe(
      "body.wrap must be a whole number from 0 to 76: it is 77",
    );
  });
});

describe("base64/decode", () => {
  test("returns text and bytes", async () => {
    expect(await decode("5pel5pys6KqeIPCfmIA=")).toEqual({
      success: true,
      text: "日本語 😀",
      notes: [],
      is_text: true,
      base64_clean: "5pel5pys6KqeIPCfmIA=",
      hex: "e697a5e69cace8aa9e20f09f9880",
      bytes: 14,
      mime_guess: "text/plain",
    });
  });

  test("returns null as text if the bytes aren't UTF-8", async () => {
    expect(await decode("//4=")).toMatchObject({ text: null, is_text: false, hex: "fffe" });
  });

  test("detects the alphabet, and requires padding only with + or /", () => {
    for (const data of ["-_8A_g==", "-_8A_g", "+/8A/g=="])
      expect(base64Decode(data, { variant: "auto", strict: true }).hex).toBe("fbff00fe");
    expect(base64Decode("Zg", { variant: "auto", strict: true }).text).toBe("f");
  });

  test("keeps a byte order mark, so that the text can be encoded again", async () => {
    expect((await decode("77u/YQ==")).text).toBe("\ufeffa");
  });

  test("ignores the line breaks of mail and shells", async () => {
    expect((await decode("Zm9v\r\nYmFy\n")).text).toBe("foobar");
  });

  test.each([
    ["Zm9v!YmFy", "auto", 4, 'Expected a digit of base64url, found "!"'],
    ["Zm9v YmFyZ", "auto", 4, 'Expected a digit of base64url, found " "'],
    ["Zm9v!", "standard", 4, 'Expected a digit of base64, found "!"'],
    ["Zm-v", "standard", 2, 'Expected a digit of base64, found "-"'],
    ["Zm/v", "url", 2, 'Expected a digit of base64url, found "/"'],
    ["+-8A", "auto", 1, 'Expected a digit of base64, found "-"'],
    ["Zm8", "standard", 3, 'Expected 1 of "=" at the end, found 0'],
    ["Zg=", "url", 2, 'Expected 2 of "=" at the end, found 1'],
    ["Zm9v=", "standard", 4, 'Expected 0 of "=" at the end, found 1'],
    ["Zm9vY", "auto", 4, "The last group has 1 of 4 digits: that is no whole number of bytes"],
    ["Zh==", "standard", 1, "The last digit has bits beyond the last byte"],
    ["Zg==Zg==", "standard", 4, "The padding must be at the end"],
    ["data:image/png,abc", "auto", 14, 'Expected ";base64", found ","'],
  ])("rejects %j as %s", async (data, variant, offset, message) => {
    expect(await decode(data, { variant })).toMatchObject({
      code: "syntax_error",
      offset,
      detail: `body.data cannot be read at line 1, column ${offset + 1}: ${message}`,
    });
  });

  test.each([
    ["Zm9v YmFy", "foobar"],
    ["!Zm8", "fo"],
    ["Zg==Zg==", "ff"],
    ["Zh==", "f"],
    ["Zm9vY", "foo"],
    ["YWF-YWEv-_8", "aa~aa/\ufffd"],
  ])("tolerates %j without strict", async (data, text) => {
    const { hex } = await decode(data, { strict: false });
    expect(new TextDecoder().decode(Uint8Array.fromHex(hex))).toStartWith(text);
  });

  test.each([
    [" Zm9v YmFy ", "Blanks and quotes were skipped"],
    ['"Zm9vYmFy"', "Blanks and quotes were skipped"],
    [
      "-----BEGIN X-----\nZm9v\nYmFy\n-----END X-----\n",
      "The lines around the PEM data were skipped",
    ],
  ])("reads %j with a note", async (data, note) => {
    expect(await decode(data)).toMatchObject({ text: "foobar", notes: [note] });
  });

  test("strict base64 matches the engine's definition", () => {
    const alphabet = "AQgwZ09+/=-_ \n";
    for (let seed = 1; seed < 4000; seed++) {
      let data = "";
      for (let rest = seed * 2654435761; rest >= 1; rest = Math.floor(rest / 14))
        data += alphabet[rest % 14];
      let engine: string | undefined;
      try {
        // Blanks are skipped, but not within the padding of the engine.
        engine = Uint8Array.fromBase64(data, { lastChunkHandling: "strict" }).toHex();
      } catch {}
      let ours: string | undefined;
      try {
        ours = base64Decode(data, { variant: "standard", strict: true }).hex;
      } catch {}
      expect(ours, JSON.stringify(data)).toBe(engine);
    }
  });

  test.each([
    ["iVBORw0KGgoAAAANSUhEUg==", "image/png"],
    ["JVBERi0xLjc=", "application/pdf"],
    ["UklGRiQAAABXRUJQVlA4IA==", "image/webp"],
    ["PHN2ZyB4bWxucz0iIj48L3N2Zz4=", "image/svg+xml"],
    ["eyJhIjpbMSwyXX0=", "application/json"],
    ["ezxhPn0=", "text/plain"],
    ["R0lGODlhIGlzIGEgbmFtZQ==", "text/plain"],
    ["AAAAHGZ0eXBhdmlmAAAAAA==", "image/avif"],
    ["/////w==", "application/octet-stream"],
    ["data:text/css;charset=utf-8;base64,YXt9", "text/css"],
    ["data:;base64,YXt9", "text/plain"],
  ])("detects %s as %s", async (data, type) => {
    expect((await decode(data)).mime_guess).toBe(type);
  });
});
