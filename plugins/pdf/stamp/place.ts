import {
  computeBounds,
  type Matrix,
  multiply,
  type PageView,
  rotationBy,
  translation,
} from "../objects/geometry.ts";

/** The nine positions on a page. */
export const positions = [
  "top-left",
  "top-center",
  "top-right",
  "middle-left",
  "center",
  "middle-right",
  "bottom-left",
  "bottom-center",
  "bottom-right",
] as const;

interface Placing {
  position: Position;
  /** Offsets to the right and downwards, in points. */
  offsetX: number;
  offsetY: number;
  /** The anticlockwise rotation, in degrees. */
  rotation: number;
  scale: number;
  /** The distance from the page's edges, in points. */
  margin: number;
}

/** Returns the transformation that draws a stamp at its position on a page. */
export function computeStampMatrix(
  { width, height }: BoxSize,
  { page, placing }: { page: PageView; placing: Placing },
): Matrix {
  const { position, offsetX, offsetY, rotation, scale, margin } = placing;
  const box = computeBounds({ width: width * scale, height: height * scale }, rotation);
  const { x, y } = computeCorner(position, { page, box, margin });
  const middle = { x: x + box.width / 2 + offsetX, y: y + box.height / 2 - offsetY };
  return centreAt(middle, { size: { width, height }, rotation, scale, page });
}

interface Tiling {
  gapX: number;
  gapY: number;
  rotation: number;
  scale: number;
}

/** The maximum number of repetitions on a page. */
export const tilesMax = 5000;

/**
 * Returns the transformations of a stamp repeated across a page, or undefined if there would be too
 * many.
 */
export function tileStamp(
  { width, height }: BoxSize,
  { page, tiling }: { page: PageView; tiling: Tiling },
): Matrix[] | undefined {
  const { gapX, gapY, rotation, scale } = tiling;
  const box = computeBounds({ width: width * scale, height: height * scale }, rotation);
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

interface DrawingPlacement {
  size: { width: number; height: number };
  rotation: number;
  scale: number;
  page: PageView;
}

/** Returns the transformation that centres a drawing at a point of the displayed page. */
function centreAt(
  middle: { x: number; y: number },
  { size, rotation, scale, page }: DrawingPlacement,
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

type Position = (typeof positions)[number];

/** A width and a height. */
interface BoxSize {
  width: number;
  height: number;
}

/** Returns the lower left corner of a box, relative to that of the page as displayed. */
export function computeCorner(
  position: Position,
  { page, box, margin }: { page: BoxSize; box: BoxSize; margin: number },
): { x: number; y: number } {
  const { vertical, horizontal } = splitPosition(position);
  return {
    x: interpolate(page.width - box.width, margin, { left: 0, center: 0.5, right: 1 }[horizontal]),
    y: interpolate(page.height - box.height, margin, { bottom: 0, middle: 0.5, top: 1 }[vertical]),
  };
}

/** Mirrors a position horizontally. */
export function mirror(position: Position): Position {
  if (position.endsWith("left")) return position.replace("left", "right") as Position;
  return position.replace("right", "left") as Position;
}

function splitPosition(position: Position) {
  const [vertical, horizontal] = position === "center" ? ["middle", "center"] : position.split("-");
  return {
    vertical: vertical as "top" | "middle" | "bottom",
    horizontal: horizontal as "left" | "center" | "right",
  };
}

function interpolate(available: number, margin: number, share: number): number {
  return margin + (available - 2 * margin) * share;
}
