import { describe, expect, test } from "bun:test";
import { type Block, findBlocks, measureBodySize } from "./blocks.ts";
import { layOut, median, rowsByContent, rowsByPlace } from "./layout.ts";
import { cleanPageText, writeMarkdown } from "./read-pages.ts";
import type { Character } from "./text-page.ts";
import { buildWords, viewBoxes, type Word } from "./words.ts";

const word = (text: string, x: number, y: number, more: Partial<Word> = {}): Word => ({
  text,
  x,
  y,
  width: 6 * text.length,
  height: 10,
  size: 10,
  font: "F",
  ...more,
});
const texts = (rows: readonly { words: Word[] }[]) =>
  rows.map(({ words }) => words.map(({ text }) => text).join(" "));

describe("groups words into rows", () => {
  test("by their height on the page, regardless of their order", () => {
    const words = [word("d", 50, 20), word("b", 50, 1), word("c", 0, 20), word("a", 0, 0)];
    expect(texts(rowsByPlace(words))).toEqual(["a b", "c d"]);
    expect(rowsByPlace([word("a", 0, 0), word("b", 9, 4.9)])).toHaveLength(1);
    expect(rowsByPlace([word("a", 0, 0), word("b", 9, 5)])).toHaveLength(2);
  });

  test("by their order, so that a column is read to its end", () => {
    const columns = [word("a", 0, 0), word("b", 0, 20), word("c", 300, 0), word("d", 300, 20)];
    expect(texts(rowsByContent(columns))).toEqual(["a", "b", "c", "d"]);
    expect(texts(rowsByContent([word("a", 0, 0), word("b", 20, 5.9), word("c", 60, 5)]))).toEqual([
      "a b c",
    ]);
    expect(texts(rowsByContent([word("a", 0, 0), word("b", 407, 0)]))).toEqual(["a", "b"]);
  });

  test("with the bounds of their words", () => {
    expect(rowsByPlace([word("ab", 30, 2), word("c", 5, 0)])[0]).toMatchObject({
      x: 5,
      y: 0,
      width: 37,
      height: 12,
    });
  });
});

describe("lays out words", () => {
  test.each<[string, Word[], string]>([
    ["nothing", [], ""],
    [
      "in columns of characters",
      [word("ab", 6, 0), word("cd", 48, 0), word("e", 0, 12)],
      " ab     cd\ne",
    ],
    ["with one space at least", [word("ab", 0, 0), word("cd", 8, 0)], "ab cd"],
    [
      "with a blank line for a gap",
      [word("a", 0, 0), word("b", 0, 12), word("c", 0, 36)],
      "a\nb\n\nc",
    ],
  ])("%s", (_, words, expected) => {
    expect(layOut(words)).toBe(expected);
  });

  test("takes the lower of two middle values as the median", () => {
    expect([median([]), median([3]), median([4, 1]), median([9, 1, 5])]).toEqual([0, 3, 1, 5]);
  });
});

describe("turns rows into", () => {
  const options = { bodySize: 10, dehyphenate: true };
  const line = (text: string, y: number, more: Partial<Word> = {}) => {
    let x = 0;
    return text.split(" ").map((one) => {
      const own = word(one, x, y, more);
      x += own.width + 3;
      return own;
    });
  };
  const kinds = (words: Word[]) =>
    findBlocks(words, options).map(({ kind, text, level }) => [kind, text, level]);

  test.each<[string, Word[], ReturnType<typeof kinds>]>([
    [
      "paragraphs by their gaps",
      [...line("one two", 0), ...line("three", 12), ...line("four", 60)],
      [
        ["paragraph", "one two three", undefined],
        ["paragraph", "four", undefined],
      ],
    ],
    [
      "words that were broken",
      [...line("one brok-", 0), ...line("en two", 12)],
      [["paragraph", "one broken two", undefined]],
    ],
    [
      "headings by their size",
      [
        ...line("Big", 0, { size: 17, height: 17 }),
        ...line("Mid", 40, { size: 13, height: 13 }),
        ...line("Low", 80, { size: 11.3 }),
      ],
      [
        ["heading", "Big", 1],
        ["heading", "Mid", 2],
        ["heading", "Low", 3],
      ],
    ],
    [
      "headings by their font",
      [...line("A head", 0, { font: "F-Bold" }), ...line("text", 12)],
      [
        ["heading", "A head", 4],
        ["paragraph", "text", undefined],
      ],
    ],
    [
      "no heading that is a sentence",
      line("A sentence.", 0, { font: "F-Bold" }),
      [["paragraph", "A sentence.", undefined]],
    ],
    [
      "lists by their bullets",
      [...line("• one", 0), ...line("• two", 12), ...line("more", 24), ...line("(3) three", 36)],
      [["list", "one\ntwo more\nthree", undefined]],
    ],
  ])("%s", (_, words, expected) => {
    expect(kinds(words)).toEqual(expected);
  });

  test("a table if short cells are aligned", () => {
    const row = (y: number, ...cells: string[]) => cells.map((cell, at) => word(cell, 100 * at, y));
    const [table] = findBlocks(
      [...row(0, "a", "b"), ...row(12, "c", "d"), ...row(24, "e", "f")],
      options,
    );
    expect(table).toMatchObject({
      kind: "table",
      rows: [
        ["a", "b"],
        ["c", "d"],
        ["e", "f"],
      ],
      box: { x: 0, y: 0, width: 106, height: 34 },
    });
  });

  test("body text in the most common size", () => {
    expect(
      measureBodySize([word("title", 0, 0, { size: 20 }), word("a long text", 0, 20, { size: 9 })]),
    ).toBe(9);
    expect(measureBodySize([])).toBe(0);
  });
});

