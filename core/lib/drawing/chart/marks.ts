import { formatNumber, SvgElement, svg } from "../svg/svg.ts";

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
  return [roundedBar(x + radius * Math.sin(angle)), roundedBar(y - radius * Math.cos(angle))];
}

interface Turn {
  radius: number;
  angle: number;
}

function roundedBar(value: number): number {
  return Math.round(value * 100) / 100;
}
