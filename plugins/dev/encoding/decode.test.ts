import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { decode } from "./formats.ts";
import type { FormatName } from "./request.ts";

const hub = await testHub(`${import.meta.dir}/..`);

function read(format: FormatName, data: string, { strict = true, idn = true } = {}) {
  return decode(data, { format, idn, strict });
}

describe("decode reports where data break their format:", () => {
  test.each<[FormatName, data: string, offset: number, message: string]>([
    ["url", "ä%zz", 1, 'Expected two hexadecimal digits after "%"'],
    ["url-component", "100%", 3, 'Expected two hexadecimal digits after "%"'],
    ["html", "a & b &foo; c", 6, 'The reference "&foo;" is not defined in HTML'],
    ["html", "&copy 2020", 0, 'The reference "&copy" must end in ";"'],
    ["html", "x&#;", 1, 'The reference "&#;" has no digits'],
    ["html-full", "&#xD800;", 0, 'The reference "&#xD800;" is not a valid HTML character'],
    ["html", "&#128;", 0, 'The reference "&#128;" is not a valid HTML character'],
    ["hex", "48 6g", 2, 'Expected a digit of hexadecimal, found " "'],
    ["hex", "48 656", 2, 'Expected a digit of hexadecimal, found " "'],
    ["hex", "\\x48x65", 0, 'Expected a digit of hexadecimal, found "\\\\"'],
    ["hex", "486", 2, "The last group has 1 of 2 digits: that is no whole number of bytes"],
    ["binary", "0100100", 6, "The last group has 7 of 8 digits: that is no whole number of bytes"],
    ["base32", "MZXW6yq=", 5, 'Expected a digit of base32, found "y"'],
    ["base32", "MZXW6YQ", 7, 'Expected 1 of "=" at the end, found 0'],
    ["base32", "MZ======", 1, "The last digit has bits beyond the last byte"],
    [
      "base32hex",
      "C=======",
      0,
      "The last group has 1 of 8 digits: that is no whole number of bytes",
    ],
    ["base32", "MY======MY======", 8, "The padding must be at the end"],
    ["crockford", "CSQU", 3, 'Expected a digit of Crockford base32, found "U"'],
    ["base45", "GGW", 0, "The group of characters is too large for its bytes"],
    ["base45", "FGW:", 3, "The last group must have 2 or 3 characters: it has 1"],
    ["base45", "bb8", 0, 'Expected a character of base45, found "b"'],
    ["base58", "2NEpo0", 5, 'Expected a digit of base58, found "0"'],
    ["base62", "a-b", 1, 'Expected a digit of base62, found "-"'],
    ["base85", "9jqo^v", 5, 'Expected a digit of base85, found "v"'],
    ["base85", 's8W-"', 0, "The group of five digits is too large for four bytes"],
    ["base85", "<~9jqo^~> x", 10, 'Expected the end of the data, found "x"'],
    ["z85", "Hello\u00e9", 5, 'Expected a digit of base85, found "é"'],
    ["z85", "HelloWor", 5, "The last group must have 5 digits: it has 3"],
    ["punycode", "www.xn--b\u00fccher.de", 9, 'Expected a digit of Punycode, found "ü"'],
    ["punycode", "xn--bcher-kv", 12, "The last number is incomplete"],
    ["punycode", "xn--99999999", 4, "The number is too large"],
    ["punycode", "xn--\u00fc-bcher", 4, 'Expected an ASCII character, found "ü"'],
    ["punycode", "xn--a-j023p", 6, "The number is not a valid code point"],
    ["punycode", "xn--8c9b", 4, "The number is not a valid code point"],
    ["punycode", "xn--8c9bk9h", 4, "The number is not a valid code point"],
    ["unicode-escape", "a\\q", 1, "Unknown escape sequence"],
    ["unicode-escape", "\\u12", 0, "Unknown escape sequence"],
    ["unicode-escape", "ab\\ud83dc", 2, "The text contains a lone surrogate"],
    ["json-string", "abc", 0, 'Expected a quotation mark, found "a"'],
    ["json-string", '"abc', 4, "The string is not closed"],
    ["json-string", '"a"b"', 2, "A quotation mark must be escaped"],
    ["json-string", '"a\tb"', 2, "A control character must be escaped"],
    ["json-string", '"\\x41"', 1, "Unknown escape sequence"],
    ["quoted-printable", "a=4", 1, 'Expected two hexadecimal digits in upper case after "="'],
    ["quoted-printable", "=c3=a9", 0, 'Expected two hexadecimal digits in upper case after "="'],
    ["quoted-printable", "abé", 2, 'Expected a printable ASCII character, found "é"'],
    ["morse", "... x", 4, 'Expected ".", "-", "/" or a space, found "x"'],
    ["morse", ".- ......", 3, 'Morse code has no sign "......"'],
  ])("%s %j", async (format, data, offset, message) => {
    const res = await hub.post(`/api/dev/decode/${format}`, { data });
    expect(res.status).toBe(422);
    const column = offset + 1;
    expect(await json(res)).toMatchObject({
      code: "syntax_error",
      detail: `body.data cannot be read at line 1, column ${column}: ${message}`,
      offset,
    });
  });
});

