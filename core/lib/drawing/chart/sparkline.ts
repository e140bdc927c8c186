import { formatNumber, svg } from "../svg/svg.ts";
import { type Chart, extent, numberIn, numbersIn, placesOf } from "./chart.ts";
import { curvePath, type Point } from "./curve.ts";
import type { Mark } from "./marks.ts";
import { colorAt, type Theme } from "./theme.ts";
import { scale } from "./ticks.ts";

/** A line and nothing else, with a dot where it ends. */
export function sparkline(chart: Chart, theme: Theme): Mark[] {
  const { width, height, series } = chart;
  const weight = Math.min(Math.max(height / 40, 1.25), 6);
  const pad = weight * 2;
  const [least, most] = extent(numbersIn(series));
  const [low, high] = [chart.yMin ?? least, chart.yMax ?? most];
  const x = scale([0, placesOf(chart) - 1], [pad, width - pad * 1.5]);
  const y = scale([low, high], [height - pad, pad]);
  return series.flatMap(({ data, color }, index): Mark[] => {
    const stroke = color ?? colorAt(theme, index);
    const parts: Point[][] = [[]];
    for (const [at, datum] of data.entries()) {
      const value = numberIn(datum);
      if (value === null) parts.push([]);
      else parts.at(-1)!.push([x(at), Math.min(Math.max(y(value), 0), height)]);
    }
    const lines = parts.filter((part) => part.length > 1);
    const d = lines.map((part) => curvePath(part, chart.curve ?? "linear"));
    const areas = lines.map(
      (part, at) =>
        `${d[at]}L${formatNumber(part.at(-1)![0])} ${formatNumber(height)}L${formatNumber(part[0]![0])} ${formatNumber(height)}z`,
    );
    const end = parts.findLast((part) => part.length > 0)?.at(-1);
    return [
      ...(series.length === 1
        ? [svg("path", { d: areas.join(""), fill: stroke, "fill-opacity": 0.12 })]
        : []),
      svg("path", {
        d: d.join(""),
        fill: "none",
        stroke,
        "stroke-width": formatNumber(weight),
        "stroke-linejoin": "round",
        "stroke-linecap": "round",
      }),
      ...(end
        ? [
            svg("circle", {
              cx: formatNumber(end[0]),
              cy: formatNumber(end[1]),
              r: formatNumber(weight * 1.6),
              fill: stroke,
            }),
          ]
        : []),
    ];
  });
}
