import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { isFullDepth, json, testHub } from "hub/testing";
import { at, byRow, column, writePages } from "../redact/layouts.fixture.ts";
import { buildRandomLayout, type RandomLayout } from "../redact/random-layouts.fixture.ts";
import { stream, writePdf } from "../sample.ts";

// Engines start slowly on a busy machine.
setDefaultTimeout(300_000);

const hub = await testHub(`${import.meta.dir}/..`);

async function extract(bytes: Uint8Array, body: Record<string, unknown> = {}): Promise<string> {
  const request = { file_base64: bytes.toBase64(), dehyphenate: false, ...body };
  const { pages } = await json(await hub.post("/api/pdf/extract-text", request));
  return pages[0].text;
}

/** Two to four upright columns, drawn by line, row, word or letter, or in random order. */
const layouts = Array.from({ length: 160 }, (_, seed) => ({ seed, ...buildRandomLayout(seed) }))
  .filter(({ isUpright, columns }) => isUpright && columns > 1)
  .slice(0, 40)
  // The footer of this page is as near as a line of its columns.
  .filter(({ seed }) => seed !== 148);

/** Returns the lines of a text without those around the columns. */
function dropMargins(lines: readonly string[], layout: RandomLayout): string[] {
  const margins = layout.lines.filter(({ isMargin }) => isMargin);
  return lines.filter(
    (line) =>
      line !== "" && margins.reduce((rest, { text }) => rest.replaceAll(text, ""), line).trim(),
  );
}

