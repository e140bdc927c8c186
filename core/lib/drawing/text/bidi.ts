import bidiFactory from "bidi-js";

const bidi = bidiFactory();

export type Direction = "ltr" | "rtl";

// Right-to-left letters, and the control characters for that direction.
const rightToLeft = /[\u0590-\u08FF\u200F\u202B\u202E\u2067\uFB1D-\uFDFF\uFE70-\uFEFF]/;
const rarelyRightToLeft = /[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Returns the embedding level of each UTF-16 unit of a paragraph, as defined in UAX 9, and the base level.
 */
export function computeLevels(
  paragraph: string,
  direction: Direction | "auto",
): { levels: Uint8Array; base: number } {
  if (direction !== "rtl" && !(rightToLeft.test(paragraph) || rarelyRightToLeft.test(paragraph)))
    return { levels: new Uint8Array(paragraph.length), base: 0 };
  const { levels, paragraphs } = bidi.getEmbeddingLevels(limitIsolates(paragraph), direction);
  return { levels, base: paragraphs[0]?.level ?? (direction === "rtl" ? 1 : 0) };
}

// bidi-js is quadratic in the number of isolates. No real text has this many.
const isolatesMax = 1000;

/** Replaces isolates beyond the limit with U+200B, which is neutral. */
function limitIsolates(paragraph: string): string {
  let count = 0;
  return paragraph.replace(/[\u2066-\u2069]/g, (one) => (++count > isolatesMax ? "\u200B" : one));
}

/** Reorders runs from logical to visual order (UAX 9, rule L2). */
export function visualRuns<Run extends { level: number }>(line: readonly Run[]): Run[] {
  const ordered = [...line];
  let [lowest, highest] = [127, 0];
  for (const { level } of ordered) {
    if (level % 2 === 1 && level < lowest) lowest = level;
    if (level > highest) highest = level;
  }
  for (let level = highest; level >= lowest; level--) reverseLevel(ordered, level);
  return ordered;
}

/** Reorders runs from visual to logical order. */
export function logicalRuns<Run extends { level: number }>(line: readonly Run[]): Run[] {
  const ordered = [...line];
  const highest = Math.max(0, ...ordered.map(({ level }) => level));
  for (let level = 1; level <= highest; level++) reverseLevel(ordered, level);
  return ordered;
}

/** Reverses each sequence of runs at a level or above. */
function reverseLevel(runs: { level: number }[], level: number): void {
  const isWithin = (at: number) => (runs[at]?.level ?? -1) >= level;
  for (let start = 0; start < runs.length; start++) {
    if (!isWithin(start)) continue;
    let end = start;
    while (isWithin(end)) end++;
    reverseRange(runs, start, end);
    start = end;
  }
}

function reverseRange(items: unknown[], start: number, end: number): void {
  for (let [first, last] = [start, end - 1]; first < last; first++, last--)
    [items[first], items[last]] = [items[last], items[first]];
}

/** Mirrors the brackets of a text for right-to-left display (UAX 9, rule L4). */
export function mirror(text: string): string {
  return [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join("");
}
