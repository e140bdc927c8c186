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
  const { levels, paragraphs } = bidi.getEmbeddingLevels(paragraph, direction);
  return { levels, base: paragraphs[0]?.level ?? (direction === "rtl" ? 1 : 0) };
}

/** What is written in order, put into the order in which it stands from left to right: UAX 9, L2. */
export function visualRuns<Run extends { level: number }>(line: readonly Run[]): Run[] {
  const order = [...line];
  const levels = order.map(({ level }) => level);
  const lowest = Math.min(...levels.filter((level) => level % 2 === 1), 127);
  for (let level = Math.max(0, ...levels); level >= lowest; level--)
    for (let start = 0; start < order.length; start++) {
      if (order[start]!.level < level) continue;
      let end = start;
      while (end < order.length && order[end]!.level >= level) end++;
      order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end;
    }
  return order;
}

/** A text with its brackets turned round, as it is drawn from right to left: UAX 9, L4. */
export function mirrored(text: string): string {
  return [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join("");
}
