/** The fonts that badges are measured in. */
export type Font =
  | "verdana-11px-normal"
  | "verdana-10px-normal"
  | "verdana-10px-bold"
  | "helvetica-11px-bold";

export type Widths = (text: string) => number;

type Range = readonly [first: number, last: number, width: number];

const known = new Map<Font, Widths>();

/** Measures texts as browsers do that have the font, by the tables of the package anafanafo. */
export async function loadWidths(font: Font): Promise<Widths> {
  return known.get(font) ?? load(font);
}

async function load(font: Font): Promise<Widths> {
  // Required and not imported: Bun would hand the module, and not the list, to whoever requires the
  // same file later, as the package does itself.
  const { createRequire } = await import("node:module");
  const ranges: Range[] = createRequire(import.meta.url)(`anafanafo/data/${font}.json`);
  const characters = new Map<string, number>();
  const em = widthIn(ranges, "m") ?? 0;
  const widths = (text: string) => {
    let sum = 0;
    for (const character of text) {
      let width = characters.get(character);
      if (width === undefined) {
        width = widthIn(ranges, character) ?? em;
        characters.set(character, width);
      }
      sum += width;
    }
    return sum;
  };
  known.set(font, widths);
  return widths;
}

/** The width of one character; nothing where the table does not know it. */
function widthIn(ranges: readonly Range[], character: string): number | undefined {
  // No character is an empty text, and the middle of a range lies within it.
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
