import { readPackageFile } from "hub";

/** The fonts in which badges are measured. */
export type Font =
  | "verdana-11px-normal"
  | "verdana-10px-normal"
  | "verdana-10px-bold"
  | "helvetica-11px-bold";

export type Widths = (text: string) => number;

/** Ranges of characters, as first, last, width, first, last, width and so on. */
type Ranges = Float64Array;

const loaded = new Map<Font, Widths>();

/** Loads the widths of a font as browsers render it, from the tables of the package anafanafo. */
export async function loadWidths(font: Font): Promise<Widths> {
  return loaded.get(font) ?? load(font);
}

async function load(font: Font): Promise<Widths> {
  // Not imported, because modules stay in memory: 20,000 lists of three numbers for each font.
  const file = await readPackageFile(import.meta.resolve(`anafanafo/data/${font}.json`));
  const ranges = Float64Array.from(JSON.parse(new TextDecoder().decode(file)).flat());
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
function findWidth(ranges: Ranges, character: string): number | undefined {
  // A character is never empty, and the middle of a range lies within it.
  const code = character.codePointAt(0)!;
  if (code <= 31 || code === 127) return 0;
  let [low, high] = [0, ranges.length / 3 - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (code < ranges[3 * middle]!) high = middle - 1;
    else if (code > ranges[3 * middle + 1]!) low = middle + 1;
    else return ranges[3 * middle + 2];
  }
  return undefined;
}
