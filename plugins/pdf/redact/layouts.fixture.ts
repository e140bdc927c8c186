import { stream, writePdf } from "../sample.ts";

/** A page with parts of the term "Jane Featherstone", or of another one. */
export interface TermLayout {
  bytes: Uint8Array<ArrayBuffer>;
  terms?: string[];
  /** Further fields of the request. */
  body?: Record<string, unknown>;
  /** Text that must be gone unless the response reports a split term. */
  gone?: RegExp;
  /** Text that must be left. */
  left?: RegExp;
  /** Whether the parts have no known order, so that the response must report them. */
  isSplit?: boolean;
}

const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

/** Builds a document of these pages, of 400 × 400 points with the fonts F and G. */
export function writePages(
  pages: readonly string[],
  page = "",
  catalog = "",
): Uint8Array<ArrayBuffer> {
  const numbers = pages.map((_, index) => 5 + 2 * index);
  return writePdf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Count ${pages.length}/Kids[${numbers.map((number) => `${number} 0 R`).join(" ")}]>>`,
    font,
    font.replace("Helvetica", "Times-Roman"),
    ...pages.flatMap((content, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Resources<</Font<</F 3 0 R/G 4 0 R>>>>/Contents ${6 + 2 * index} 0 R${page}>>`,
      stream(content),
    ]),
  ]);
}

type Style = { size?: number; font?: string; angle?: number };

/** Writes a line of text at a position. */
export function at(
  x: number,
  y: number,
  text: string,
  { size = 10, font = "F", angle = 0 }: Style = {},
) {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)].map((value) => value.toFixed(5));
  return `BT /${font} ${size} Tf ${cos} ${sin} ${-Number(sin)} ${cos} ${x} ${y} Tm (${text
    .replace(/[()\\]/g, "\\$&")
    .replaceAll("–", "\\226")
    .replaceAll("\u00AD", "\\255")}) Tj ET`;
}

interface Column {
  x: number;
  y?: number;
  leading?: number;
}

/** Writes lines below each other. */
export function column(
  lines: readonly string[],
  { x, y = 340, leading = 12 }: Column,
  style: Style = {},
) {
  return lines.map((line, index) => at(x, y - leading * index, line, style));
}

/** Writes columns line by line, from left to right. */
export function byRow(...columns: (readonly string[])[]): string {
  const rows = Math.max(...columns.map(({ length }) => length));
  return Array.from({ length: rows }, (_, row) =>
    columns.flatMap((lines) => lines[row] ?? []).join(" "),
  ).join("\n");
}

const lorem = [
  "the quick brown fox jumps",
  "over a lazy dog and then",
  "runs along the river bank",
  "until evening falls at last",
  "when all the birds go home",
];
const left = [
  "a letter that was signed",
  "in the office by Jane",
  "Featherstone on a Monday",
  "of the month of May",
];
const hyphened = [
  "a letter that was signed",
  "by Jane Feather-",
  "stone in the office",
  "of the month of May",
];
const jane = "Jane Featherstone";

function turn(lines: readonly string[], angle: number, from: [number, number]): string {
  const radians = (angle * Math.PI) / 180;
  return lines
    .map((line, index) => {
      const down = 12 * index;
      return at(from[0] + down * Math.sin(radians), from[1] - down * Math.cos(radians), line, {
        angle,
      });
    })
    .join("\n");
}

function turnedColumns(angle: number, from: [number, number]): string {
  const radians = (angle * Math.PI) / 180;
  const along = 150;
  const second: [number, number] = [
    from[0] + along * Math.cos(radians),
    from[1] + along * Math.sin(radians),
  ];
  const [one, other] = [turn(left, angle, from), turn(lorem, angle, second)].map((text) =>
    text.split("\n"),
  );
  return byRow(one ?? [], other ?? []);
}

const vertical = (text: string, x: number, y = 380, leading = 12) =>
  Array.from(text, (letter, index) => at(x, y - leading * index, letter)).join("\n");

const header = at(40, 380, "Quarterly report of the office", { size: 10 });
const footer = (page: number) => at(180, 20, `Page ${page} of 3`, { size: 10 });
const body = (last: string, first: string, more: { top?: string; bottom?: string } = {}) => [
  [more.top ?? "", ...column([...lorem, last], { x: 40 }), more.bottom ?? ""].join("\n"),
  [more.top ?? "", ...column([first, ...lorem], { x: 40 }), more.bottom ?? ""].join("\n"),
];

