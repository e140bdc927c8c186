import { formatNumber, svg } from "../svg/svg.ts";
import type { Mark } from "./marks.ts";
import { textWidth } from "./text-width.ts";
import { getHaloColor, inkOn, type Theme } from "./theme.ts";

/** A value beyond the end of its axis, and the position at the end that cuts it off. */
export interface Overflow {
  x: number;
  y: number;
  /** The direction out of the plot: 0 is up, increasing clockwise, in radians. */
  angle: number;
  value: number;
  color: string;
  /** The width and height of the shape of this colour that is cut off. Without it, the ground is below. */
  within?: { width: number; height: number };
}

interface OverflowOptions {
  theme: Theme;
  unit: number;
  /** Writes the values. Without it, only arrowheads are drawn. */
  format?: ((value: number) => string) | undefined;
  /** The text size of the values. */
  size?: number;
}

/** Returns the ends of an axis that a value exceeds: 1 above it, -1 below it, 0 for none. */
export function getSideBeyond(value: number, [low, high]: readonly [number, number]): -1 | 0 | 1 {
  const tolerance = (high - low) * 1e-9;
  return value > high + tolerance ? 1 : value < low - tolerance ? -1 : 0;
}

/**
 * Draws an arrowhead with the value where a mark is cut off at the end of its axis. Of neighbours that would touch,
 * only the largest has one.
 */
export function drawOverflows(found: readonly Overflow[], options: OverflowOptions): Mark[] {
  const { theme, unit, format, size = 0 } = options;
  const kept: Overflow[] = [];
  for (const one of found.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))) {
    const isClose = kept.some(
      (other) =>
        other.angle === one.angle && Math.hypot(other.x - one.x, other.y - one.y) < 13 * unit,
    );
    if (!isClose) kept.push(one);
    // Thousands of values lie close together: the largest ones stand for them.
    if (kept.length >= keptMax) break;
  }
  const isInside = ({ value, within }: Overflow) =>
    within !== undefined &&
    textWidth(format?.(value) ?? "", size) < within.width &&
    3 * size < within.height;
  const heads = kept.map((one) => drawArrowhead(one, { theme, unit, isInside: isInside(one) }));
  if (!format) return heads;
  const labels = kept.map((one): Mark => {
    const { x, y, angle, value, color } = one;
    const [right, up] = [Math.round(Math.sin(angle)), Math.round(Math.cos(angle))];
    const inside = 11 * unit;
    const text = format(value);
    const look = isInside(one)
      ? { fill: inkOn(color) }
      : { fill: theme.ink, halo: getHaloColor(theme) };
    return {
      ...look,
      text,
      x: x - right * inside,
      y: y + up * (inside + size * 0.4) + size * 0.35,
      size,
      align: right > 0 ? "end" : right < 0 ? "start" : "center",
    };
  });
  return [...heads, ...labels];
}

const keptMax = 200;

function drawArrowhead(
  { x, y, angle, color }: Overflow,
  { theme, unit, isInside }: { theme: Theme; unit: number; isInside: boolean },
): Mark {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const corners = [
    [0, -2],
    [6, 7],
    [-6, 7],
  ].map(([across = 0, back = 0]) => {
    const [dx, dy] = [across * unit, back * unit];
    return `${formatNumber(x + dx * cos - dy * sin)} ${formatNumber(y + dx * sin + dy * cos)}`;
  });
  return svg("path", {
    class: "beyond",
    d: `M${corners.join("L")}z`,
    fill: isInside ? inkOn(color) : color,
    stroke: isInside ? color : getHaloColor(theme),
    "stroke-width": formatNumber(1.5 * unit),
    "stroke-linejoin": "round",
  });
}
