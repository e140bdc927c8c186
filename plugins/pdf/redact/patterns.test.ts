import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { plain } from "../text/normalise.ts";
import {
  buildPatterns,
  foldCase,
  isLetter,
  isWhole,
  type PatternFields,
  searchable,
} from "./patterns.ts";

const nothing: PatternFields = {
  terms: [],
  regex: [],
  presets: [],
  case_sensitive: false,
  whole_word: false,
};

function find(fields: Partial<PatternFields>, text: string): string[] {
  return buildPatterns({ ...nothing, ...fields }).flatMap(({ find }) =>
    find(text).map(({ start, end }) => text.slice(start, end)),
  );
}

describe("finds for", () => {
  test.each<[string, Partial<PatternFields>, string, string[]]>([
    ["a term", { terms: ["ann"] }, "Ann, Anna and an", ["Ann", "Ann"]],
    ["a term with its case", { terms: ["Ann"], case_sensitive: true }, "Ann ann ANN", ["Ann"]],
    [
      "a whole word",
      { terms: ["Ann"], whole_word: true },
      "Ann, Anna, xAnn, Ann_, Ann's",
      ["Ann", "Ann"],
    ],
    ["a term over itself", { terms: ["aa"] }, "aaa", ["aa", "aa"]],
    ["a term of words", { terms: ["  Anna \n Lee "] }, "Anna Lee", ["Anna Lee"]],
    ["an expression", { regex: ["a.?b"] }, "ab AxB", ["ab", "AxB"]],
    ["an expression with its case", { regex: ["ab"], case_sensitive: true }, "ab AB", ["ab"]],
    ["an expression as whole words", { regex: ["a+"], whole_word: true }, "aa ab a", ["aa", "a"]],
    ["an expression that finds nothing", { regex: ["x*"] }, "axxb", ["xx"]],
    ["a preset", { presets: ["email"] }, "to ann@example.com", ["ann@example.com"]],
  ])("%s", (_, fields, text, expected) => {
    expect(find(fields, text)).toEqual(expected);
  });

  test("each pattern, with its name and the normalized match", () => {
    const patterns = buildPatterns({
      ...nothing,
      terms: ["A  b"],
      regex: ["c"],
      presets: ["date"],
    });
    expect(patterns.map(({ name, form, term }) => [name, form, term?.letters])).toEqual([
      ["A  b", "NFKD", "ab"],
      ["c", "NFKC", undefined],
      ["date", "NFKC", undefined],
    ]);
  });

  test("at most twenty thousand matches of an expression", () => {
    expect(find({ regex: ["a"] }, "a".repeat(20_001))).toHaveLength(20_000);
  });
});

describe("rejects", () => {
  test.each<[string, Partial<PatternFields>, string, string]>([
    ["a term of spaces", { terms: ["a", " \n"] }, "invalid_input", "body.terms.1"],
    ["an invisible term", { terms: ["\u200b\u00ad"] }, "invalid_input", "body.terms.0"],
    ["an invalid expression", { regex: ["("] }, "invalid_pattern", "body.regex.0"],
    [
      "an expression that looks back",
      { regex: ["a", "(a)\\1"] },
      "invalid_pattern",
      "body.regex.1",
    ],
  ])("%s", (_, fields, code, at) => {
    expect(() => buildPatterns({ ...nothing, ...fields })).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(at) }),
    );
  });
});

describe("treats texts as equal", () => {
  test.each([
    ["ﬁ", "fi", "NFKC"],
    ["Ａ", "A", "NFKC"],
    ["é", "e\u0301", "NFKD"],
    ["‐‒–—―−", "------", "NFKC"],
    ["‘’", "''", "NFKC"],
    ["a\u00ad\u200b\u2060\ufeff\ufe0fb", "ab", "NFKC"],
    ["a\u{e0100}\u{e0061}\u{1d173}\ufff9b", "ab", "NFKC"],
    ["Аа", "Aa", "NFKD"],
    ["Аа", "Аа", "NFKC"],
    ["ԁԛԝ", "dqw", "NFKD"],
    ["~", "~", "NFKD"],
  ] as const)("%p and %p in %s", (text, same, form) => {
    expect(plain(text, form)).toBe(same);
  });

  test("regardless of case, letter by letter", () => {
    expect(foldCase("ÄB1ẞ")).toBe("äb1ß");
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff), { maxLength: 30 }), (codes) => {
        const text = String.fromCharCode(...codes);
        expect(foldCase(text)).toHaveLength(text.length);
        expect(foldCase(foldCase(text))).toBe(foldCase(text));
      }),
      cases(50),
    );
    // A capital whose lower-case form has two units doesn't change.
    expect(foldCase("İ")).toBe("İ");
  });
});

describe("letters", () => {
  test.each(["a", "ß", "1", "_", "\u0301", "漢", "ab-"])("%p continues a word", (text) => {
    expect(isLetter(text)).toBe(true);
  });
  test.each(["", " ", "-", ".", undefined, "-a"])("%p doesn't continue a word", (text) => {
    expect(isLetter(text)).toBe(false);
  });

  test.each([
    ["Ann", 0, 3, true],
    ["xAnn", 1, 4, false],
    ["Annx", 0, 3, false],
    ["x-nn-x", 1, 5, true],
    [" Ann ", 0, 5, true],
    ["a Ann b", 1, 6, true],
  ])("%p from %p to %p is whole: %p", (text, start, end, expected) => {
    expect(isWhole(text, { start, end })).toBe(expected);
  });
});

describe("turns characters into text", () => {
  const pieces = (text: string) =>
    Array.from(text, (sign) => ({ text: sign === "~" ? "-" : sign, isLineHyphen: sign === "~" }));
  const read = (text: string, keepsHyphens = true) =>
    searchable(pieces(text), { form: "NFKC", keepsHyphens });

  test.each<[string, boolean, string]>([
    ["a  \n\tb", true, "a b"],
    [" a ", true, " a "],
    ["John~\nny", true, "John-ny"],
    ["John~\nny", false, "Johnny"],
    ["John-\nny", false, "John- ny"],
    ["a\u00adb", true, "ab"],
    ["ﬁn", true, "fin"],
  ])("%p, with hyphens %p, is %p", (text, keepsHyphens, expected) => {
    expect(read(text, keepsHyphens).text).toBe(expected);
  });

  test("and maps each code unit to its character", () => {
    const { text, from } = read("aﬁ  b");
    expect([...from]).toEqual([0, 1, 1, 2, 4, 5]);
    expect(from).toHaveLength(text.length + 1);
    expect([...read("J~\ny", false).from]).toEqual([0, 3, 4]);
  });
});
