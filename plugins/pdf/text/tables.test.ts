import { describe, expect, test } from "bun:test";
import { strFromU8, unzipSync } from "fflate";
import { json, testHub } from "hub/testing";
import { drawing } from "../redact/pages.fixture.ts";
import { stream, writePdf } from "../sample.ts";
import { parseAmount } from "./table-sums.ts";

const hub = await testHub(`${import.meta.dir}/..`);

/** Draws rows of cells, each at its distance from the left. */
function draw(rows: readonly (readonly [number, string][])[], size = 10) {
  const cells = rows.flatMap((row, index) =>
    row.map(([x, text]) => `BT /F ${size} Tf ${x} ${180 - 16 * index} Td (${text}) Tj ET`),
  );
  return drawing(cells.join("\n")).toBase64();
}

async function extract(file_base64: string, body: Record<string, unknown>) {
  return json(await hub.post("/api/pdf/extract-text", { file_base64, ...body }));
}

const priced = [
  [20, "Item"],
  [120, "Count"],
  [200, "Price, net"],
] satisfies [number, string][];
const withGap = draw([
  priced,
  [
    [20, "Roof"],
    [120, "1"],
    [200, "90.00"],
  ],
  [
    [20, "New door"],
    [200, "8.00"],
  ],
  [
    [20, "An order of roof and door"],
    [200, "98.00"],
  ],
  [
    [20, "Nail"],
    [120, "9"],
    [200, "1.00"],
  ],
]);

describe("a table", () => {
  test("is returned with empty cells and cells over several columns", async () => {
    const { tables } = await extract(withGap, { tables: "csv" });
    expect(tables).toHaveLength(1);
    const [{ cells, csv, box, ...rest }] = tables;
    expect(rest).toEqual({ page: 1, last_page: 1, rows: 5, columns: 3, sums: null });
    expect(csv.split(/\r?\n/).filter(Boolean)).toEqual([
      'Item,Count,"Price, net"',
      "Roof,1,90.00",
      "New door,,8.00",
      "An order of roof and door,,98.00",
      "Nail,9,1.00",
    ]);
    expect(cells.filter(({ row }: { row: number }) => row === 3)).toEqual([
      { row: 3, column: 0, column_span: 2, row_span: 1, text: "An order of roof and door" },
      { row: 3, column: 2, column_span: 1, row_span: 1, text: "98.00" },
    ]);
    expect(box.x).toBeCloseTo(20, -1);
  });

  test("is returned as JSON without CSV, and not unless it is asked for", async () => {
    expect((await extract(withGap, { tables: "json" })).tables[0]).not.toHaveProperty("csv");
    expect(await extract(withGap, {})).not.toHaveProperty("tables");
  });

  test("is written as Markdown if its columns are only a little apart", async () => {
    const row = (index: number): [number, string][] =>
      [0, 1, 2].map((column) => [20 + 45 * column, `r${index} c${column} x`]);
    const { pages } = await extract(draw([row(0), row(1), row(2)]), { format: "markdown" });
    expect(pages[0].text).toBe(
      [
        "| r0 c0 x | r0 c1 x | r0 c2 x |",
        "| --- | --- | --- |",
        "| r1 c0 x | r1 c1 x | r1 c2 x |",
        "| r2 c0 x | r2 c1 x | r2 c2 x |",
      ].join("\n"),
    );
  });

  test("is not made of justified text", async () => {
    const lines = ["one two three four", "five six seven eight", "nine ten eleven twelve"];
    const content = lines.map((line, at) => `1 0 0 1 20 ${180 - 12 * at} Tm (${line}) Tj`);
    const bytes = drawing(`BT /F 10 Tf 6 Tw ${content.join(" ")} ET`);
    const { pages, tables } = await extract(bytes.toBase64(), {
      format: "markdown",
      tables: "json",
    });
    expect(tables).toEqual([]);
    expect(pages[0].text).toBe(lines.join(" "));
  });

  test("ends at a paragraph that spans all of its columns", async () => {
    const file = draw([
      priced,
      [
        [20, "Roof"],
        [120, "1"],
        [200, "9.00"],
      ],
      [[20, "All prices of this list are without tax and delivery"]],
    ]);
    const { tables } = await extract(file, { tables: "json" });
    expect(tables[0].rows).toBe(2);
  });
});

/** Draws a line from one point to another. */
const rule = (...[x, y, toX, toY]: [number, number, number, number]) =>
  `${x} ${y} m ${toX} ${toY} l S`;
const write = (x: number, y: number, text: string) => `BT /F 9 Tf ${x} ${y} Td (${text}) Tj ET`;
const rows = ({ rows, columns, cells }: Extracted): string[][] => {
  const grid = Array.from({ length: rows }, () => Array<string>(columns).fill(""));
  for (const { row, column, text } of cells) grid[row]?.splice(column, 1, text);
  return grid;
};

interface Extracted {
  rows: number;
  columns: number;
  cells: { row: number; column: number; text: string }[];
}

