import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { buildPatterns, type PatternFields } from "./patterns.ts";
import { searchFor } from "./search.ts";

const nothing: PatternFields = {
  terms: [],
  regex: [],
  presets: [],
  case_sensitive: false,
  whole_word: false,
};
const search = (fields: Partial<PatternFields>) =>
  searchFor(buildPatterns({ ...nothing, ...fields }));
const johnny = search({ terms: ["Johnny"] });
const cased = search({ terms: ["Johnny"], case_sensitive: true });
const whole = search({ terms: ["Johnny"], whole_word: true });
const number = search({ regex: ["No \\d+"] });
const bytes = (text: string) => Buffer.from(text, "latin1");
const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();

describe("finds a term in a text", () => {
  test.each([
    ["Johnny", true],
    ["xjohnnyx", true],
    ["JOHNNY", true],
    ["Johny", false],
    ["J o h n n y", true],
    ["John-ny", true],
    ["xJohn-nyx", false],
    ["Joh nn yx", false],
    ["Jo h n n y!", true],
    ["xJ o h n n yx", true],
    ["xJ o hnnyx", true],
    ["xJ ohnnyx", false],
    ["xJo hnn yx", false],
    ["Јohnny", true],
    ["Jo\u00adhn\u200bny", true],
    ["", false],
  ])("%p: %p", (text, isFound) => {
    expect(johnny.inText(text)).toBe(isFound ? "Johnny" : undefined);
  });

  test.each([
    ["Johnny", true],
    ["johnny", false],
    ["j ohnny", false],
    ["J ohnny", true],
  ])("matching case, %p: %p", (text, isFound) => {
    expect(cased.inText(text)).toBe(isFound ? "Johnny" : undefined);
  });

  test.each([
    ["a Johnny.", true],
    ["Johnnys", false],
    ["xJohnny", false],
    ["xJ o h n n yx", false],
    ["J o h n n y", true],
  ])("as a whole word, %p: %p", (text, isFound) => {
    expect(whole.inText(text)).toBe(isFound ? "Johnny" : undefined);
  });

  test("by the name of the first matching pattern", () => {
    const both = search({ terms: ["Anna", "Ann"], regex: ["[Aa]n"] });
    expect(["Anna", "Ann x", "an", "x"].map((text) => both.inText(text))).toEqual([
      "Anna",
      "Ann",
      "[Aa]n",
      undefined,
    ]);
    expect(searchFor([]).inText("Johnny")).toBeUndefined();
  });

  test("treating any run of white space as one space", () => {
    const lee = search({ terms: ["Anna  Lee"], regex: ["B C"] });
    expect(lee.inText("Anna\n\t\0Lee")).toBe("Anna  Lee");
    expect(lee.inText("B\u00a0 C")).toBe("B C");
  });
});

