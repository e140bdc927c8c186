import type { Drawing } from "./drawing.ts";
import type { PageView } from "./geometry.ts";
import { boundsOf, type Matrix, multiply, rotationBy, translation } from "./geometry.ts";
import { cornerOf, type Position } from "./positions.ts";

export interface Placing {
  position: Position;
  /** Right and down, in points. */
  offsetX: number;
  offsetY: number;
  /** To the left, in degrees. */
  rotation: number;
  scale: number;
  /** How far from the page's edges. */
  margin: number;
}

/** The map that brings a drawing to its place on a page. */
export function placeStamp(
  { width, height }: Pick<Drawing, "width" | "height">,
  { page, placing }: { page: PageView; placing: Placing },
): Matrix {
  const { position, offsetX, offsetY, rotation, scale, margin } = placing;
  const box = boundsOf({ width: width * scale, height: height * scale }, rotation);
  const { x, y } = cornerOf(position, { page, box, margin });
  const middle = { x: x + box.width / 2 + offsetX, y: y + box.height / 2 - offsetY };
  return centreAt(middle, { size: { width, height }, rotation, scale, page });
}

export interface Tiling {
  gapX: number;
  gapY: number;
  rotation: number;
  scale: number;
}

/** How many times a drawing is repeated on a page, at most. */
export const tilesMax = 5000;

/** The maps of a drawing that is repeated all over a page, or none where there would be too many. */
export function tileStamp(
  { width, height }: Pick<Drawing, "width" | "height">,
  { page, tiling }: { page: PageView; tiling: Tiling },
): Matrix[] | undefined {
  const { gapX, gapY, rotation, scale } = tiling;
  const box = boundsOf({ width: width * scale, height: height * scale }, rotation);
  const stepX = Math.max(1, box.width + gapX);
  const stepY = Math.max(1, box.height + gapY);
  const columns = Math.ceil((page.width + gapX) / stepX);
  const rows = Math.ceil((page.height + gapY) / stepY);
  if (columns * rows > tilesMax) return undefined;
  const left = (page.width - (columns - 1) * stepX) / 2;
  const bottom = (page.height - (rows - 1) * stepY) / 2;
  return Array.from({ length: columns * rows }, (_, index) => {
    const middle = {
      x: left + (index % columns) * stepX,
      y: bottom + Math.floor(index / columns) * stepY,
    };
    return centreAt(middle, { size: { width, height }, rotation, scale, page });
  });
}

interface Turned {
  size: { width: number; height: number };
  rotation: number;
  scale: number;
  page: PageView;
}

/** Brings the middle of a drawing to a point of the seen page. */
function centreAt(
  middle: { x: number; y: number },
  { size, rotation, scale, page }: Turned,
): Matrix {
  const steps: Matrix[] = [
    translation(-size.width / 2, -size.height / 2),
    [scale, 0, 0, scale, 0, 0],
    rotationBy(rotation),
    translation(middle.x, middle.y),
    page.toUser,
  ];
  return steps.reduce(multiply);
}