/** Draws entries of an account below each other: date, lines of text, debit, credit and balance. */
function drawEntries(entries: readonly (readonly string[])[], from = 180): string {
  let y = from;
  return entries
    .flatMap(([date = "", text = "", ...amounts]) => {
      const lines = text.split("\n").map((line, index) => write(60, y - 11 * index, line));
      const cells = amounts.map((amount, index) =>
        write(205 + 55 * index - 5 * amount.length, y, amount),
      );
      const drawn = [write(20, y, date), ...lines, ...cells];
      y -= 11 * lines.length;
      return drawn;
    })
    .join("\n");
}

const head = ["Date", "Text", "Debit", "Credit", "Balance"];
const entries = [
  ["03.01.", "Opening", "", "", "100.00"],
  ["04.01.", "Card payment\nZurich ref 8812\nThank you", "45.10", "", "54.90"],
  ["05.01.", "Salary", "", "300.00", "354.90"],
  ["06.01.", "Rent\nStanding order", "250.00", "", "104.90"],
  ["07.01.", "Fee", "4.90", "", "100.00"],
];

describe("a statement without lines", () => {
  test("has one row for each entry, with the lines of its text", async () => {
    const file = drawing(drawEntries([head, ...entries])).toBase64();
    const { tables, warnings } = await extract(file, { tables: "json" });
    expect(tables).toHaveLength(1);
    expect(rows(tables[0])).toEqual([head, ...entries]);
    expect(tables[0].sums).toEqual({
      rule: "balance = previous + credit - debit",
      columns: [4, 3, 2],
      rows_checked: 4,
      wrong: [],
    });
    expect(warnings).toEqual([]);
  });

  test("names the balance that doesn't follow from the one before it", async () => {
    const wrong = entries.map((row, index) => (index < 4 ? row : [...row.slice(0, 4), "99.00"]));
    const file = drawing(drawEntries([head, ...wrong])).toBase64();
    const { tables, warnings } = await extract(file, { tables: "json" });
    expect(tables[0].sums.wrong).toEqual([{ row: 5, found: "99.00", expected: "100.00" }]);
    expect(warnings).toEqual(["wrong_sums"]);
  });

  test("is a workbook with numbers, merged cells and line breaks", async () => {
    const file = drawing(drawEntries([head, ...entries])).toBase64();
    const { xlsx } = await extract(file, { tables: "xlsx" });
    const files = unzipSync(Buffer.from(xlsx, "base64"));
    const sheet = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    expect(sheet).toContain("<v>45.1</v>");
    expect(strFromU8(files["xl/sharedStrings.xml"] ?? new Uint8Array())).toContain(
      "Zurich ref 8812",
    );
  });
});

test("a table over pages is one, without the repeated header", async () => {
  const [first, second] = [entries.slice(0, 2), entries.slice(2)].map((part) =>
    stream(drawEntries([head, ...part])),
  ) as [string, string];
  const page = (content: number) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 360 200]/Resources<</Font<</F 7 0 R>>>>/Contents ${content} 0 R>>`;
  const file = writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>",
    ...[page(5), page(6), first, second],
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
  ]).toBase64();
  const { tables } = await extract(file, { tables: "json" });
  expect(tables).toHaveLength(1);
  expect(tables[0]).toMatchObject({ page: 1, last_page: 2 });
  expect(rows(tables[0])).toEqual([head, ...entries]);
});

test("a table with lines has cells over columns and rows", async () => {
  const file = drawing(
    [
      ...[180, 160, 120, 100].map((y) => rule(20, y, 260, y)),
      rule(100, 140, 260, 140),
      ...[20, 100, 260].map((x) => rule(x, 180, x, 100)),
      rule(180, 160, 180, 100),
      ...[write(140, 166, "Amounts"), write(24, 136, "North"), write(24, 106, "South")],
      ...[write(104, 146, "10"), write(184, 146, "11"), write(104, 126, "20")],
      ...[write(184, 126, "21"), write(104, 106, "30"), write(184, 106, "31")],
    ].join("\n"),
  ).toBase64();
  const { tables } = await extract(file, { tables: "json" });
  expect(rows(tables[0])).toEqual([
    ["", "Amounts", ""],
    ["North", "10", "11"],
    ["", "20", "21"],
    ["South", "30", "31"],
  ]);
  expect(tables[0].cells.slice(0, 2)).toEqual([
    { row: 0, column: 1, column_span: 2, row_span: 1, text: "Amounts" },
    { row: 1, column: 0, column_span: 1, row_span: 2, text: "North" },
  ]);
});

test("text that is drawn letter by letter in rows over a whole page has no broken words", async () => {
  const letters = (x: number, y: number, word: string) =>
    Array.from(word, (letter, at) => write(x + 5 * at, y, letter));
  const content = Array.from({ length: 19 }, (_, row) => [
    ...letters(20, 188 - 10 * row, "Teapot"),
    ...letters(90, 188 - 10 * row, `${row + 10}.50`),
  ]);
  const { pages } = await extract(drawing(content.flat().join("\n")).toBase64(), {});
  expect(pages[0].text.split("\n").slice(0, 2).join(" ")).toContain("Teapot");
});

test.each([
  ["1,234.50", 123450],
  ["1.234,50 S", -123450],
  ["(12.00)", -1200],
  ["2 015.58-", -201558],
  ["7", 700],
  ["03.01.26", undefined],
  ["10-49", undefined],
])("the amount %p is %p hundredths", (text, expected) => {
  expect(parseAmount(text)).toBe(expected);
});
