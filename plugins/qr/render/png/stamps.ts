import { type Contour, computeCoverage, inLevels, polygons } from "hub/drawing";
import type { EyeStyle, Style } from "../../request.ts";
import { anchor, type CodePicture, eye, eyeHole, module } from "../picture.ts";
import { eyeShape, isJoined, moduleShape } from "../shapes.ts";

/** Images of module positions that are drawn repeatedly. */
export interface Stamps {
  /** Coverage of each pixel, from 0 to `levels`. */
  images: readonly Uint8Array[];
  /** Width of a stamp in pixels. */
  pixels: number;
  levels: number;
  /** Whether each line equals the line above in all stamps. */
  repeated: readonly boolean[];
  /** Stamp number plus one for each position; 0 for none. */
  at: Uint8Array;
}

/** Returns whether a picture needs no antialiasing. */
export function isSharp({ design }: CodePicture): boolean {
  return design.style === "standard" && design.eyeStyle === "square";
}

/** Creates the stamps of a picture: one per style, or one per combination of neighbours. */
export function buildStamps(picture: CodePicture, levels: number): Stamps {
  const { design, places, matrix, pixels } = picture;
  const at = new Uint8Array(places.length);
  const images: Uint8Array[] = [];
  const numbers = new Map<number, number>();
  const getStamp = (key: number, create: () => Uint8Array) => {
    const number = numbers.get(key) ?? images.push(create());
    numbers.set(key, number);
    return number;
  };
  const { eyeStyle, style } = design;
  const hasCorners = style !== "standard" && isJoined(style);
  const eyes = eyeStyle === "square" ? undefined : renderEye(eyeStyle, { pixels, levels });
  for (let place = 0; place < places.length; place++) {
    const [row, column] = [Math.floor(place / matrix.size), place % matrix.size];
    if (places[place] === anchor) {
      at[place] = getStamp(16, () => new Uint8Array(pixels * pixels).fill(levels));
    } else if (places[place] === module) {
      const neighbours = hasCorners ? findNeighbours(picture, place) : 0;
      at[place] = getStamp(neighbours, () =>
        createModuleStamp(design.style, neighbours, { pixels, levels }),
      );
    } else if (places[place] === eye || places[place] === eyeHole) {
      const inEye = (line: number) => (line < 7 ? line : line - matrix.size + 7);
      const part = eyes ? 7 * inEye(row) + inEye(column) : 0;
      at[place] = getStamp(17 + part, () => createEyeStamp(eyes, part, { pixels, levels }));
    }
  }
  return { images, pixels, levels, repeated: findRepeatedLines(images, pixels), at };
}

/** Returns the dark neighbours above, right, below and left in the lowest four bits. */
function findNeighbours({ places, matrix: { size } }: CodePicture, place: number): number {
  const column = place % size;
  return (
    (places[place - size] === module ? 1 : 0) |
    (column + 1 < size && places[place + 1] === module ? 2 : 0) |
    (places[place + size] === module ? 4 : 0) |
    (column > 0 && places[place - 1] === module ? 8 : 0)
  );
}

function findRepeatedLines(images: readonly Uint8Array[], pixels: number): boolean[] {
  return Array.from({ length: pixels }, (_, y) => {
    if (y === 0) return false;
    return images.every((image) => {
      for (let at = y * pixels; at < (y + 1) * pixels; at++)
        if (image[at] !== image[at - pixels]) return false;
      return true;
    });
  });
}

interface Resolution {
  pixels: number;
  levels: number;
}

function createModuleStamp(
  style: Style,
  neighbours: number,
  { pixels, levels }: Resolution,
): Uint8Array {
  if (style === "standard") return new Uint8Array(pixels * pixels).fill(levels);
  return renderCoverage([moduleShape(style, neighbours)], { scale: pixels, side: pixels, levels });
}

function renderEye(style: EyeStyle, { pixels, levels }: Resolution): Uint8Array {
  return renderCoverage(eyeShape(style), { scale: pixels, side: 7 * pixels, levels });
}

/** Returns the part of a finder pattern at one of its 7 × 7 positions. */
function createEyeStamp(
  eyeImage: Uint8Array | undefined,
  part: number,
  { pixels, levels }: Resolution,
): Uint8Array {
  const image = new Uint8Array(pixels * pixels).fill(levels);
  if (!eyeImage) return image;
  const corner = Math.floor(part / 7) * pixels * 7 * pixels + (part % 7) * pixels;
  for (let line = 0; line < pixels; line++) {
    const from = corner + line * 7 * pixels;
    image.set(eyeImage.subarray(from, from + pixels), line * pixels);
  }
  return image;
}

function renderCoverage(
  contours: readonly Contour[],
  { scale, side, levels }: { scale: number; side: number; levels: number },
): Uint8Array {
  const { share } = computeCoverage(polygons(contours, scale), { width: side, height: side });
  return inLevels(share, levels);
}