/** Layouts over which a term is broken. */
export const termLayouts: Readonly<Record<string, TermLayout>> = {
  "two columns, by row": {
    bytes: writePages([byRow(column(left, { x: 40 }), column(lorem, { x: 220 }))]),
  },
  "two columns, by column": {
    bytes: writePages([[...column(lorem, { x: 40 }), ...column(left, { x: 220 })].join("\n")]),
  },
  "the right column": {
    bytes: writePages([byRow(column(lorem, { x: 40 }), column(left, { x: 220 }))]),
  },
  "the middle of three columns": {
    bytes: writePages([
      byRow(column(lorem, { x: 10 }), column(left, { x: 140 }), column(lorem, { x: 270 })),
    ]),
  },
  "columns with a narrow gap": {
    bytes: writePages([byRow(column(left, { x: 40 }), column(lorem, { x: 166 }))]),
  },
  "columns whose lines are at different heights": {
    bytes: writePages([byRow(column(left, { x: 40 }), column(lorem, { x: 200, y: 334 }))]),
  },
  "columns of different print": {
    bytes: writePages([
      byRow(column(left, { x: 40 }), column(lorem, { x: 200 }, { size: 8, font: "G" })),
    ]),
  },
  "columns painted from the bottom": {
    bytes: writePages([
      byRow(column(left, { x: 40 }).toReversed(), column(lorem, { x: 220 }).toReversed()),
    ]),
  },
  "columns painted from the right": {
    bytes: writePages([byRow(column(lorem, { x: 220 }), column(left, { x: 40 }))]),
  },
  "columns with wide leading": {
    bytes: writePages([
      byRow(column(left, { x: 40, leading: 22 }), column(lorem, { x: 220, leading: 22 })),
    ]),
  },
  "a hyphen in two columns": {
    bytes: writePages([byRow(column(hyphened, { x: 40 }), column(lorem, { x: 220 }))]),
    left: /signed/,
  },
  "a soft hyphen in two columns": {
    bytes: writePages([
      byRow(
        column(
          hyphened.map((line) => line.replace("-", "\u00AD")),
          { x: 40 },
        ),
        column(lorem, { x: 220 }),
      ),
    ]),
  },
  "a dash in two columns": {
    bytes: writePages([
      byRow(
        column(
          hyphened.map((line) => line.replace("-", "–")),
          { x: 40 },
        ),
        column(lorem, { x: 220 }),
      ),
    ]),
  },
  "a word broken without a hyphen": {
    bytes: writePages([
      byRow(column(["signed by Jane", "Feather", "stone"], { x: 40 }), column(lorem, { x: 220 })),
    ]),
  },
  "a name with a hyphen of its own": {
    bytes: writePages([
      byRow(
        column(["signed by Anna Mueller-", "Luedenscheid in May"], { x: 40 }),
        column(lorem, { x: 220 }),
      ),
    ]),
    terms: ["Mueller-Luedenscheid"],
    gone: /Mueller|Luedenscheid/,
  },
  "a name with a hyphen that is broken elsewhere": {
    bytes: writePages([
      byRow(
        column(["signed by Mueller-Lueden-", "scheid in May"], { x: 40 }),
        column(lorem, { x: 220 }),
      ),
    ]),
    terms: ["Mueller-Luedenscheid"],
    gone: /Mueller|scheid/,
  },
  "a table cell": {
    bytes: writePages([
      byRow(
        column(["Name: Jane", "Featherstone"], { x: 40 }),
        column(["Date: 2026", "Berlin"], { x: 220 }),
      ),
    ]),
  },
  "a table cell of one word a line": {
    bytes: writePages([
      byRow(
        column(["Maria", "Jane", "Featherstone", "Smith"], { x: 40 }),
        column(lorem, { x: 120 }),
      ),
    ]),
    terms: ["Maria Jane Featherstone Smith"],
    gone: /Maria|Jane|Featherstone|Smith/,
  },
  "a right-aligned cell": {
    bytes: writePages([
      byRow(
        [at(90, 340, "Jane"), at(54, 328, "Featherstone")],
        column(["Berlin", "2026"], { x: 160 }),
      ),
    ]),
  },
  "a centred cell": {
    bytes: writePages([
      byRow(
        [at(74, 340, "Jane"), at(56, 328, "Featherstone")],
        column(["Berlin", "2026"], { x: 160 }),
      ),
    ]),
  },
  "cells of one row, painted by column": {
    bytes: writePages([
      [
        ...column(["First", "Anna", "Jane", "Bob"], { x: 40, leading: 20 }),
        ...column(["Last", "Meyer", "Featherstone", "Smith"], { x: 160, leading: 20 }),
      ].join("\n"),
    ]),
  },
  "cells with lines between": {
    bytes: writePages([
      `40 300 m 360 300 l S ${byRow(column(["Jane", "Featherstone"], { x: 44 }), column(["Berlin", "Mitte"], { x: 160 }))}`,
    ]),
  },
  "a label and its value in two lines": {
    bytes: writePages([
      [...column(["First name: Jane", "Last name: Featherstone", "City: Berlin"], { x: 40 })].join(
        "\n",
      ),
    ]),
    isSplit: true,
  },
  "labels in a column of their own": {
    bytes: writePages([
      byRow(
        column(["First name", "Last name", "City"], { x: 40, leading: 16 }),
        column(["Jane", "Featherstone", "Berlin"], { x: 150, leading: 16 }),
      ),
    ]),
  },
  "cells with another between them": {
    bytes: writePages([
      [at(40, 340, "Jane"), at(140, 340, "Dr"), at(220, 340, "Featherstone")].join("\n"),
    ]),
    isSplit: true,
  },
  "cells in two rows of two columns": {
    bytes: writePages([
      [
        at(220, 340, "Jane"),
        at(40, 200, "Berlin"),
        at(40, 324, "Featherstone"),
        at(220, 200, "Bonn"),
      ].join("\n"),
    ]),
    isSplit: true,
  },
  "the end of a column": {
    bytes: writePages([
      byRow(
        column([...lorem.slice(0, 3), "and signed by Jane"], { x: 40 }),
        column(["Featherstone of the office", ...lorem.slice(0, 3)], { x: 220 }),
      ),
    ]),
  },
  "the end of a column above a footnote": {
    bytes: writePages([
      [
        ...column([...lorem.slice(0, 3), "and signed by Jane"], { x: 40 }),
        at(40, 280, "1 See the annex for the list", { size: 7 }),
        ...column(["Featherstone of the office", ...lorem.slice(0, 3)], { x: 220 }),
      ].join("\n"),
    ]),
  },
  "a column with a heading over both": {
    bytes: writePages([
      [
        at(40, 370, "An article about the office", { size: 18 }),
        ...column([...lorem.slice(0, 3), "and signed by Jane"], { x: 40 }),
        ...column(["Featherstone of the office", ...lorem.slice(0, 3)], { x: 220 }),
      ].join("\n"),
    ]),
  },
  "a hyphen at the end of a column": {
    bytes: writePages([
      byRow(
        column([...lorem.slice(0, 3), "signed by Jane Feather-"], { x: 40 }),
        column(["stone of the office", ...lorem.slice(0, 3)], { x: 220 }),
      ),
    ]),
  },
  "cells at the ends of two columns": {
    bytes: writePages([
      byRow(
        column(["Berlin", "Bonn", "Jane"], { x: 40 }),
        column(["Featherstone", "Hill", "Weber"], { x: 220 }),
      ),
    ]),
    isSplit: true,
  },
  "a column around a picture": {
    bytes: writePages([
      [
        ...column([...lorem.slice(0, 3), "and signed by Jane"], { x: 40 }),
        ...column(["Featherstone of the office", ...lorem.slice(0, 3)], { x: 40, y: 150 }),
      ].join("\n"),
    ]),
  },
  "a column around a heading": {
    bytes: writePages([
      [
        ...column([...lorem.slice(0, 3), "and signed by Jane"], { x: 40 }),
        at(40, 280, "An advertisement", { size: 16 }),
        ...column(["Featherstone of the office", ...lorem.slice(0, 3)], { x: 40, y: 260 }),
      ].join("\n"),
    ]),
  },
  "a page break": { bytes: writePages(body("and signed by Jane", "Featherstone of the office")) },
  "a page break with a hyphen": {
    bytes: writePages(body("signed by Jane Feather-", "stone of the office")),
  },
  "a page break with a header": {
    bytes: writePages(body("and signed by Jane", "Featherstone of the office", { top: header })),
  },
  "a page break with page numbers": {
    bytes: writePages(
      body("and signed by Jane", "Featherstone of the office").map(
        (page, index) => `${header} ${page} ${footer(index + 1)}`,
      ),
    ),
  },
  "a page break with page numbers near the text": {
    bytes: writePages(
      body("and signed by Jane", "Featherstone of the office").map(
        (page, index) =>
          `${at(40, 352, `Chapter ${index + 1}`)} ${page} ${at(40, 262, `Page ${index + 1}`)}`,
      ),
    ),
  },
  "a page break with headers of three pages": {
    bytes: writePages(
      [
        column(lorem, { x: 40 }),
        ...body("and signed by Jane", "Featherstone of the office").map((page) => [page]),
      ].map((lines, index) => `${header} ${lines.join("\n")} ${footer(index + 1)}`),
    ),
  },
  "a page break with a footnote": {
    bytes: writePages(
      body("and signed by Jane", "Featherstone of the office").map(
        (page) => `${page} ${at(40, 60, "1 See the annex for the list", { size: 7 })}`,
      ),
    ),
  },
  "a page break of two columns": {
    bytes: writePages([
      byRow(
        column(lorem, { x: 40 }),
        column([...lorem.slice(0, 3), "and signed by Jane"], { x: 220 }),
      ),
      byRow(column(["Featherstone of the office", ...lorem], { x: 40 }), column(lorem, { x: 220 })),
    ]),
  },
  "a page break in a table cell below its heading": {
    bytes: writePages(
      [
        ["one", "Jane"],
        ["Featherstone", "two"],
      ].map((names) =>
        byRow(
          column(["Name", ...names], { x: 40, leading: 16 }),
          column(["City", "Berlin", "Bonn"], { x: 200, leading: 16 }),
        ),
      ),
    ),
  },
  "a page break in a word of three": {
    bytes: writePages(body("signed by Maria Jane", "Featherstone of the office")),
    terms: ["Maria Jane Featherstone"],
    gone: /Maria|Jane|Featherstone/,
  },
  "a page break with different headers": {
    bytes: writePages([
      [
        ...column([...lorem, "and signed by Jane"], { x: 40 }),
        at(40, 268, "Continued overleaf"),
      ].join("\n"),
      [
        at(40, 352, "The second chapter"),
        ...column(["Featherstone of the office", ...lorem], { x: 40 }),
      ].join("\n"),
    ]),
    isSplit: true,
  },
  "the last name first": {
    bytes: writePages([at(60, 340, "Signed by Featherstone, Jane and a witness")]),
  },
  "letters down the page": {
    bytes: writePages([vertical("Featherstone", 60)]),
    terms: ["Featherstone"],
    gone: /F\s*e\s*a\s*t\s*h\s*e\s*r/,
  },
  "letters down the margin of text": {
    bytes: writePages([
      byRow(
        vertical("Featherstone", 30, 340).split("\n"),
        column([...lorem, ...lorem, ...lorem], { x: 60 }),
      ),
    ]),
    terms: ["Featherstone"],
    gone: /F.*e.*a.*t.*h.*e.*r.*s.*t.*o.*n.*e/s,
    left: /quick/,
  },
  "letters down the page, two names beside each other": {
    bytes: writePages([
      byRow(vertical("Jonathan", 60).split("\n"), vertical("Benjamin", 90).split("\n")),
    ]),
    terms: ["Jonathan"],
    gone: /J\s+o|J\s*B\s*o/,
    left: /B/,
  },
  "letters far below each other": {
    bytes: writePages([vertical("Johnny", 60, 380, 30)]),
    terms: ["Johnny"],
    gone: /J\s*o\s*h/,
  },
  "letters of a staircase": {
    bytes: writePages([
      Array.from("Johnny", (letter, index) => at(60 + 14 * index, 340 - 14 * index, letter)).join(
        "\n",
      ),
    ]),
    terms: ["Johnny"],
    isSplit: true,
  },
  "letters on a circle": {
    bytes: writePages([
      Array.from("Featherstone", (letter, index) =>
        at(
          200 + 60 * Math.sin((index * Math.PI) / 6),
          200 + 60 * Math.cos((index * Math.PI) / 6),
          letter,
          { angle: -30 * index },
        ),
      )
        .toReversed()
        .join("\n"),
    ]),
    terms: ["Featherstone"],
    isSplit: true,
  },
  "a large initial": {
    bytes: writePages([
      [
        at(40, 316, "J", { size: 34 }),
        at(58, 332, "ane Featherstone signed"),
        at(58, 320, "a letter in the office"),
        ...column(lorem, { x: 40, y: 304 }),
      ].join("\n"),
    ]),
    gone: /\bane\b|Featherstone/,
  },
  "small capitals": {
    bytes: writePages([
      [
        at(40, 340, "J", { size: 12 }),
        at(46, 340, "ANE", { size: 9 }),
        at(70, 340, "F", { size: 12 }),
        at(77.4, 340, "EATHERSTONE", { size: 9 }),
      ].join("\n"),
    ]),
    gone: /ANE|EATHERSTONE/,
  },
  "a raised ending": {
    bytes: writePages([[at(40, 340, "Feather"), at(75, 345, "stone", { size: 6 })].join("\n")]),
    terms: ["Featherstone"],
    gone: /Feather|stone/,
  },
  "columns turned by 90 degrees": { bytes: writePages([turnedColumns(90, [100, 40])]) },
  "columns turned by 270 degrees": { bytes: writePages([turnedColumns(270, [300, 360])]) },
  "columns upside down": { bytes: writePages([turnedColumns(180, [360, 60])]) },
  "columns at an angle": { bytes: writePages([turnedColumns(20, [60, 160])]) },
  "columns on a turned page": {
    bytes: writePages([byRow(column(left, { x: 40 }), column(lorem, { x: 220 }))], "/Rotate 90"),
  },
  "tagged columns by row": {
    bytes: writePages(
      [
        byRow(
          column(left, { x: 40 }).map((line) => `/P <</MCID 0>> BDC ${line} EMC`),
          column(lorem, { x: 220 }).map((line) => `/P <</MCID 1>> BDC ${line} EMC`),
        ),
      ],
      "",
      "/MarkInfo<</Marked true>>",
    ),
  },
  "a list with hanging indents": {
    bytes: writePages([
      byRow(
        [at(40, 340, "1."), at(56, 340, "signed by Jane"), at(56, 328, "Featherstone in May")],
        column(lorem, { x: 220 }),
      ),
    ]),
  },
  "justified text in columns": {
    bytes: writePages([
      byRow(
        [
          "BT /F 10 Tf 6 Tw 1 0 0 1 40 340 Tm (a letter signed by Jane) Tj ET",
          ...column(["Featherstone of the office", "in the month of May"], { x: 40, y: 328 }),
        ],
        column(lorem, { x: 240 }),
      ),
    ]),
  },
  "footnotes beside each other": {
    bytes: writePages([
      byRow(
        column(
          ["1 Signed by Jane", "Featherstone in May"],
          { x: 40, y: 60, leading: 8 },
          { size: 7 },
        ),
        column(["2 See the annex", "for the list"], { x: 200, y: 60, leading: 8 }, { size: 7 }),
      ),
    ]),
  },
  "an address in columns": {
    bytes: writePages([
      byRow(
        column(["the address is jane.feather-", "stone@example.com"], { x: 40 }),
        column(lorem, { x: 240 }),
      ),
    ]),
    terms: [],
    body: { presets: ["email"] },
    gone: /stone@/,
  },
  "an account number in a cell": {
    bytes: writePages([
      byRow(
        column(["DE89 3704 0044", "0532 0130 00"], { x: 40 }),
        column(["Bank", "Berlin"], { x: 200 }),
      ),
    ]),
    terms: [],
    body: { presets: ["iban"] },
    gone: /DE89|0532/,
  },
  "a card number over a page break": {
    bytes: writePages(body("paid with 4111 1111", "1111 1111 on a Monday")),
    terms: [],
    body: { presets: ["credit_card"] },
    gone: /1111/,
  },
  "an expression in columns": {
    bytes: writePages([
      byRow(
        column(["the number is", "AB 12 for all", "others"], { x: 40 }),
        column(lorem, { x: 220 }),
      ),
    ]),
    terms: [],
    body: { regex: ["is AB \\d+"] },
    gone: /AB 12/,
  },
  "a right-to-left reading of Latin columns": {
    bytes: writePages([byRow(column(lorem, { x: 40 }), column(left, { x: 220 }))]),
    body: { case_sensitive: true },
  },
  "whole words in columns": {
    bytes: writePages([byRow(column(left, { x: 40 }), column(lorem, { x: 220 }))]),
    body: { whole_word: true },
  },
};

/** Finds the parts of the usual term. */
export const usualParts = /Jane|Feather|stone/;
export const usualTerm = jane;
