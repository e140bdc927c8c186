import { formatNumber, SvgElement, svg } from "../svg/svg.ts";
import { textWidth } from "./text-width.ts";

/** A text in a chart, which is written as text or drawn as outlines. `y` is its baseline. */
export interface Label {
  text: string;
  x: number;
  y: number;
  size: number;
  fill: string;
  bold?: boolean;
  align?: "start" | "center" | "end";
  /** Degrees that it is turned by, about its place. */
  turn?: number;
  /** A colour around its letters, where lines and shapes run behind them. */
  halo?: string;
}

/** What a chart consists of. */
export type Mark = SvgElement | Label;

/** Pixels in a picture. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function isLabel(mark: Mark): mark is Label {
  return !(mark instanceof SvgElement);
}

/** A line straight down or across. */
export function rule(d: string, stroke: string, width = 1): SvgElement {
  return svg("path", { d, stroke, "stroke-width": width, fill: "none" });
}

/** A rectangle as path data, its corners round at the end that is away from its base. */
export function barPath({ x, y, width, height }: Box, corner = 0, side: Side = "top"): string {
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

/** A point on a circle, whose angle is 0 at the top and grows clockwise. */
export function onCircle(x: number, y: number, { radius, angle }: Turn): [number, number] {
  return [round(x + radius * Math.sin(angle)), round(y - radius * Math.cos(angle))];
}

interface Turn {
  radius: number;
  angle: number;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A corner of what a label takes. */
export type Corner = readonly [x: number, y: number];

/** The four corners of what a label takes, in turn. */
export function cornersOf({ text, x, y, size, bold, align = "start", turn = 0 }: Label): Corner[] {
  const width = textWidth(text, size) * (bold ? boldShare : 1);
  const left = { start: 0, center: -width / 2, end: -width }[align];
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const [top, bottom] = [-0.8 * size, 0.22 * size];
  return (
    [
      [left, top],
      [left + width, top],
      [left + width, bottom],
      [left, bottom],
    ] as const
  ).map(([dx, dy]) => [x + dx * cos - dy * sin, y + dx * sin + dy * cos]);
}

/** How much wider bold letters are. */
export const boldShare = 1.1;

/** Whether two boxes that may be turned have a point in common: no side's direction parts them. */
export function touch(one: readonly Corner[], two: readonly Corner[]): boolean {
  return [one, two].every((box) =>
    [0, 1].every((side) => {
      const [from, to] = [box[side] ?? [0, 0], box[side + 1] ?? [0, 0]];
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const spanOf = (corners: readonly Corner[]) => {
        const along = corners.map(([x, y]) => x * dx + y * dy);
        return [Math.min(...along), Math.max(...along)] as const;
      };
      const [a, b] = [spanOf(one), spanOf(two)];
      return a[0] < b[1] && b[0] < a[1];
    }),
  );
}

/**
 * The marks without the labels that leave the picture or touch one ahead of them. Where labels are
 * placed, as many are chosen as have room; this is for what cannot be told there, such as a value
 * at a point beside that of another series.
 */
export function readable(
  marks: readonly Mark[],
  { width, height }: { width: number; height: number },
): Mark[] {
  // Labels are looked up by the cells that they are in: there may be thousands.
  const cells = new Map<string, Corner[][]>();
  return marks.filter((mark) => {
    if (!isLabel(mark)) return true;
    if (mark.text === "") return false;
    const corners = cornersOf(mark);
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
