import { type Contour, coverageOf, inLevels, polygons } from "hub/drawing";
import type { Style } from "../options.ts";
import { anchor, eye, module, type Picture } from "../picture.ts";
import { eyeShape, moduleShape } from "../shapes.ts";

/** Images of single places, to be put down again and again. */
export interface Stamps {
  /** For every pixel of a place how far it is covered, from 0 to `levels`. */
  images: readonly Uint8Array[];
  /** Pixels along the side of a stamp. */
  pixels: number;
  levels: number;
  /** Which of its lines look like the line above, whatever the stamp. */
  repeated: readonly boolean[];
  /** For each place the number of its stamp plus one; 0 where it has none. */
  at: Uint8Array;
}

/** Whether a picture needs no half-covered pixels. */
export function isSharp({ design }: Picture): boolean {
  return design.style === "standard" && design.eyeStyle === "square";
}

/** Cuts the stamps of a picture: one for all modules of a style, or one for each way they join. */
export function buildStamps(picture: Picture, levels: number): Stamps {
  const { design, places, matrix, pixels } = picture;
  const at = new Uint8Array(places.length);
  const images: Uint8Array[] = [];
  const numbers = new Map<number, number>();
  const stamp = (key: number, make: () => Uint8Array) => {
    const number = numbers.get(key) ?? images.push(make());
    numbers.set(key, number);
    return number;
  };
  const eyes = design.eyeStyle === "rounded" ? wholeEye(pixels, levels) : undefined;
  for (let place = 0; place < places.length; place++) {
    const [row, column] = [Math.floor(place / matrix.size), place % matrix.size];
    if (places[place] === anchor) {
      at[place] = stamp(16, () => new Uint8Array(pixels * pixels).fill(levels));
    } else if (places[place] === module) {
      const neighbours = design.style === "rounded" ? findNeighbours(picture, place) : 0;
      at[place] = stamp(neighbours, () =>
        moduleStamp(design.style, neighbours, { pixels, levels }),
      );
    } else if (places[place] === eye) {
      const inEye = (line: number) => (line < 7 ? line : line - matrix.size + 7);
      const part = eyes ? 7 * inEye(row) + inEye(column) : 0;
      at[place] = stamp(17 + part, () => eyeStamp(eyes, part, { pixels, levels }));
    }
  }
  return { images, pixels, levels, repeated: repeatLines(images, pixels), at };
}

/** The dark modules above, right, below and left of one, as the lowest four bits. */
function findNeighbours({ places, matrix: { size } }: Picture, place: number): number {
  const column = place % size;
  return (
    (places[place - size] === module ? 1 : 0) |
    (column + 1 < size && places[place + 1] === module ? 2 : 0) |
    (places[place + size] === module ? 4 : 0) |
    (column > 0 && places[place - 1] === module ? 8 : 0)
  );
}

function repeatLines(images: readonly Uint8Array[], pixels: number): boolean[] {
  return Array.from({ length: pixels }, (_, y) => {
    if (y === 0) return false;
    return images.every((image) => {
      for (let at = y * pixels; at < (y + 1) * pixels; at++)
        if (image[at] !== image[at - pixels]) return false;
      return true;
    });
  });
}

interface Grain {
  pixels: number;
  levels: number;
}

function moduleStamp(style: Style, neighbours: number, { pixels, levels }: Grain): Uint8Array {
  if (style === "standard") return new Uint8Array(pixels * pixels).fill(levels);
  return coverage([moduleShape(style, neighbours)], { scale: pixels, side: pixels, levels });
}

function wholeEye(pixels: number, levels: number): Uint8Array {
  return coverage(eyeShape("rounded"), { scale: pixels, side: 7 * pixels, levels });
}

/** The seventh by seventh of an eye that falls on one place. */
function eyeStamp(
  whole: Uint8Array | undefined,
  part: number,
  { pixels, levels }: Grain,
): Uint8Array {
  const image = new Uint8Array(pixels * pixels).fill(levels);
  if (!whole) return image;
  const corner = Math.floor(part / 7) * pixels * 7 * pixels + (part % 7) * pixels;
  for (let line = 0; line < pixels; line++) {
    const from = corner + line * 7 * pixels;
    image.set(whole.subarray(from, from + pixels), line * pixels);
  }
  return image;
}

function coverage(
  contours: readonly Contour[],
  { scale, side, levels }: { scale: number; side: number; levels: number },
): Uint8Array {
  const { share } = coverageOf(polygons(contours, scale), { width: side, height: side });
  return inLevels(share, levels);
}
