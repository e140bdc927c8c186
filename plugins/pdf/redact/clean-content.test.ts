import { describe, expect, test } from "bun:test";
import { readTokens, readWord } from "../objects/content-tokens.ts";
import {
  cleanCMap,
  cleanContent,
  dropSpokenText,
  isKnown,
  plainName,
  removeShownText,
  replaceBytes,
} from "./clean-content.ts";
import { readRuns } from "./file-search.ts";
import { buildPatterns } from "./patterns.ts";
import { searchFor } from "./search.ts";

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const text = (value: Uint8Array) => String.fromCharCode(...value);

test("splits a content stream into its tokens", () => {
  const stream = bytes("q /F1 12 Tf[(a\\)b)-20<6 3>]TJ % (no)\n<</A/B>>BDC");
  expect([...readTokens(stream)].map((token) => readWord(stream, token))).toEqual([
    "q",
    "/F1",
    "12",
    "Tf",
    "[",
    "(a\\)b)",
    "-20",
    "<6 3>",
    "]",
    "TJ",
    "<<",
    "/A",
    "/B",
    ">>",
    "BDC",
  ]);
});

test("joins text that is shown in pieces", () => {
  const stream = bytes("BT [(Jo) -250 <686E>] TJ (\\156\\\ny) Tj ((x\\ty)) Tj ET");
  expect(readRuns(stream).map(text)).toEqual(["Johnny(x\ty)"]);
});

test("separates text that is shown elsewhere", () => {
  const stream = bytes("BT (Jo) Tj 9 0 Td (hn) Tj T* (ny) Tj ET");
  expect(readRuns(stream).map(text)).toEqual(["Jo", "hn", "ny"]);
});

test("ignores inline images", () => {
  const stream = bytes("BI /W 1 /H 1 ID (EI)xx EI (a) Tj");
  expect(readRuns(stream).map(text)).toEqual(["a"]);
});

test("removes text alternatives of glyphs, however their name is written", () => {
  const stream = bytes(
    "/Span <</Lang (en)/ActualText (Joe)/Ac#74ualText <4A>/MCID 1>> BDC (x) Tj EMC",
  );
  expect(text(dropSpokenText(stream))).toBe("/Span <</Lang (en)  /MCID 1>> BDC (x) Tj EMC");
});

test("keeps a shown string, whatever name precedes it", () => {
  const stream = bytes("/ActualText (Joe) Tj");
  expect(dropSpokenText(stream)).toBe(stream);
});

test.each([
  ["148.03847577293368", "148.0384758"],
  ["-0.12345678901234", "-0.123456789"],
  [".000000000000012", "0"],
  ["50000.00000000001", "50000"],
  ["00000000000012", "12"],
])("rounds the long number %s to %s", (word, expected) => {
  const work = { search: searchFor([]), renamed: () => undefined };
  expect(text(cleanContent(bytes(`1 0 0 1 ${word} 20 Tm`), work))).toBe(
    `1 0 0 1 ${expected} 20 Tm`,
  );
});

test("reads a broken stream to its end", () => {
  for (const broken of ["(never closed", "<abc", "BI ID ", "/", "<<", ">>>", "(\\"])
    expect([...readTokens(bytes(broken))].at(-1)!.end).toBe(broken.length);
});

const johnny = searchFor(
  buildPatterns({
    terms: ["Johnny"],
    regex: [],
    presets: [],
    case_sensitive: false,
    whole_word: false,
  }),
);