describe("reads the columns of a page", () => {
  // By default one page of each order. The letters of seed 119 are spaced out.
  const usual = layouts.filter(({ seed }) => [0, 2, 3, 20, 119].includes(seed));
  test.each(isFullDepth ? layouts : usual)(
    "one after the other, drawn by $order: seed $seed",
    async (layout) => {
      const expected = layout.lines
        .filter(({ page, isMargin }) => page === 1 && !isMargin)
        .map(({ text }) => text);
      const text = await extract(layout.bytes);
      expect(dropMargins(text.split("\n"), layout)).toEqual(expected);
      const markdown = await extract(layout.bytes, { format: "markdown" });
      const lines = markdown.split("\n").map((line) => line.replace(/^#+ |\\/g, ""));
      expect(dropMargins(lines, layout).join(" ")).toBe(expected.join(" "));
    },
  );
});

const left = ["a letter that was signed", "in the office by the mayor", "on a day of last month"];
const right = [
  "the quick brown fox jumps",
  "over a lazy dog and then",
  "runs along the river bank",
];

test("reads the sections above a heading first, but not those around a quotation", async () => {
  const page = (end: string) =>
    writePages([
      [
        byRow(column(left, { x: 40 }), column([...right.slice(1), end], { x: 220 })),
        at(120, 280, "A new law for all of us", { size: 16 }),
        byRow(column(right, { x: 40, y: 255 }), column(left, { x: 220, y: 255 })),
      ].join("\n"),
    ]);
  const above = [...left, ...right.slice(1)];
  const heading = "A new law for all of us";
  expect((await extract(page("to the sea again."))).split("\n")).toEqual([
    ...above,
    "to the sea again.",
    heading,
    ...right,
    ...left,
  ]);
  expect((await extract(page("to the sea and its"))).split("\n")).toEqual([
    ...left,
    ...right,
    ...right.slice(1),
    "to the sea and its",
    ...left,
    heading,
  ]);
});

const cells = [
  ["Name", "Use of the room", "Price a day"],
  ["Hall", "Concerts and plays", "90.00"],
  ["Attic", "Talks for few guests", "20.00"],
  ["Cellar", "Storage of old wine", "9.00"],
];

test.each<[string, string, string]>([
  [
    "a table that is drawn row by row",
    cells
      .flatMap((row, y) => row.map((cell, x) => at(40 + 130 * x, 340 - 14 * y, cell)))
      .join("\n"),
    cells.map((row) => row.join(" ")).join("\n"),
  ],
  [
    "a table in lower case",
    [
      ["type of the wood", "used in the house"],
      ["oak from the south", "doors and high windows"],
      ["pine from the north", "floors and some tables"],
      ["birch from the hills", "chairs for the kitchen"],
    ]
      .flatMap((row, y) => row.map((cell, x) => at(40 + 140 * x, 340 - 14 * y, cell)))
      .join("\n"),
    "type of the wood used in the house\noak from the south doors and high windows\npine from the north floors and some tables\nbirch from the hills chairs for the kitchen",
  ],
  [
    "cells of two lines",
    [
      ["blue whale of", "all of the seas", "largest animal that", "ever lived on earth"],
      ["red fox of the", "north of the land", "hunts mice in deep", "snow at night time"],
      ["grey owl of all", "of the old woods", "sleeps all day and", "flies by night only"],
    ]
      .map(([a = "", b = "", c = "", d = ""], row) => {
        const y = 340 - 34 * row;
        return byRow(column([a, b], { x: 40, y }), column([c, d], { x: 140, y }));
      })
      .join("\n"),
    "blue whale of largest animal that\nall of the seas ever lived on earth\nred fox of the hunts mice in deep\nnorth of the land snow at night time\ngrey owl of all sleeps all day and\nof the old woods flies by night only",
  ],
  [
    "a glossary",
    [
      ["Blue whale of the sea", "Largest animal that ever lived"],
      ["Red fox of the north", "Hunts mice in the deep snow"],
      ["Grey owl of the woods", "Sleeps all day and flies by night"],
      ["Old oak on the hill", "Feeds more than 500 kinds of insects"],
    ]
      .flatMap(([term = "", text = ""], y) => [
        at(40, 340 - 14 * y, term),
        at(200, 340 - 14 * y, text),
      ])
      .join("\n"),
    [
      "Blue whale of the sea Largest animal that ever lived",
      "Red fox of the north Hunts mice in the deep snow",
      "Grey owl of the woods Sleeps all day and flies by night",
      "Old oak on the hill Feeds more than 500 kinds of insects",
    ].join("\n"),
  ],
  [
    "lines that are printed over others",
    [...column(left, { x: 40 }), ...column(right, { x: 43 })].join("\n"),
    [...left, ...right].join("\n"),
  ],
  [
    "columns drawn from the right",
    [...column(right, { x: 220 }), ...column(left, { x: 40 })].join("\n"),
    [...right, ...left].join("\n"),
  ],
  [
    "leaders and single letters",
    [
      at(40, 340, "1 Introduction . . . . . . . . . . . . 1"),
      at(40, 320, "Example { 1 2 3 4 }"),
    ].join("\n"),
    "1 Introduction . . . . . . . . . . . . 1\nExample { 1 2 3 4 }",
  ],
])("returns %s as drawn", async (_, content, expected) => {
  expect(await extract(writePages([content]))).toBe(expected);
});

describe("of a tagged page, reads", () => {
  /** Tags lines, and lists the identifiers of their tags in order. */
  const tag = (lines: readonly string[], ids: readonly number[]) =>
    writePdf([
      "<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R>>",
      "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R/StructParents 0>>",
      stream(lines.join("\n")),
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
      `<</Type/StructTreeRoot/K 7 0 R/ParentTree<</Nums[0[${ids.map(() => "7 0 R").join(" ")}]]>>>>`,
      `<</Type/StructElem/S/P/P 6 0 R/Pg 3 0 R/K[${ids.join(" ")}]>>`,
    ]);
  const mark = (id: number, line: string) => `/P <</MCID ${id}>> BDC ${line} EMC`;
  const lines = ["third", "first", "second"].map((text, index) =>
    mark(index, at(40, 340 - 12 * index, text)),
  );
  const footer = `/Artifact BMC ${at(40, 20, "Page 1")} EMC`;

  test("the tags in their order, and a footer last", async () => {
    const bytes = tag([...lines, footer], [1, 2, 0]);
    expect(await extract(bytes)).toBe("first\nsecond\nthird\nPage 1");
    expect(await extract(bytes, { format: "markdown" })).toContain("second");
  });

  test("the content order if tags omit text", async () => {
    expect(await extract(tag(lines, [1, 2]))).toBe("third\nfirst\nsecond");
    const untagged = at(40, 20, "Page 1");
    expect(await extract(tag([...lines, untagged], [1, 2, 0]))).toBe(
      "third\nfirst\nsecond\nPage 1",
    );
  });

  test("columns that are drawn row by row as tagged", async () => {
    const rows = left.flatMap((line, index) => [
      mark(2 * index, at(40, 340 - 12 * index, line)),
      mark(2 * index + 1, at(220, 340 - 12 * index, right[index] ?? "")),
    ]);
    expect(await extract(tag(rows, [1, 3, 5, 0, 2, 4]))).toBe([...right, ...left].join("\n"));
  });
});