test("escapes Markdown syntax in blocks", () => {
  const box = { x: 0, y: 0, width: 1, height: 1 };
  const blocks: Block[] = [
    { kind: "heading", text: "A *b*", level: 2, box },
    { kind: "paragraph", text: "# no [link] 1. <x>", box },
    { kind: "paragraph", text: "12. not a list", box },
    { kind: "list", text: "", rows: [["- a"], ["b_c"]], box },
    {
      kind: "table",
      text: "",
      rows: [
        ["a|b", "c"],
        ["d", "e`"],
      ],
      box,
    },
  ];
  expect(writeMarkdown(blocks).split("\n\n")).toEqual([
    "## A \\*b\\*",
    "\\# no \\[link\\] 1. \\<x>",
    "12\\. not a list",
    "- \\- a\n- b\\_c",
    "| a\\|b | c |\n| --- | --- |\n| d | e\\` |",
  ]);
});

test.each([
  ["one\r\ntwo\0", true, "one\ntwo"],
  ["bro\uFFFEken", true, "broken"],
  ["bro\uFFFEken", false, "bro-\nken"],
  ["A\uFFFEB", true, "A-\nB"],
  ["end\uFFFE", true, "end-\n"],
])("pdfium's text %p, joined %p, is %p", (raw, dehyphenate, expected) => {
  expect(cleanPageText(raw, { dehyphenate })).toBe(expected);
});

describe("groups characters into words", () => {
  const letter = (text: string, left: number, bottom = 90): Character => ({
    ...{ index: 0, text, left, bottom, right: left + 5, top: bottom + 7, size: 10 },
    ...{ originX: 0, originY: 0, font: "F", angle: 0, isGenerated: false, isLineHyphen: false },
  });
  const view = { width: 200, height: 100, toUser: [1, 0, 0, 1, 0, 0] as const };

  test("at spaces and at hyphens that end a line", () => {
    const line = [..."ab c"].map((text, at) => letter(text, 10 * at));
    expect(buildWords(line, view)).toEqual([
      { text: "ab", x: 0, y: 3, width: 15, height: 7, size: 10, font: "F" },
      { text: "c", x: 30, y: 3, width: 5, height: 7, size: 10, font: "F" },
    ]);
    expect(
      buildWords([letter("a", 0), letter("-", 5), letter("b", 0, 78)], view).map(
        ({ text }) => text,
      ),
    ).toEqual(["a-", "b"]);
    expect(
      buildWords([letter("a", 0), letter("-", 5), letter("b", 10)], view).map(({ text }) => text),
    ).toEqual(["a-b"]);
  });

  test.each([
    ["as it is", [1, 0, 0, 1, 0, 0], { x: 10, y: 50, width: 20, height: 30 }],
    ["turned to the right", [0, 1, -1, 0, 200, 0], { x: 20, y: 10, width: 30, height: 20 }],
    ["upside down", [-1, 0, 0, -1, 200, 100], { x: 170, y: 20, width: 20, height: 30 }],
  ] as const)("with a box on the page %s", (_, toUser, box) => {
    const size = toUser[0] === 0 ? { width: 100, height: 200 } : view;
    const seen = viewBoxes({ ...view, ...size, toUser })([
      { left: 10, bottom: 20, right: 30, top: 50 },
    ]);
    expect(seen).toEqual(box);
  });
});
