import { formatNumber, svg } from "../svg/svg.ts";
import { type Chart, countPlaces, extent, numberIn, numbersIn } from "./chart.ts";
import { curvePath, type Point } from "./curve.ts";
import { areaBelow, splitLine } from "./lines.ts";
import type { Mark } from "./marks.ts";
import { drawOverflows, getSideBeyond, type Overflow } from "./overflow.ts";
import { colorAt, type Theme } from "./theme.ts";
import { scale } from "./ticks.ts";

/** Draws only a line, with a dot at its end. */
export function sparkline(chart: Chart, theme: Theme): Mark[] {
  const { width, height, series } = chart;
  const weight = Math.min(Math.max(height / 40, 1.25), 6);
  const pad = weight * 2;
  const [least, most] = extent(numbersIn(series));
  const [low, high] = [chart.yMin ?? least, chart.yMax ?? most];
  const x = scale([0, countPlaces(chart) - 1], [pad, width - pad * 1.5]);
  const y = scale([low, high], [height - pad, pad]);
  return series.flatMap(({ data, color }, index): Mark[] => {
    const parts = splitLine(data, (value, at) => [x(at), Math.min(Math.max(y(value), 0), height)]);
    const stroke = color ?? colorAt(theme, index);
    const beyond = data.flatMap((datum, at): Overflow[] => {
      const value = numberIn(datum);
      const side = value === null ? 0 : getSideBeyond(value, [low, high]);
      if (value === null || side === 0) return [];
      const [y, angle] = side > 0 ? [weight, 0] : [height - weight, Math.PI];
      return [{ x: x(at), y, angle, value, color: stroke }];
    });
    return [
      ...drawLineMarks(parts, { chart, stroke, weight }),
      ...drawOverflows(beyond, { theme, unit: weight / 2.5 }),
    ];
  });
}

/** Draws the line and the dot at its end. A single line also gets an area below it. */
function drawLineMarks(
  parts: readonly Point[][],
  { chart, stroke, weight }: { chart: Chart; stroke: string; weight: number },
): Mark[] {
  const { series, height, curve = "linear" } = chart;
  const lines = parts.filter((part) => part.length > 1);
  const line = svg("path", {
    d: lines.map((part) => curvePath(part, curve)).join(""),
    fill: "none",
    stroke,
    "stroke-width": formatNumber(weight),
    "stroke-linejoin": "round",
    "stroke-linecap": "round",
  });
  const areas = lines.map((part) => areaBelow(part, curve, height)).join("");
  const area = svg("path", { d: areas, fill: stroke, "fill-opacity": 0.12 });
  const end = parts.at(-1)?.at(-1);
  const dot = end && {
    cx: formatNumber(end[0]),
    cy: formatNumber(end[1]),
    r: formatNumber(weight * 1.6),
    fill: stroke,
  };
  return [...(series.length === 1 ? [area] : []), line, ...(dot ? [svg("circle", dot)] : [])];
}
