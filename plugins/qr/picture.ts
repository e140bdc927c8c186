import type { Design } from "./design.ts";
import type { Matrix } from "./matrix/matrix.ts";
import type { Style } from "./options.ts";
import qr from "./plugin.ts";

/** What stands on a module's place. */
export const nothing = 0;
export const module = 1;
export const eye = 2;
/** A module of an alignment pattern: solid in every style, for scanners look for these, too. */
export const anchor = 3;

/** A code laid out on its image: what every writer draws from. */
export interface Picture {
  matrix: Matrix;
  design: Design;
  /** `nothing`, `module`, `eye` or `anchor` for each place, row by row. */
  places: Uint8Array;
  /** Pixels along the side of a module. */
  pixels: number;
  /** Pixels left of the first module and above it. */
  offset: number;
}

/** Lays out a code, each module in whole pixels and the code in the middle. */
export function buildPicture(matrix: Matrix, design: Design): Picture {
  const least = matrix.size + 2 * design.margin;
  const pixels = Math.floor(design.size / least);
  if (pixels < 1)
    throw qr.error(
      "size_too_small",
      `size must be at least ${least} for this code of ${matrix.size} modules and its margin: it is ${design.size}`,
      { members: { size_min: least, modules: matrix.size } },
    );
  return {
    matrix,
    design,
    places: classifyModules(matrix, design.style),
    pixels,
    offset: Math.floor((design.size - matrix.size * pixels) / 2),
  };
}

function classifyModules({ size, modules, version }: Matrix, style: Style): Uint8Array {
  const places = new Uint8Array(modules.length);
  for (let row = 0, at = 0; row < size; row++)
    for (let column = 0; column < size; column++, at++)
      if (modules[at]) places[at] = inEye(row, column, size) ? eye : module;
  // Solid modules are what all of the standard style is made of.
  if (style === "standard") return places;
  for (const [row, column] of alignments(version))
    for (let down = -2; down <= 2; down++)
      for (let right = -2; right <= 2; right++) {
        const at = (row + down) * size + column + right;
        if (places[at] === module) places[at] = anchor;
      }
  return places;
}

function inEye(row: number, column: number, size: number): boolean {
  const far = size - 7;
  return (row < 7 && (column < 7 || column >= far)) || (row >= far && column < 7);
}

/** Rows, which are also the columns, of the middles of alignment patterns: ISO/IEC 18004, annex E. */
export function alignmentLines(version: number): number[] {
  if (version === 1) return [];
  const last = 4 * version + 10;
  const gaps = Math.floor(version / 7) + 1;
  // Equal even steps back from the last; what is left over goes to the first. Version 32 is off.
  const step = version === 32 ? 26 : 2 * Math.ceil((last - 6) / gaps / 2);
  return [6, ...Array.from({ length: gaps }, (_, gap) => last - (gaps - 1 - gap) * step)];
}

/** The middles of the alignment patterns, none of which lies under a finder pattern. */
function alignments(version: number): (readonly [row: number, column: number])[] {
  const lines = alignmentLines(version);
  const last = lines.at(-1);
  return lines.flatMap((row) =>
    lines
      .filter(
        (column) =>
          !((row === 6 && (column === 6 || column === last)) || (row === last && column === 6)),
      )
      .map((column) => [row, column] as const),
  );
}
