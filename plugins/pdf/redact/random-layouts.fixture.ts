import { StandardFontEmbedder, StandardFonts } from "pdf-lib";
import { stream, writePdf } from "../sample.ts";

/** A random document in whose reading order a term is broken once. */
export interface RandomLayout {
  /** The random choices, for messages. */
  description: string;
  bytes: Uint8Array<ArrayBuffer>;
  term: string;
  /** The letters of the term: the middle of each, by page starting at 1. */
  letters: readonly { page: number; text: string; x: number; y: number }[];
  /** Whether its lines run from left to right without a slant. */
  isUpright: boolean;
  /** The number of columns of a page. */
  columns: number;
  /** The order in which it is drawn. */
  order: View["order"];
  /** The lines of its columns in reading order, and those around them. */
  lines: readonly { page: number; text: string; isMargin: boolean }[];
}

/** Builds columns that may overlap, with a term over a line, column or page break. */
export function buildRandomLayout(seed: number): RandomLayout {
  const dice = createDice(seed);
  const plan = planPages(dice);
  const lines = writeColumns(plan, dice);
  const inColumns = lines.length;
  addMargins(lines, plan, dice);
  const view = planView(dice);
  return {
    description: `seed ${seed}: ${JSON.stringify({ ...plan, columns: plan.columns.length, ...view })}`,
    bytes: writePages(drawPages(lines, { ...plan, ...view }, dice)),
    term: plan.cut.term,
    letters: lines.flatMap((line) => listPartLetters(line, view)),
    isUpright: view.angle === 0 && view.italic === 0 && view.slanted === 0,
    columns: plan.columns.length / plan.pages,
    order: view.order,
    lines: lines.map(({ page, text }, at) => ({ page: page + 1, text, isMargin: at >= inColumns })),
  };
}

