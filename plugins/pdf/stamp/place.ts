import {
  computeBounds,
  type Matrix,
  multiply,
  type PageView,
  rotationBy,
  translation,
} from "./geometry.ts";

/** Where on a page something may stand: the nine names. */
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
export function computeStampMatrix(
  { width, height }: Size,
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

/** How many times a drawing is repeated on a page, at most. */
export const tilesMax = 5000;

/** The maps of a drawing that is repeated all over a page, or none where there would be too many. */
export function tileStamp(
  { width, height }: Size,
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

type Position = (typeof positions)[number];

/** A width and a height. */
interface Size {
  width: number;
  height: number;
}

/** Where the lower left corner of a box comes to lie, measured from that of the page as it is seen. */
export function computeCorner(
  position: Position,
  { page, box, margin }: { page: Size; box: Size; margin: number },
): { x: number; y: number } {
  const { vertical, horizontal } = splitPosition(position);
  return {
    x: between(page.width - box.width, margin, { left: 0, center: 0.5, right: 1 }[horizontal]),
    y: between(page.height - box.height, margin, { bottom: 0, middle: 0.5, top: 1 }[vertical]),
  };
}

/** The same position on the other side of the spine. */
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

function between(room: number, margin: number, share: number): number {
  return margin + (room - 2 * margin) * share;
}
