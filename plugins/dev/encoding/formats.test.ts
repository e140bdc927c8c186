import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { decode, encode } from "./convert.ts";
import { type FormatName, formatNames } from "./formats.ts";

const hub = await testHub(`${import.meta.dir}/..`);

function written(format: FormatName, text: string, { idn = true } = {}) {
  return encode(new TextEncoder().encode(text), { format, idn, strict: true });
}

function read(format: FormatName, data: string, { strict = true, idn = true } = {}) {
  return decode(data, { format, idn, strict });
}

/** Texts whose written form somebody else has published. */
const vectors: [FormatName, text: string, data: string][] = [
  // RFC 4648, section 10.
  ["base32", "", ""],
  ["base32", "f", "MY======"],
  ["base32", "fo", "MZXQ===="],
  ["base32", "foo", "MZXW6==="],
  ["base32", "foob", "MZXW6YQ="],
  ["base32", "foobar", "MZXW6YTBOI======"],
  ["base32hex", "f", "CO======"],
  ["base32hex", "foobar", "CPNMUOJ1E8======"],
  ["hex", "foobar", "666f6f626172"],
  // RFC 9285, section 4.3.
  ["base45", "AB", "BB8"],
  ["base45", "Hello!!", "%69 VD92EX0"],
  ["base45", "base-45", "UJCLQE7W581"],
  ["base45", "ietf!", "QED8WEX0"],
  // draft-msporny-base58-03, section 5.
  ["base58", "Hello World!", "2NEpo7TZRRrLZSi2U"],
  [
    "base58",
    "The quick brown fox jumps over the lazy dog.",
    "USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z",
  ],
  // Wikipedia, "Ascii85", without the stop at the end of the quotation from Hobbes.
  ["base85", "Man is d", "9jqo^BlbD-"],
  ["base85", "Man sure.", "9jqo^F*2M7/c"],
  // ECMA-262, and RFC 3986 for which characters are reserved.
  ["url", "https://a.b/ü?q=1 2#%", "https://a.b/%C3%BC?q=1%202#%25"],
  ["url-component", "a/b?ü&😀!*'()", "a%2Fb%3F%C3%BC%26%F0%9F%98%80!*'()"],
  ["html", `<a b="c">Tom & 'é'</a>`, "&lt;a b=&quot;c&quot;&gt;Tom &amp; &#39;é&#39;&lt;/a&gt;"],
  ["html-full", "© é ≠ 😀 𝒜 <", "&copy; &eacute; &ne; &#128512; &Ascr; &lt;"],
  ["binary", "Hi", "01001000 01101001"],
  ["crockford", "foobar", "CSQPYRK1E8"],
  ["base62", "Hello World!", "T8dgcjRGkZ3aysdN"],
  ["unicode-escape", "Zürich\\😀\n", "Z\\u00fcrich\\u005c\\ud83d\\ude00\\u000a"],
  ["json-string", 'é"\\\n\u2028', '"é\\"\\\\\\n\u2028"'],
  // RFC 2045, section 6.7: a blank at a line's end is written.
  ["quoted-printable", "1 + 1 = 2 \nÉté\t", "1 + 1 =3D 2=20\n=C3=89t=C3=A9=09"],
  // ITU-R M.1677-1.
  ["morse", "SOS, 73 @", "... --- ... --..-- / --... ...-- / .--.-."],
  ["rot13", "Why did the ÿ cross?", "Jul qvq gur ÿ pebff?"],
  ["punycode", "www.bücher.example", "www.xn--bcher-kva.example"],
];

describe("encode and decode agree with the standards on", () => {
  test.each(vectors)("%s of %j", async (format, text, data) => {
    expect((await written(format, text)).result).toBe(data);
    expect(await read(format, data)).toMatchObject({ result: text, is_text: true });
  });

  test("Z85's own example", async () => {
    const bytes = Uint8Array.fromHex("864fd26fb559f75b");
    const { result } = await encode(bytes, { format: "z85", idn: true, strict: true });
    expect(result).toBe("HelloWorld");
    expect(await read("z85", result)).toMatchObject({ result: null, hex: "864fd26fb559f75b" });
  });

  // RFC 3492, section 7.1: (A), (B), (E), (I), (L) and (S).
  test.each([
    ["ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"],
    ["他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"],
    ["למההםפשוטלאמדבריםעברית", "4dbcagdahymbxekheh6e0a7fei0b"],
    ["почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"],
    ["3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"],
    ["-> $1.00 <-", "-> $1.00 <--"],
  ])("Punycode of %j", async (text, data) => {
    expect((await written("punycode", text, { idn: false })).result).toBe(data);
    expect((await read("punycode", data, { idn: false })).result).toBe(text);
  });
});

