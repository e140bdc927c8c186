import { describe, expect, test } from "bun:test";
import { decode, encode } from "./formats.ts";
import { type FormatName, formatNames } from "./request.ts";

function write(format: FormatName, text: string, { idn = true } = {}) {
  return encode(new TextEncoder().encode(text), { format, idn, strict: true });
}

function read(format: FormatName, data: string, { strict = true, idn = true } = {}) {
  return decode(data, { format, idn, strict });
}

/** Texts with an encoding published by others. */
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
  // Wikipedia's article Ascii85, without the full stop at the end of the quotation from Hobbes.
  ["base85", "Man is d", "9jqo^BlbD-"],
  ["base85", "Man sure.", "9jqo^F*2M7/c"],
  // ECMA-262, and RFC 3986 for the reserved characters.
  ["url", "https://a.b/ü?q=1 2#%", "https://a.b/%C3%BC?q=1%202#%25"],
  ["url-component", "a/b?ü&😀!*'()", "a%2Fb%3F%C3%BC%26%F0%9F%98%80!*'()"],
  ["html", `<a b="c">Tom & 'é'</a>`, "&lt;a b=&quot;c&quot;&gt;Tom &amp; &#39;é&#39;&lt;/a&gt;"],
  ["html-full", "© é ≠ 😀 𝒜 <", "&copy; &eacute; &ne; &#128512; &Ascr; &lt;"],
  ["binary", "Hi", "01001000 01101001"],
  ["crockford", "foobar", "CSQPYRK1E8"],
  ["base62", "Hello World!", "T8dgcjRGkZ3aysdN"],
  ["unicode-escape", "Zürich\\😀\n", "Z\\u00fcrich\\u005c\\ud83d\\ude00\\u000a"],
  ["json-string", 'é"\\\n\u2028', '"é\\"\\\\\\n\u2028"'],
  // RFC 2045, section 6.7: a blank at the end of a line is encoded.
  ["quoted-printable", "1 + 1 = 2 \nÉté\t", "1 + 1 =3D 2=20\n=C3=89t=C3=A9=09"],
  // ITU-R M.1677-1.
  ["morse", "SOS, 73 @", "... --- ... --..-- / --... ...-- / .--.-."],
  ["rot13", "Why did the ÿ cross?", "Jul qvq gur ÿ pebff?"],
  ["punycode", "www.bücher.example", "www.xn--bcher-kva.example"],
];

describe("encode and decode match the standards for", () => {
  test.each(vectors)("%s of %j", async (format, text, data) => {
    expect((await write(format, text)).result).toBe(data);
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
    expect((await write("punycode", text, { idn: false })).result).toBe(data);
    expect((await read("punycode", data, { idn: false })).result).toBe(text);
  });
});

describe("decode reverses encode for", () => {
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
      expect((await read(format, (await write(format, text)).result)).result).toBe(text);
    },
  );
});

test("normalizes each label of a domain name, with any kind of full stop", async () => {
  const { result } = await write("punycode", "ＢÜCHER。bu\u0308cher.ORG");
  expect(result).toBe("xn--bcher-kva.xn--bcher-kva.ORG");
  expect((await read("punycode", "XN--bcher-kva.org")).result).toBe("bücher.org");
});

test("punycode normalizes full-width letters and full stops", async () => {
  const ascii = (text: string) => write("punycode", text).then(({ result }) => result);
  expect(await ascii("ｅｘａｍｐｌｅ．ｃｏｍ")).toBe("example.com");
  expect(await ascii("例え。テスト")).toBe("xn--r8jz45g.xn--zckzah");
  expect((await read("punycode", "xn--r8jz45g。xn--zckzah")).result).toBe("例え.テスト");
});
