import { formatNumber, SvgElement, svg } from "../svg/svg.ts";
import { lineHeight, splitLines, textWidth } from "./text-width.ts";

/** A text in a chart, drawn as text or as outlines. `y` is the baseline of its first line. */
export interface Label {
  text: string;
  x: number;
  y: number;
  size: number;
  fill: string;
  bold?: boolean;
  align?: "start" | "center" | "end";
  /** The rotation about its position, in degrees. */
  turn?: number;
  /** A colour around its letters, for text in front of lines and shapes. */
  halo?: string;
}

/** An element of a chart. */
export type Mark = SvgElement | Label;

/** A rectangle in pixels. */
export interface PixelRectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function isLabel(mark: Mark): mark is Label {
  return !(mark instanceof SvgElement);
}

/** Draws a horizontal or vertical line. */
export function rule(d: string, stroke: string, width = 1): SvgElement {
  return svg("path", { d, stroke, "stroke-width": width, fill: "none" });
}

/** Returns the path data of a rectangle, with round corners at the end opposite its base. */
export function barPath(
  { x, y, width, height }: PixelRectangle,
  corner = 0,
  side: Side = "top",
): string {
  const radius = Math.max(0, Math.min(corner, width / 2, height / 2));
  const has = (...sides: Side[]) => (sides.includes(side) ? radius : 0);
  const [a, b] = [has("top", "left"), has("top", "right")];
  const [c, d] = [has("bottom", "right"), has("bottom", "left")];
  const arc = (r: number, dx: number, dy: number) =>
    r === 0
      ? ""
      : `a${formatNumber(r)} ${formatNumber(r)} 0 0 1 ${formatNumber(dx)} ${formatNumber(dy)}`;
  return [
    `M${formatNumber(x + a)} ${formatNumber(y)}h${formatNumber(width - a - b)}${arc(b, b, b)}`,
    `v${formatNumber(height - b - c)}${arc(c, -c, c)}h${formatNumber(-(width - c - d))}${arc(d, -d, -d)}`,
    `v${formatNumber(-(height - d - a))}${arc(a, a, -a)}z`,
  ].join("");
}

export type Side = "top" | "right" | "bottom" | "left" | "none";

/** Returns a point on a circle. The angle is 0 at the top and increases clockwise. */
export function onCircle(x: number, y: number, { radius, angle }: Polar): [number, number] {
  return [round(x + radius * Math.sin(angle)), round(y - radius * Math.cos(angle))];
}

interface Polar {
  radius: number;
  angle: number;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A corner of a label's bounding box. */
export type Corner = readonly [x: number, y: number];

/** Returns the four corners of a label's bounding box, in order. */
export function computeCorners({
  text,
  x,
  y,
  size,
  bold,
  align = "start",
  turn = 0,
}: Label): Corner[] {
  const width = textWidth(text, size) * (bold ? boldShare : 1);
  const left = { start: 0, center: -width / 2, end: -width }[align];
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const below = (splitLines(text).length - 1) * lineHeight;
  const [top, bottom] = [-0.8 * size, (0.22 + below) * size];
  return (
    [
      [left, top],
      [left + width, top],
      [left + width, bottom],
      [left, bottom],
    ] as const
  ).map(([dx, dy]) => [x + dx * cos - dy * sin, y + dx * sin + dy * cos]);
}

/** The width of bold text relative to regular text. */
export const boldShare = 1.1;

/** Returns whether two rotated boxes overlap, by the separating axis theorem. */
export function touch(one: readonly Corner[], two: readonly Corner[]): boolean {
  return [one, two].every((box) =>
    [0, 1].every((side) => {
      const [from, to] = [box[side] ?? [0, 0], box[side + 1] ?? [0, 0]];
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const project = (corners: readonly Corner[]) => {
        const along = corners.map(([x, y]) => x * dx + y * dy);
        return [Math.min(...along), Math.max(...along)] as const;
      };
      const [a, b] = [project(one), project(two)];
      return a[0] < b[1] && b[0] < a[1];
    }),
  );
}

/**
 * Removes labels that exceed the picture or overlap an earlier one. Most label layouts select what fits.
 * This catches what they can't know, such as a value next to a point of another series.
 */
export function readable(
  marks: readonly Mark[],
  { width, height }: { width: number; height: number },
): Mark[] {
  // Indexes labels by grid cells, because there may be thousands.
  const cells = new Map<string, Corner[][]>();
  return marks.filter((mark) => {
    if (!isLabel(mark)) return true;
    if (mark.text === "") return false;
    const corners = computeCorners(mark);
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const [left, right, top, bottom] = [
      Math.min(...xs),
      Math.max(...xs),
      Math.min(...ys),
      Math.max(...ys),
    ];
    if (left < 0 || top < 0 || right > width || bottom > height) return false;
    const keys: string[] = [];
    for (let column = Math.floor(left / cell); column <= right / cell; column++)
      for (let row = Math.floor(top / cell); row <= bottom / cell; row++)
        keys.push(`${column} ${row}`);
    if (keys.some((key) => cells.get(key)?.some((other) => touch(corners, other)))) return false;
    for (const key of keys) cells.set(key, [...(cells.get(key) ?? []), corners]);
    return true;
  });
}

const cell = 64;