/** Random choices from a seed. */
export interface Dice {
  between(low: number, high: number): number;
  integer(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** Returns whether an event of this probability happens. */
  chance(share: number): boolean;
}

/** Returns random choices from a seed (mulberry32). */
export function createDice(seed: number): Dice {
  let state = seed | 0;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + random() * (high - low);
  const integer = (low: number, high: number) => Math.floor(between(low, high + 1));
  return {
    between,
    integer,
    pick: (items) => items[integer(0, items.length - 1)] as (typeof items)[number],
    chance: (share) => random() < share,
  };
}

interface Style {
  size: number;
  font: "F" | "G";
  /** The width added to each letter, and to each space. */
  spacing: number;
  wordSpacing: number;
}

interface Line extends Style {
  /** Counted from 0. */
  page: number;
  x: number;
  y: number;
  text: string;
  /** The range of the term's letters. */
  part?: [number, number];
}

interface Column extends Style {
  page: number;
  x: number;
  y: number;
  width: number;
  leading: number;
  rows: number;
}

const cuts = [
  { before: "Jane", after: "Featherstone", term: "Jane Featherstone" },
  { before: "Jane Feather-", after: "stone", term: "Jane Featherstone" },
  { before: "Konrad-", after: "Zuse", term: "Konrad-Zuse" },
  { before: "Anna Maria", after: "Lopez", term: "Anna Maria Lopez" },
  { before: "Quetzal-", after: "coatl", term: "Quetzalcoatl" },
];

const embedders = {
  F: StandardFontEmbedder.for(StandardFonts.Helvetica as never),
  G: StandardFontEmbedder.for(StandardFonts.TimesRoman as never),
};

/** Returns the width of a text without kerning. */
function measure(text: string, { size, font, spacing, wordSpacing }: Style): number {
  return Array.from(text).reduce(
    (width, letter) =>
      width +
      embedders[font].widthOfTextAtSize(letter, size) +
      spacing +
      (letter === " " ? wordSpacing : 0),
    0,
  );
}

/** The area of the columns, in points. */
const [edge, width, top] = [60, 480, 520];

function planPages({ between, integer, pick, chance }: Dice) {
  const count = integer(1, 4);
  const pages = chance(0.35) ? 2 : 1;
  const size = between(7, 11);
  // The lines of overlapping columns lie between each other.
  const overlaps = chance(0.35);
  const isStaggered = chance(0.4);
  const gutter = (overlaps ? between(-4, -0.5) : between(0.35, 3)) * size;
  const leading = (overlaps ? between(2, 2.5) : between(1.05, 1.7)) * size;
  const rows = integer(4, 9);
  const own = (width - gutter * (count - 1)) / count;
  const columns = Array.from({ length: pages * count }, (_, index): Column => {
    const staggered = isStaggered ? between(0, size) : 0;
    return {
      page: Math.floor(index / count),
      x: edge + (index % count) * (own + gutter),
      y: top - (overlaps ? ((index % count) % 2) * 0.5 * leading : staggered),
      width: own,
      leading: leading * (isStaggered && !overlaps ? between(1, 1.2) : 1),
      rows: rows + (chance(0.3) ? integer(0, 2) : 0),
      size: size * (chance(0.2) && !overlaps ? between(0.92, 1.08) : 1),
      font: chance(0.2) ? "G" : "F",
      spacing: chance(0.1) ? between(0.5, 2) : 0,
      wordSpacing: 0,
    };
  });
  const at = integer(0, columns.length - 1);
  const crosses = at + 1 < columns.length && chance(0.4);
  return {
    size,
    pages,
    overlaps,
    leading,
    columns,
    /** The column of the break, and its row unless it is at the end. */
    at,
    row: crosses ? undefined : integer(0, (columns[at]?.rows ?? 2) - 2),
    cut: pick(cuts),
    alignment: chance(0.3) ? pick(["right", "centre", "justified", "indented", "spaced"]) : "left",
    hasMark: chance(0.08),
  };
}

type Plan = ReturnType<typeof planPages>;

const words =
  "the quick brown fox jumps over a lazy dog and runs along our river bank until evening falls when all birds go home again with some new plans for another year of work in that old garden near both hills".split(
    " ",
  );

function writeColumns(plan: Plan, dice: Dice): Line[] {
  const { columns, at, row, cut } = plan;
  return columns.flatMap((column, index) =>
    Array.from({ length: column.rows }, (_, number) => {
      const text = fill(column, dice);
      const isEnd = index === at && number === (row ?? column.rows - 1);
      const isStart = row === undefined ? index === at + 1 && number === 0 : false;
      const own: Pick<Line, "text" | "part"> = isEnd
        ? putWord(text, { word: cut.before, column, isLast: true })
        : isStart || (index === at && row !== undefined && number === row + 1)
          ? putWord(text, { word: cut.after, column, isLast: false })
          : { text };
      return align({ ...column, y: column.y - number * column.leading, ...own }, { plan, dice });
    }),
  );
}

function fill(column: Column, { pick, chance, between }: Dice): string {
  const most = column.width * (chance(0.4) ? between(0.55, 1) : 1);
  let text = pick(words);
  for (;;) {
    const longer = `${text} ${pick(words)}`;
    if (measure(longer, column) > most) return text;
    text = longer;
  }
}

/** Puts a word first or last into a text that fits into a column. */
function putWord(
  text: string,
  { word, column, isLast }: { word: string; column: Column; isLast: boolean },
): Required<Pick<Line, "text" | "part">> {
  const rest = text.split(" ");
  const join = () => (isLast ? [...rest, word] : [word, ...rest]).join(" ");
  while (rest.length > 0 && measure(join(), column) > column.width) rest.pop();
  const from = isLast ? join().length - word.length : 0;
  return { text: join(), part: [from, from + word.length] };
}

function align(
  line: Line & { width: number },
  { plan, dice }: { plan: Plan; dice: Dice },
): Line & { width: number } {
  const room = Math.max(0, line.width - measure(line.text, line));
  const gaps = line.text.split(" ").length - 1;
  switch (plan.alignment) {
    case "right":
      return { ...line, x: line.x + room };
    case "centre":
      return { ...line, x: line.x + room / 2 };
    case "justified":
      return { ...line, wordSpacing: gaps > 0 ? Math.min(room / gaps, 0.9 * line.size) : 0 };
    case "indented":
      return dice.chance(0.25) ? { ...line, x: line.x + 1.5 * line.size } : line;
    case "spaced":
      return line.part
        ? { ...line, spacing: Math.min(0.35 * line.size, room / line.text.length) }
        : line;
    default:
      return line;
  }
}

/** Adds headers, footers, footnotes, an initial, a quotation and a sidebar. */
function addMargins(
  lines: Line[],
  { size, pages, columns, leading, overlaps, hasMark, cut }: Plan,
  dice: Dice,
) {
  const { chance, integer } = dice;
  const plain = { size, font: "F" as const, spacing: 0, wordSpacing: 0 };
  const onPages = (line: (page: number) => Omit<Line, "page">) => {
    for (let page = 0; page < pages; page++) lines.push({ ...line(page), page });
  };
  const end = lines.find(({ part }) => part !== undefined);
  if (hasMark && end && !cut.before.endsWith("-"))
    lines.push({
      ...plain,
      page: end.page,
      size: 0.6 * end.size,
      x: end.x + measure(end.text, end),
      y: end.y + 0.35 * end.size,
      text: "1",
    });
  const [first] = lines;
  if (chance(0.12) && first)
    lines.push({
      ...plain,
      page: 0,
      size: 2.6 * size,
      x: first.x - 2.6 * size,
      y: first.y - size,
      text: "W",
    });
  if (chance(0.2) && !overlaps) {
    // A larger quotation interrupts all columns.
    const level = top - integer(2, 4) * leading - 0.5 * leading;
    for (const line of lines) if (line.y < level) line.y -= 5 * size;
    onPages(() => ({
      ...plain,
      size: 1.7 * size,
      x: 160,
      y: level - 3 * size,
      text: "Plans for a garden",
    }));
  }
  const bottom = Math.min(...lines.map(({ y }) => y));
  if (chance(0.3))
    onPages(() => ({ ...plain, x: edge, y: top + 3 * size, text: "Report of our club" }));
  if (chance(0.3))
    onPages((page) => ({
      ...plain,
      x: 280,
      y: bottom - 4 * size,
      text: `Page ${page + 1} of ${pages}`,
    }));
  if (chance(0.3))
    for (const { page, x } of columns.filter(() => chance(0.6)))
      lines.push({
        ...plain,
        page,
        x,
        y: bottom - 2 * size,
        size: 0.75 * size,
        text: "1 See our list",
      });
  if (chance(0.2))
    for (const [index, text] of ["More facts", "about it in", "our annex"].entries())
      lines.push({ ...plain, page: 0, x: 8, y: 470 - 9 * index, size: 7, text });
}

function planView({ chance, pick, integer }: Dice) {
  const kind = chance(0.6) ? pick(["quarter", "angle", "italic", "slanted"] as const) : "upright";
  const degrees = integer(5, 45) * pick([1, -1]);
  const tangent = Math.tan((Math.abs(degrees) * Math.PI) / 180);
  return {
    angle: kind === "quarter" ? pick([90, 180, 270]) : kind === "angle" ? degrees : 0,
    /** The slant of the letters, and of the lines. */
    italic: kind === "italic" ? tangent : 0,
    slanted: kind === "slanted" ? Math.min(tangent, 0.6) : 0,
    order: pick(["lines", "rows", "words", "letters", "shuffled"] as const),
  };
}

type View = ReturnType<typeof planView>;

/** Returns the matrix with which a text at a position is drawn. */
function computeMatrix({ angle, italic, slanted }: View, [x, y]: readonly [number, number]) {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const [right, up] = [x - 300, y - 300 + slanted * (x - 300)];
  return [
    cos - slanted * sin,
    sin + slanted * cos,
    italic * cos - sin,
    italic * sin + cos,
    300 + right * cos - up * sin,
    300 + right * sin + up * cos,
  ] as const;
}

function listPartLetters(line: Line, view: View): RandomLayout["letters"] {
  const [from, to] = line.part ?? [0, 0];
  return Array.from({ length: to - from }, (_, index) => {
    const text = line.text.charAt(from + index);
    const along = measure(line.text.slice(0, from + index), line);
    const half = measure(text, { ...line, spacing: 0 }) / 2;
    const [, , , , x, y] = computeMatrix(view, [line.x + along + half, line.y + 0.25 * line.size]);
    return { page: line.page + 1, text, x, y };
  }).filter(({ text }) => /\w/.test(text));
}

function drawPages(lines: readonly Line[], view: View & { pages: number }, dice: Dice): string[] {
  return Array.from({ length: view.pages }, (_, page) => {
    const own = lines.filter((line) => line.page === page);
    if (view.order === "rows") own.sort((one, other) => other.y - one.y || one.x - other.x);
    const drawn = own.flatMap((line) => drawLine(line, view));
    if (view.order === "shuffled")
      for (let index = drawn.length - 1; index > 0; index--) {
        const other = dice.integer(0, index);
        [drawn[index], drawn[other]] = [drawn[other] ?? "", drawn[index] ?? ""];
      }
    return drawn.join("\n");
  });
}

function drawLine(line: Line, view: View): string[] {
  const separator = {
    lines: undefined,
    rows: undefined,
    words: /(?<= )/,
    letters: "",
    shuffled: "",
  };
  const by = separator[view.order];
  let along = line.x;
  return (by === undefined ? [line.text] : line.text.split(by)).flatMap((piece) => {
    const matrix = computeMatrix(view, [along, line.y]).map((value) => value.toFixed(4));
    along += measure(piece, line);
    const style = `/${line.font} ${line.size.toFixed(2)} Tf ${line.spacing.toFixed(2)} Tc ${line.wordSpacing.toFixed(2)} Tw`;
    return piece.trim() === "" ? [] : [`BT ${style} ${matrix.join(" ")} Tm (${piece}) Tj ET`];
  });
}

function writePages(contents: readonly string[]): Uint8Array<ArrayBuffer> {
  const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
  return writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${contents.length}/Kids[${contents.map((_, index) => `${5 + 2 * index} 0 R`).join(" ")}]>>`,
    font,
    font.replace("Helvetica", "Times-Roman"),
    ...contents.flatMap((content, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[-200 -200 800 800]/Resources<</Font<</F 3 0 R/G 4 0 R>>>>/Contents ${6 + 2 * index} 0 R>>`,
      stream(content),
    ]),
  ]);
}
