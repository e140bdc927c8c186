import bidiFactory from "bidi-js";

const bidi = bidiFactory();

export type Direction = "ltr" | "rtl";

// Letters written from right to left, and the marks and controls that say so.
const rightToLeft =
  /[\u0590-\u08FF\u200F\u202B\u202E\u2067\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** The embedding level of each UTF-16 unit of a paragraph, after UAX 9, and that of the whole. */
export function levelsOf(
  paragraph: string,
  direction: Direction | "auto",
): { levels: Uint8Array; base: number } {
  if (direction !== "rtl" && !rightToLeft.test(paragraph))
    return { levels: new Uint8Array(paragraph.length), base: 0 };
  const { levels, paragraphs } = bidi.getEmbeddingLevels(fewIsolates(paragraph), direction);
  return { levels, base: paragraphs[0]?.level ?? (direction === "rtl" ? 1 : 0) };
}

// bidi-js goes through all isolates for each: no text that is read has as many.
const isolatesMax = 1000;

/** The same paragraph, where isolates from the thousandth on are nothing: U+200B is neutral. */
function fewIsolates(paragraph: string): string {
  let count = 0;
  return paragraph.replace(/[\u2066-\u2069]/g, (one) => (++count > isolatesMax ? "\u200B" : one));
}

/** What is written in order, put into the order in which it stands from left to right: UAX 9, L2. */
export function visualRuns<Run extends { level: number }>(line: readonly Run[]): Run[] {
  const order = [...line];
  let [lowest, highest] = [127, 0];
  for (const { level } of order) {
    if (level % 2 === 1 && level < lowest) lowest = level;
    if (level > highest) highest = level;
  }
  for (let level = highest; level >= lowest; level--) turnFrom(order, level);
  return order;
}

/** The same back: what stands from left to right, put into the order in which it is read. */
export function logicalRuns<Run extends { level: number }>(line: readonly Run[]): Run[] {
  const order = [...line];
  const highest = Math.max(0, ...order.map(({ level }) => level));
  for (let level = 1; level <= highest; level++) turnFrom(order, level);
  return order;
}

/** Turns round each stretch of a level and of those above it. */
function turnFrom(order: { level: number }[], level: number): void {
  const isWithin = (at: number) => (order[at]?.level ?? -1) >= level;
  for (let start = 0; start < order.length; start++) {
    if (!isWithin(start)) continue;
    let end = start;
    while (isWithin(end)) end++;
    turnRound(order, start, end);
    start = end;
  }
}

function turnRound(order: unknown[], start: number, end: number): void {
  for (let [first, last] = [start, end - 1]; first < last; first++, last--)
    [order[first], order[last]] = [order[last], order[first]];
}

/** A text with its brackets turned round, as it is drawn from right to left: UAX 9, L4. */
export function mirror(text: string): string {
  return [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join("");
}
