/** The fonts in which badges are measured. */
export type Font =
  | "verdana-11px-normal"
  | "verdana-10px-normal"
  | "verdana-10px-bold"
  | "helvetica-11px-bold";

export type Widths = (text: string) => number;

type Range = readonly [first: number, last: number, width: number];

const loaded = new Map<Font, Widths>();

/** Loads the widths of a font as browsers render it, from the tables of the package anafanafo. */
export async function loadWidths(font: Font): Promise<Widths> {
  return loaded.get(font) ?? load(font);
}

async function load(font: Font): Promise<Widths> {
  // Uses `require` instead of `import`: otherwise Bun would return the module instead of the list
  // when the package requires the same file later.
  const { createRequire } = await import("node:module");
  const ranges: Range[] = createRequire(import.meta.url)(`anafanafo/data/${font}.json`);
  const characters = new Map<string, number>();
  const em = findWidth(ranges, "m") ?? 0;
  const widths = (text: string) => {
    let sum = 0;
    for (const character of text) {
      let width = characters.get(character);
      if (width === undefined) {
        width = findWidth(ranges, character) ?? em;
        characters.set(character, width);
      }
      sum += width;
    }
    return sum;
  };
  loaded.set(font, widths);
  return widths;
}

/** Returns the width of a character, or undefined if the table lacks it. */
function findWidth(ranges: readonly Range[], character: string): number | undefined {
  // A character is never empty, and the middle of a range lies within it.
  const code = character.codePointAt(0)!;
  if (code <= 31 || code === 127) return 0;
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last, width] = ranges[middle]!;
    if (code < first) high = middle - 1;
    else if (code > last) low = middle + 1;
    else return width;
  }
  return undefined;
}