describe("removes from a content stream", () => {
  const rename = (name: string) => (johnny.inName(name) === undefined ? undefined : "X0");
  const clean = (content: string) =>
    text(cleanContent(bytes(content), { search: johnny, renamed: rename }));

  test.each([
    [
      "nothing that draws",
      "q 1 0 0 1 -.5 +2 cm /F1 12 Tf (Johnny) Tj [<00>-20] TJ Q",
      "q 1 0 0 1 -.5 +2 cm /F1 12 Tf (Johnny) Tj [<00>-20] TJ Q",
    ],
    ["comments", "q % Johnny\nQ % end", "q\nQ\n"],
    ["comments between tokens", "q%a\nQ", "q\nQ"],
    ["a comment at the beginning", "%a\nq", "\nq"],
    [
      "strings in lists of properties",
      "/P <</A[(x)]/B(y)>> BDC (z) Tj",
      "/P <</A[()]/B()>> BDC (z) Tj",
    ],
    ["long numbers in words", "q a12345678901 a1234567890 Q", "q   a1234567890 Q"],
    ["images with comments and words in them", "q BI % c\nabc ID Johnny EI abc Q", "q     Q"],
    [
      "strings of properties",
      "/P <</A (x)/B<00>/C<</D(y)>>>> BDC (z) Tj",
      "/P <</A ()/B()/C<</D()>>>> BDC (z) Tj",
    ],
    ["names", "/Johnny Do /Fm0 Do /J#6fhnny gs", "/X0  Do /Fm0 Do /X0  gs"],
    ["words that aren't operators", "q abc Q xy 12345678901 1234567890", "q   Q xy   1234567890"],
    ["words that match", "q j Johnny Q", "q j   Q"],
    ["inline images that match", "q BI /W 2 ID Johnny EI Q", "q   Q"],
    ["inline images that have it in digits", "q BI /W 2 ID 4a6F686e 6e79> EI Q", "q   Q"],
    ["no other inline images", "q BI /W 2 ID John EI Q", "q BI /W 2 ID John EI Q"],
  ])("%s", (_, content, expected) => {
    expect(clean(content)).toBe(expected);
  });

  test("nothing if there is nothing to remove, and returns the same bytes", () => {
    const own = bytes("q (Johnny) Tj Q");
    expect(cleanContent(own, { search: johnny, renamed: rename })).toBe(own);
  });
});

describe("removes shown text from a content stream", () => {
  const show = (content: string, isCut: (run: Uint8Array) => boolean = () => true) =>
    text(removeShownText(bytes(content), isCut));
  test.each([
    ["BT (a) Tj [(b) 2 <63>] TJ ET", "BT () Tj [() 2 ()] TJ ET"],
    ["/P <</A (x)>> BDC (a) Tj", "/P <</A (x)>> BDC () Tj"],
    ["BT ET", "BT ET"],
    ["/P <</A[1]/B (x)>> BDC (a) Tj", "/P <</A[1]/B (x)>> BDC () Tj"],
  ])("from %p", (content, expected) => {
    expect(show(content)).toBe(expected);
  });

  test("by the text of one run", () => {
    const isAb = (run: Uint8Array) => text(run) === "ab";
    expect(show("(a) Tj (b) Tj 0 0 Td (ab) Tj T* (a) Tj BT (b) Tj", isAb)).toBe(
      "() Tj () Tj 0 0 Td () Tj T* (a) Tj BT (b) Tj",
    );
  });
});

describe("removes from a CMap", () => {
  const clean = (map: string) => text(cleanCMap(bytes(map), johnny));
  test.each([
    [
      "nothing that maps letters",
      "1 beginbfchar <00> <004A> endbfchar",
      "1 beginbfchar <00> <004A> endbfchar",
    ],
    ["comments", "begincmap % Johnny\nendcmap", "begincmap\nendcmap"],
    ["a last comment", "endcmap % Johnny", "endcmap\n"],
    ["codes that map to a match", "<00> <004A006F0068006E006E0079>", "<00> <0020>"],
    ["names", "/Johnny /CMapName", "/Own /CMapName"],
    ["strings", "(Johnny) (Adobe) (UCS)", "() (Adobe) (UCS)"],
    ["words", "Johnny begincmap 12", "  begincmap 12"],
  ])("%s", (_, map, expected) => {
    expect(clean(map)).toBe(expected);
  });
});

test.each([
  ["Tj", true],
  ["T*", true],
  ["12", true],
  ["-.5", true],
  ["--5", true],
  ["1-2", true],
  ["12345678901", false],
  ["1234567890", true],
  ["0000000000.00000000000", false],
  [`${"-".repeat(18)}1`, true],
  [`${"-".repeat(19)}1`, false],
  ["Johnny", false],
  ["1a", false],
])("%p is a known word of content streams: %p", (word, expected) => {
  expect(isKnown(word)).toBe(expected);
});

test("decodes escaped names, and replaces byte sequences", () => {
  expect([plainName("/A#42#5f"), plainName("/A#4g")]).toEqual(["/AB_", "/A#4g"]);
  expect(
    text(
      replaceBytes(bytes("0123456789"), [
        { start: 1, end: 3 },
        { start: 5, end: 5, by: "ab" },
        { start: 9, end: 10, by: "" },
      ]),
    ),
  ).toBe("0 34ab5678");
});