describe("finds a term in bytes", () => {
  test.each<[string, Uint8Array]>([
    ["of one byte a letter", bytes("by Johnny")],
    ["of UTF-16 with its mark", Buffer.concat([bytes("\xfe\xff"), utf16be("by Johnny")])],
    ["of UTF-16 turned", Buffer.concat([bytes("\xff\xfe"), Buffer.from("Johnny", "utf16le")])],
    ["of UTF-16 without a mark", utf16be("Johnny")],
    ["of UTF-16 after a byte", Buffer.concat([bytes("x"), utf16be("Johnny")])],
    ["of numbers of HTML", bytes("&#74;&#x6f;hnny")],
    ["of escapes of scripts", bytes("\\u004aoh\\x6e\\u{6E}y")],
    ["of octal escapes of scripts", bytes("\\112ohn\\156y")],
    ["of an address", bytes("a%4Aohn%6ey")],
  ])("%s", (_, value) => {
    expect(johnny.inString(value)).toBe("Johnny");
  });

  test("after an escape before letters that are hexadecimal digits", () => {
    expect(search({ terms: ["Adam"] }).inString(bytes("\\u0041dam"))).toBe("Adam");
    expect(search({ terms: ["Abe"] }).inString(bytes("\\x41be"))).toBe("Abe");
  });

  test.each<[string, string, Uint8Array]>([
    ["of PDFDocEncoding", "Šímon", bytes("\x97\xedmon")],
    ["of Windows", "Šímon", bytes("\x8a\xedmon")],
    ["of UTF-8", "Jiłñ", Buffer.from("JiŁñ")],
    ["of UTF-8 as an address has it", "Jiłñ", bytes("Ji%C5%81%C3%B1")],
  ])("and non-ASCII letters %s", (_, term, value) => {
    expect(search({ terms: [term] }).inString(value)).toBe(term);
    expect(search({ terms: ["Jixx"] }).inString(value)).toBeUndefined();
  });

  test("in all of these encodings, for any term", () => {
    const word = fc.stringMatching(/^[A-Za-zäöüßéñ]{4,12}$/);
    fc.assert(
      fc.property(word, word, (term, around) => {
        const own = search({ terms: [term] });
        for (const text of [term, `${around} ${term}`, `${term} ${around}`])
          for (const coded of [
            bytes(text),
            Buffer.from(text),
            Buffer.concat([bytes("\xfe\xff"), utf16be(text)]),
            bytes([...text].map((sign) => `&#${sign.codePointAt(0)};`).join("")),
            bytes(encodeURIComponent(text)),
          ])
            expect(own.inString(coded)).toBe(term);
      }),
      cases(60),
    );
  });

  test("but an expression only in an unambiguous encoding", () => {
    expect(number.inString(bytes("No 12"))).toBe("No \\d+");
    expect(number.inString(utf16be("No 12"))).toBe("No \\d+");
    expect(number.inString(Buffer.concat([bytes("\xfe\xff"), utf16be("No 12")]))).toBe("No \\d+");
    expect(number.inString(Buffer.from("No 12", "utf16le"))).toBe("No \\d+");
    const han = search({ regex: ["\u4e41"] });
    expect(han.inString(bytes("\xfe\xff\x4e\x41"))).toBe("\u4e41");
    expect(han.inString(bytes("\xff\xfe\x41\x4e"))).toBe("\u4e41");
    expect(han.inString(bytes("\xfe\xff\x41\x4e"))).toBeUndefined();
    expect(han.inString(bytes("\xff\xfe\x4e\x41"))).toBeUndefined();
    expect(han.inString(bytes("\xfe\xff\x41\x4e\x41\x4e"))).toBeUndefined();
    // A bullet in PDFDocEncoding, which a byte order mark of UTF-16 excludes.
    const bullet = search({ regex: ["\u2022 \\d+"] });
    expect(bullet.inString(bytes("\x80 12"))).toBe("\u2022 \\d+");
    expect(bullet.inString(bytes("\xfe\xff\x80 12"))).toBeUndefined();
    const chance = search({ regex: ["\u4e41"] });
    expect(chance.inString(bytes("ANAN"))).toBeUndefined();
    expect(chance.inString(bytes("NANA\xff"))).toBeUndefined();
    expect(search({ terms: ["\u4e41"] }).inString(bytes("NANA\xff"))).toBe("\u4e41");
  });
});

describe("glyph codes", () => {
  test("match terms of at least four letters, and no expressions", () => {
    expect(johnny.inCodes(bytes("Johnny"))).toBe("Johnny");
    expect(johnny.inCodes(bytes("J o h n n y"))).toBeUndefined();
    expect(search({ terms: ["John"] }).inCodes(utf16be("John"))).toBe("John");
    expect(search({ terms: ["Joh"] }).inCodes(bytes("Joh"))).toBeUndefined();
    expect(number.inCodes(bytes("No 12"))).toBeUndefined();
  });
});

