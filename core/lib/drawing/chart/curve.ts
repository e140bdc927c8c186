import { formatNumber } from "../svg/svg.ts";

export type Point = readonly [x: number, y: number];

/** The interpolation between points. */
export type Curve = "linear" | "smooth" | "step";

/** Returns the path data of a line through points. */
export function curvePath(points: readonly Point[], curve: Curve): string {
  if (curve === "smooth" && points.length > 2) return createSmoothPath(points);
  const [first, ...others] = points;
  if (!first) return "";
  const start = `M${formatNumber(first[0])} ${formatNumber(first[1])}`;
  if (curve === "linear")
    return start + others.map(([x, y]) => `L${formatNumber(x)} ${formatNumber(y)}`).join("");
  let before = first[0];
  return (
    start +
    others
      .map(([x, y]) => {
        const middle = (before + x) / 2;
        before = x;
        return `H${formatNumber(middle)}V${formatNumber(y)}H${formatNumber(x)}`;
      })
      .join("")
  );
}

// The `!` below are safe: there is a slope per point and a secant per pair of neighbours.

/**
 * Returns cubic curves that never overshoot their points (Fritsch and Carlson 1980, Monotone Piecewise
 * Cubic Interpolation).
 */
function createSmoothPath(points: readonly Point[]): string {
  const slopes = getTangents(points);
  let d = `M${formatNumber(points[0]![0])} ${formatNumber(points[0]![1])}`;
  for (let at = 1; at < points.length; at++) {
    const [[x0, y0], [x1, y1]] = [points[at - 1]!, points[at]!];
    const third = (x1 - x0) / 3;
    const [c0, c1] = [y0 + slopes[at - 1]! * third, y1 - slopes[at]! * third];
    d += `C${[x0 + third, c0, x1 - third, c1, x1, y1].map(formatNumber).join(" ")}`;
  }
  return d;
}

function getTangents(points: readonly Point[]): number[] {
  const secants = points.slice(1).map(([x, y], at) => {
    const [x0, y0] = points[at]!;
    return x === x0 ? 0 : (y - y0) / (x - x0);
  });
  const slopes = points.map((_, at) => {
    const [before, after] = [secants[at - 1] ?? secants[at]!, secants[at] ?? secants[at - 1]!];
    return before * after <= 0 ? 0 : (before + after) / 2;
  });
  for (const [at, secant] of secants.entries()) {
    if (secant === 0) continue;
    const [a, b] = [slopes[at]! / secant, slopes[at + 1]! / secant];
    const length = Math.hypot(a, b);
    if (length <= 3) continue;
    slopes[at] = (3 * a * secant) / length;
    slopes[at + 1] = (3 * b * secant) / length;
  }
  return slopes;
}
