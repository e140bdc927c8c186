import { type Design, printDotsPerMm } from "../design.ts";
import type { Matrix } from "../matrix/matrix.ts";
import { listAlignmentCentres } from "../matrix/patterns.ts";
import { type ImageFormat, isPrint } from "../media-types.ts";
import qr from "../plugin.ts";

/** Contents of a module position. */
export const nothing = 0;
export const module = 1;
export const eye = 2;
/** A module of an alignment pattern: solid in every style, because scanners look for these patterns, too. */
export const anchor = 3;
/** A light position in a finder pattern whose curves reach into it. */
export const eyeHole = 4;

/** A code laid out on its image, the input of all renderers. */
export interface CodePicture {
  matrix: Matrix;
  design: Design;
  /** `nothing`, `module`, `eye`, `anchor` or `eyeHole` for each position, row by row. */
  places: Uint8Array;
  /** Width of a module in pixels. */
  pixels: number;
  /** Pixels to the left of the first module and above it. */
  offset: number;
}

/** Lays out a code, centred and with whole pixels per module, which are dots in print. */
export function buildPicture(matrix: Matrix, design: Design, format?: ImageFormat): CodePicture {
  const minimumSize = matrix.size + 2 * design.margin;
  const pixels = Math.floor(design.size / minimumSize);
  if (pixels < 1) {
    const [name, minimum, given] =
      format && isPrint(format)
        ? ["width_mm", Math.ceil(minimumSize / printDotsPerMm), design.widthMm]
        : ["size", minimumSize, design.size];
    throw qr.error(
      "size_too_small",
      `${name} must be at least ${minimum} for this code of ${matrix.size} modules and its margin: it is ${given}`,
      { members: { [`${name}_min`]: minimum, modules: matrix.size } },
    );
  }
  return {
    matrix,
    design,
    places: classifyModules(matrix, design),
    pixels,
    offset: Math.floor((design.size - matrix.size * pixels) / 2),
  };
}

function classifyModules({ size, modules, version }: Matrix, design: Design): Uint8Array {
  const { style, eyeStyle } = design;
  const places = new Uint8Array(modules.length);
  for (let row = 0, at = 0; row < size; row++)
    for (let column = 0; column < size; column++, at++)
      if (modules[at]) places[at] = isInEye(row, column, size) ? eye : module;
      else if (eyeStyle !== "square" && isInEye(row, column, size)) places[at] = eyeHole;
  // The standard style only has solid modules.
  if (style === "standard") return places;
  for (const [row, column] of listAlignmentCentres(version))
    for (let down = -2; down <= 2; down++)
      for (let right = -2; right <= 2; right++) {
        const at = (row + down) * size + column + right;
        if (places[at] === module) places[at] = anchor;
      }
  return places;
}

function isInEye(row: number, column: number, size: number): boolean {
  const farEdge = size - 7;
  return (row < 7 && (column < 7 || column >= farEdge)) || (row >= farEdge && column < 7);
}