describe("decode without strict tolerates", () => {
  test.each<[FormatName, data: string, result: string]>([
    ["url-component", "100% %zz %41", "100% %zz A"],
    ["html", "&copy 2020 &foo; &#128;", "© 2020 &foo; €"],
    ["hex", "0x48, 0x69", "Hi"],
    ["hex", "48:69\n0a", "Hi\n"],
    ["hex", "\\x48\\x69", "Hi"],
    ["binary", "1001000 1101001", "Hi"],
    ["binary", "0b01001000", "H"],
    ["base32", "mzxw 6ytb oi", "foobar"],
    ["base32hex", "cpnm-uoj1-e8", "foobar"],
    ["crockford", "csqp yrkl e8", "foobar"],
    ["base45", "bb8", "AB"],
    ["base58", " 2NEpo7TZ RRrLZSi2U ", "Hello World!"],
    ["base85", "9jqo^v", "Man "],
    ["unicode-escape", "\\q\\u{48}\\x69\\U0001F600\\ud800", "\\qHi😀\ufffd"],
    ["json-string", 'a\\n"b"\\u00e9', 'a\n"b"é'],
    ["quoted-printable", "caf=c3=A9 =ZZ  \nx=", "café =ZZ\nx="],
    ["morse", "··· −−− ··· | ......", "SOS \ufffd"],
  ])("%s %j", async (format, data, result) => {
    expect((await read(format, data, { strict: false })).result).toBe(result);
  });
});

test("decode of a whole URL keeps escapes that would change its meaning", async () => {
  expect((await read("url", "/a%2Fb%20%C3%BC")).result).toBe("/a%2Fb ü");
  expect((await read("url-component", "/a%2Fb%20%C3%BC")).result).toBe("/a/b ü");
});

test("decode returns bytes that aren't text in hexadecimal", async () => {
  expect(await read("url-component", "%E9t%E9")).toEqual({
    result: null,
    is_text: false,
    hex: "e974e9",
    bytes: 3,
    notes: [],
  });
});

test.each([
  "0x68 0xc3 0xa9",
  "68:C3:A9",
  "68-c3-a9",
  "\\x68\\xc3\\xa9",
  "{0x68, 0xc3, 0xa9}",
  "68c3 a9\n",
])("decode reads hexadecimal digits as programs print them: %j", async (data) => {
  expect(await read("hex", data)).toMatchObject({
    result: "hé",
    notes: ["Prefixes and separators between digits were skipped"],
  });
});

test("decode pads a single digit after a prefix", async () => {
  expect(await read("hex", "0x9 0xA")).toMatchObject({ result: "\t\n" });
});

test("decode returns the bytes to clients that accept them", async () => {
  for (const [path, data, bytes] of [
    ["decode/hex", "ff00", [255, 0]],
    ["decode/url-component", "h%C3%A9", [104, 195, 169]],
    ["base64/decode", "/wA=", [255, 0]],
  ] as const) {
    const accept = { accept: "application/octet-stream" };
    const res = await hub.post(`/api/dev/${path}`, { data }, accept);
    expect(res.headers.get("content-type")).toBe("application/octet-stream");
    expect([...(await res.bytes())]).toEqual([...bytes]);
  }
});

test("decode accepts the format in any spelling, and rejects others", async () => {
  const answer = await hub.post("/api/dev/decode/Base-58", { data: "2NEpo7TZRRrLZSi2U" });
  expect((await json(answer)).result).toBe("Hello World!");
  const res = await hub.post("/api/dev/decode/base59", { data: "" });
  expect(res.status).toBe(400);
  expect((await json(res)).detail).toContain('"base58"');
});

test("decode ignores line breaks, as a shell adds one", async () => {
  for (const [format, data] of [
    ["hex", "4869\n"],
    ["base32", "JBUQ\r\n====\n"],
    ["base58", "8w\nr\n"],
    ["base45", "%6\n9\n"],
  ] as const)
    expect((await read(format, data)).result?.toLowerCase(), format).toBe(
      format === "base45" ? "he" : "hi",
    );
});

test("decode parses framed Ascii85, with z for zeros", async () => {
  expect((await read("base85", "<~z9jqo^~>\n")).result).toBe("\0\0\0\0Man ");
});