describe("decode undoes encode for", () => {
  const bytes = Uint8Array.from(
    { length: 1024 },
    (_, index) => (index * index + (index >> 3)) & 0xff,
  );
  bytes.fill(0, 0, 4);

  test.each(formatNames.filter((name) => /^(?:url|hex|bin|base|cro|z85|quoted)/.test(name)))(
    "any bytes in %s",
    async (format) => {
      for (const length of [0, 4, 8, 256, 1024]) {
        const input = bytes.subarray(0, length);
        const { result } = await encode(input, { format, idn: true, strict: true });
        const back = await read(format, result);
        expect(back.hex ?? Buffer.from(back.result ?? "").toHex()).toBe(input.toHex());
      }
    },
  );

  test.each(formatNames.filter((name) => /^(?:html|unicode|json|rot)/.test(name)))(
    "any text in %s",
    async (format) => {
      const text = `\ufeff${Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).join("")}😀&amp;\\u0041`;
      expect((await read(format, (await written(format, text)).result)).result).toBe(text);
    },
  );
});

describe("decode says where data break their format:", () => {
  test.each<[FormatName, data: string, offset: number, message: string]>([
    ["url", "ä%zz", 1, 'Expected two hexadecimal digits after "%"'],
    ["url-component", "100%", 3, 'Expected two hexadecimal digits after "%"'],
    ["html", "a & b &foo; c", 6, 'The reference "&foo;" is none that HTML has'],
    ["html", "&copy 2020", 0, 'The reference "&copy" must end in ";"'],
    ["html", "x&#;", 1, 'The reference "&#;" has no digits'],
    ["html-full", "&#xD800;", 0, 'The reference "&#xD800;" stands for no character of HTML'],
    ["html", "&#128;", 0, 'The reference "&#128;" stands for no character of HTML'],
    ["hex", "48 65", 2, 'Expected a digit of hexadecimal, found " "'],
    ["hex", "486", 2, "The last group has 1 of 2 digits, which make no whole bytes"],
    ["binary", "0100100", 6, "The last group has 7 of 8 digits, which make no whole bytes"],
    ["base32", "MZXW6yq=", 5, 'Expected a digit of base32, found "y"'],
    ["base32", "MZXW6YQ", 7, 'Expected 1 of "=" at the end, found 0'],
    ["base32", "MZ======", 1, "The last digit has bits beyond the last byte"],
    ["base32hex", "C=======", 0, "The last group has 1 of 8 digits, which make no whole bytes"],
    ["base32", "MY======MY======", 8, "Nothing may follow the padding"],
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
    ["punycode", "xn--bcher-kv", 12, "The last number is not whole"],
    ["punycode", "xn--99999999", 4, "The number is too large"],
    ["unicode-escape", "a\\q", 1, "The escape is not a known one"],
    ["unicode-escape", "\\u12", 0, "The escape is not a known one"],
    ["unicode-escape", "ab\\ud83dc", 2, "Half of a surrogate pair is no character"],
    ["json-string", "abc", 0, 'Expected a quotation mark, found "a"'],
    ["json-string", '"abc', 4, "The string is not closed"],
    ["json-string", '"a"b"', 2, "A quotation mark must be escaped"],
    ["json-string", '"a\tb"', 2, "A control character must be escaped"],
    ["json-string", '"\\x41"', 1, "The escape is not a known one"],
    ["quoted-printable", "a=4", 1, 'Expected two hexadecimal digits in upper case after "="'],
    ["quoted-printable", "=c3=a9", 0, 'Expected two hexadecimal digits in upper case after "="'],
    ["quoted-printable", "abé", 2, 'Expected a printable sign of ASCII, found "é"'],
    ["morse", "... x", 4, 'Expected ".", "-", "/" or a blank, found "x"'],
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

describe("decode without strict makes the best of", () => {
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

test("decode of a whole address leaves what would gain a meaning", async () => {
  expect((await read("url", "/a%2Fb%20%C3%BC")).result).toBe("/a%2Fb ü");
  expect((await read("url-component", "/a%2Fb%20%C3%BC")).result).toBe("/a/b ü");
});

test("decode answers bytes that are no text in hexadecimal digits", async () => {
  expect(await read("url-component", "%E9t%E9")).toEqual({
    result: null,
    is_text: false,
    hex: "e974e9",
    bytes: 3,
  });
});

test("decode passes over line breaks, as a shell adds one", async () => {
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

test("decode reads Ascii85 in its frame, with z for zeros", async () => {
  expect((await read("base85", "<~z9jqo^~>\n")).result).toBe("\0\0\0\0Man ");
});

describe("encode writes lines of quoted-printable that", () => {
  test("have at most 76 characters, and break between signs", async () => {
    const { result } = await written("quoted-printable", `${"é".repeat(13)}\r\n${"a".repeat(77)}`);
    expect(result.split("\r\n")).toEqual([
      `${"=C3=A9".repeat(12)}=C3=`,
      "=A9",
      `${"a".repeat(75)}=`,
      "aa",
    ]);
  });

  test("are full where they end by themselves", async () => {
    const { result } = await written("quoted-printable", `${"a".repeat(76)}\n${"b".repeat(77)}`);
    expect(result.split("\n").map((line) => line.length)).toEqual([76, 76, 2]);
  });
});

describe("encode", () => {
  test("answers the bare value to those who accept text", async () => {
    const body = { hex: "0001ff" };
    const res = await hub.post("/api/dev/encode/base58", body, { accept: "text/plain" });
    expect(await res.text()).toBe("19p");
  });

  test("takes a whole body as it is, a byte order mark included", async () => {
    for (const type of ["text/plain", "application/octet-stream"]) {
      const body = new Blob([Uint8Array.fromHex("efbbbf41ff")], { type });
      const res = await hub.post("/api/dev/encode/hex", body, { "content-type": type });
      expect(await json(res)).toEqual({ result: "efbbbf41ff", input_bytes: 5, output_length: 10 });
    }
  });

  test("takes a file of a form", async () => {
    const form = new FormData();
    form.set("file", new File(["Hi"], "hi.txt"));
    const res = await hub.post("/api/dev/encode/base32", form);
    expect((await json(res)).result).toBe("JBUQ====");
  });

  test("refuses two inputs, and none", async () => {
    for (const body of [{ text: "a", hex: "61" }, {}]) {
      const res = await hub.post("/api/dev/encode/hex", body);
      expect(res.status).toBe(400);
      expect((await json(res)).detail).toBe(
        `body must have one of text, hex, data_base64 and file: it has ${Object.keys(body).length}`,
      );
    }
  });

  test("says where the bytes of an input break their spelling", async () => {
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
    ["html", { hex: "61c3a9ff" }, 3, "The format writes texts, and the input is not UTF-8"],
    ["z85", { text: "Hello" }, 4, "Z85 writes whole groups of 4 bytes: the input has 5"],
    ["morse", { text: "a #b" }, 2, 'Morse code has no sign for "#"'],
  ])("answers 422 for what %s cannot write: %j", async (format, body, offset, message) => {
    const res = await hub.post(`/api/dev/encode/${format}`, body);
    expect(res.status).toBe(422);
    expect(await json(res)).toMatchObject({
      code: "not_convertible",
      detail: `body cannot be written as ${format}, from position ${offset}: ${message}`,
      offset,
    });
  });

  test("refuses more than a format takes", async () => {
    const long = await hub.post("/api/dev/encode/base58", { text: "a".repeat(8193) });
    expect((await json(long)).detail).toBe(
      "body must have at most 8192 bytes for base58: it has 8193",
    );
    const data = "a".repeat(4097);
    const read = await hub.post("/api/dev/decode/punycode", { data });
    expect((await json(read)).errors[0].location).toBe("body.data");
  });

  test("names the formats there are when asked for another", async () => {
    const res = await hub.post("/api/dev/encode/base63", { text: "a" });
    expect(res.status).toBe(400);
    expect((await json(res)).detail).toStartWith('path.format must be "url", "url-component", ');
  });
});

test("a domain name is written label by label, small and composed, with any full stop", async () => {
  const { result } = await written("punycode", "ＢÜCHER。bu\u0308cher.ORG");
  expect(result).toBe("xn--bcher-kva.xn--bcher-kva.ORG");
  expect((await read("punycode", "XN--bcher-kva.org")).result).toBe("bücher.org");
});