describe("a name", () => {
  test.each([
    ["Johnny", "Johnny"],
    ["MrJohnnyFont", "Johnny"],
    ["x_Johnny", "Johnny"],
    ["Font", undefined],
    ["F12", undefined],
    ["uni004A", undefined],
  ])("%p has %p", (name, found) => {
    expect(johnny.inName(name)).toBe(found as "Johnny");
  });

  test("of the PDF format has no matches", () => {
    expect(search({ terms: ["Font"] }).inName("Font")).toBeUndefined();
    expect(search({ terms: ["Font"] }).inName("MyFont")).toBe("Font");
    expect(search({ terms: ["g12"] }).inName("g12")).toBeUndefined();
  });

  test("matches a term of two letters only as a whole", () => {
    const lee = search({ terms: ["Qx"] });
    expect([lee.inName("Qx"), lee.inName("QX"), lee.inName("aQxb")]).toEqual([
      "Qx",
      "Qx",
      undefined,
    ]);
    expect(search({ terms: ["Qxz"] }).inName("aQxzb")).toBe("Qxz");
    // Decoded as Latin-1 and as UTF-8: one match is enough.
    expect(search({ terms: ["qX"] }).inName("qX")).toBe("qX");
    expect(search({ terms: ["äß"] }).inName(Buffer.from("äß").toString("latin1"))).toBe("äß");
    expect(search({ terms: ["äß"] }).inName("\xe4\xdf")).toBe("äß");
  });

  test("matches the words that it consists of", () => {
    const lee = search({ terms: ["Anna Lee"], whole_word: true });
    expect(
      ["AnnaLee", "Anna_Lee", "anna.lee", "Anna-Lee", "Annalee"].map((name) => lee.inName(name)),
    ).toEqual(["Anna Lee", "Anna Lee", "Anna Lee", "Anna Lee", undefined]);
  });

  test("of a letter and a number doesn't match an expression, but matches a term", () => {
    expect(search({ regex: ["Q\\d"] }).inName("Qq12")).toBeUndefined();
    expect(search({ regex: ["Q\\d"] }).inName("Quarter1Q2")).toBe("Q\\d");
    expect(search({ terms: ["qqq77"] }).inName("Qqq77")).toBe("qqq77");
  });

  test("in UTF-8 is decoded", () => {
    expect(search({ terms: ["Jürgen"] }).inName(Buffer.from("Jürgen").toString("latin1"))).toBe(
      "Jürgen",
    );
  });
});

describe("finds a term among other bytes", () => {
  const spans = (own: ReturnType<typeof search>, text: string) =>
    own.inBytes(text).map(({ start, end }) => text.slice(start, end));

  test("in one byte, two bytes, and UTF-8, in any case", () => {
    const text = `\x01jOHNNY\x02${utf16be("johnny").toString("latin1")}\x03`;
    expect(spans(johnny, text)).toContain("jOHNNY");
    expect(spans(johnny, text)).toContain(utf16be("johnny").toString("latin1"));
    const umlaut = search({ terms: ["Jürgen"] });
    const utf8 = Buffer.from("Jürgen").toString("latin1");
    expect(spans(umlaut, `\0${utf8}\0`)).toContain(utf8);
    expect(spans(umlaut, "\0J\xfcrgen\0")).toContain("J\xfcrgen");
    expect(spans(umlaut, `\0${Buffer.from("JÜRGEN").toString("latin1")}\0`)).toHaveLength(1);
  });

  test("in lower case, upper case, and capitalized", () => {
    const own = search({ terms: ["élan vitál"] });
    for (const text of ["élan vitál", "ÉLAN VITÁL", "Élan Vitál"])
      expect(spans(own, `\x01${text}\x02`)).toEqual([text]);
    expect(spans(own, "éLAN VITáL")).toHaveLength(1);
    expect(spans(search({ terms: ["élan vitál"], case_sensitive: true }), "Élan Vitál")).toEqual(
      [],
    );
  });

  test("as often as it occurs", () => {
    expect(spans(johnny, "Johnny Johnny")).toEqual(["Johnny", "Johnny"]);
  });

  test("matching case and whole words on request", () => {
    expect(spans(cased, "johnny Johnny")).toEqual(["Johnny"]);
    expect(spans(whole, "xJohnny Johnny Johnnyx")).toEqual(["Johnny"]);
    expect(spans(whole, utf16be("a Johnny b").toString("latin1")).length).toBeGreaterThan(0);
  });

  test("but not a short term, which occurs by chance", () => {
    expect(spans(search({ terms: ["John"] }), "John")).toEqual([]);
    expect(spans(search({ terms: ["Johns"] }), "Johns")).toEqual(["Johns"]);
    expect(spans(search({ terms: ["aaaaaaaa"] }), "aaaaaaaa")).toEqual([]);
    expect(spans(number, "No 12")).toEqual([]);
  });
});
