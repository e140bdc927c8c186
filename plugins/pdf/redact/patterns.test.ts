import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { foldCase, plain } from "../text/normalise.ts";
import { buildPatterns, isLetter, isWhole, type PatternFields, searchable } from "./patterns.ts";

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

describe("finds the same value for the term", () => {
  test.each<[string, string, string[]]>([
    [
      "CH9300762011623852957",
      "CH93 0076 2011\n6238 5295 7, CH9300",
      ["CH93 0076 2011\n6238 5295 7"],
    ],
    ["4111 1111 1111 1111", "4111-1111-1111-1111 2", ["4111-1111-1111-1111"]],
    ["756.1234.5678.97", "7561234567897 and 17561234567897", ["7561234567897"]],
    ["+41 44 668 18 00", "call (044) 668-18-00", ["(044) 668-18-00"]],
    ["+41 44 668 18 00", "0041 (0)44 668 18 00", ["0041 (0)44 668 18 00"]],
    ["+41 44 668 18 00", "+49 44 668 18 00", []],
    ["044 668 18 00", "+41446681800", ["+41446681800"]],
    ["(212) 555-0123", "+1 212.555.0123", ["+1 212.555.0123"]],
    ["ann@example.com", "ANN@exam\nple.com", ["ANN@exam\nple.com"]],
    ["https://example.com/a/", "www.example.com/\na", ["www.example.com/\na"]],
    ["3 March 1984", "1984-03-03, 3.3.84", ["1984-03-03", "3.3.84"]],
    ["03/04/2025", "3. April 2025, 4. April 2025", ["3. April 2025"]],
    ["Mar 2024", "März 2024, May 2024", ["März 2024"]],
    ["1234.50", "1'234.50 or 1 234,5", ["1'234.50", "1 234,5"]],
    ["CHF 1,234", "11,234 or 1.234", ["1.234"]],
    ["1,234,567", "1 234 567", ["1 234 567"]],
    ["Straße", "STRASSE strasse", ["STRASSE", "strasse"]],
    ["Λόγος", "ΛΌΓΟΣ", ["ΛΌΓΟΣ"]],
    ["istanbul", "\u0130STANBUL", ["\u0130STANBUL"]],
  ])("%p in %p", (term, text, expected) => {
    const found = buildPatterns({ ...nothing, terms: [term] }).flatMap(({ find, form }) => {
      const { text: read } = searchable(
        Array.from(text, (text) => ({ text })),
        { form, keepsHyphens: true },
      );
      return find(read).map(({ start, end }) => read.slice(start, end));
    });
    const folded = expected.map((one) => foldCase(plain(one, "NFKD")));
    expect([...new Set(found)].map((one) => foldCase(plain(one, "NFKD")))).toEqual(folded);
  });
});

describe("finds the name Marianne Oberdorfer", () => {
  test.each([
    "Marianne E. Oberdorfer",
    "for Marianne Elisabeth\nOberdorfer",
    "Marianne\nOberdorfer",
    "MARIANNE VON OBERDORFER",
    "Marianne von der Oberdorfer",
    'Marianne "Mia" Oberdorfer',
    "Anna-Marianne Oberdorfer",
    "M. Oberdorfer",
    "M. E. Oberdorfer",
    "Oberdorfer, Marianne",
    "Oberdorfer, Marianne E.",
    "Oberdorfer,\nM.",
    "Peter Kim, Marianne E. Oberdorfer",
  ])("in %p", (text) => {
    for (const term of ["Marianne Oberdorfer", "Oberdorfer, Marianne"])
      expect(find({ terms: [term] }, text)).toContain(
        text.replace(/^(?:for |Anna-|Peter Kim, )/, ""),
      );
  });

  test.each([
    ["Marianne met Oberdorfer"],
    ["Marianne Kim\nOberdorfer Street 4"],
    ["Marianne\tKim\tOberdorfer"],
    ["Marianne. E. Oberdorfer"],
    ["Marianne Kim Peter Oberdorfer"],
    ["Marianne Kim, Peter Oberdorfer"],
    ["Peter Oberdorfer, Marianne Kim"],
    ["Oberdorfer and Marianne"],
  ])("but not in %p", (text) => {
    expect(find({ terms: ["Marianne Oberdorfer"] }, text)).toEqual([]);
  });

  test.each<[string, boolean]>([
    ["Marianne and Peter Oberdorfer", true],
    ["Marianne (called Mia by her friends) Oberdorfer", false],
    ["Marianne née Kim Oberdorfer", true],
    ["Marianne Kim and Peter Oberdorfer", false],
    ["Marianne left. Oberdorfer stayed", false],
  ])("near other words in %p: %p", (text, isNear) => {
    const [, name] = buildPatterns({ ...nothing, terms: ["Marianne Oberdorfer"] });
    expect(name?.findNear?.(text).length).toBe(Number(isNear));
  });
});

describe("knows lines in an expression", () => {
  test.each<[string, string[]]>([
    ["Claimant: .*", ["Claimant: Ann"]],
    ["^Filed.*$", ["Filed today"]],
    ["(?m)^Claimant.*$", ["Claimant: Ann"]],
    ["Ann Filed", ["Ann\nFiled"]],
    ["Ann\\ Fil", ["Ann\nFil"]],
    ["Ann[ ]Filed", []],
    ["\\QAnn F\\E", []],
    ["Ann\\sFiled", ["Ann\nFiled"]],
  ])("%p", (regex, expected) => {
    expect(find({ regex: [regex] }, "Claimant: Ann\nFiled today")).toEqual(expected);
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
    ["a \u00a0\u2003 b", true, "a b"],
    ["a  \t b", true, "a\tb"],
    ["a  \n\tb", true, "a\nb"],
    ["Feather~\nstone was\nhere", false, "Featherstone\nwas\nhere"],
    [" a ", true, " a "],
    ["John~\nny", true, "John-ny"],
    ["John~\nny", false, "Johnny"],
    ["John-\nny", false, "John-\nny"],
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
