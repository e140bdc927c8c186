import { formatNumber, svg } from "../svg/svg.ts";
import { drawAxes } from "./axes.ts";
import { type Chart, type Datum, extent, numberIn } from "./chart.ts";
import { buildFrame, seriesEntries, textSize } from "./frame.ts";
import type { Mark } from "./marks.ts";
import { drawOverflows, getSideBeyond, type Overflow } from "./overflow.ts";
import { colorAt, type Theme } from "./theme.ts";
import { shortFormat, valueTicks } from "./ticks.ts";

interface Dot {
  x: number;
  y: number;
  size: number | undefined;
}

/** Draws a dot for each pair of x and y. A third number sets its size. */
export function scatter(chart: Chart, theme: Theme): Mark[] {
  const frame = buildFrame(chart, { theme, legend: seriesEntries(chart, theme) });
  const sets = chart.series.map(({ data }) => getDots(data));
  const dots = sets.flat();
  const count = Math.min(Math.max(Math.floor(frame.area.width / (90 * frame.unit)), 2), 10);
  const across = valueTicks(
    dots.map(({ x }) => x),
    { count },
  );
  const size = textSize * frame.unit;
  const room = (frame.area.width * 0.8) / Math.max(across.at.length, 1) - size * 0.6;
  const locale = chart.number?.locale ?? "en";
  const format = shortFormat({ ...plain, locale }, { ...across, size, width: room });
  const along = { kind: "numbers" as const, labels: [], count: 0, numbers: { ...across, format } };
  const values = dots.map(({ y }) => y);
  const plot = drawAxes({ ...chart, horizontal: false }, { theme, frame, values, along });
  const most = extent(dots.map(({ size }) => size ?? 0))[1];
  const radius = (size: number | undefined) =>
    size === undefined || most <= 0
      ? 4 * frame.unit
      : (3 + 19 * Math.sqrt(Math.max(size, 0) / most)) * frame.unit;
  const shapes = sets.flatMap((set, index) => {
    const fill = chart.series[index]?.color ?? colorAt(theme, index);
    return set
      .map(({ x, y, size }) => ({
        at: [plot.place(x), plot.value(y)] as const,
        r: formatNumber(radius(size)),
      }))
      .filter(({ at: [, y] }) => y >= plot.box.y - 1 && y <= plot.box.y + plot.box.height + 1)
      .map(({ at: [x, y], r }) =>
        svg("circle", {
          cx: formatNumber(x),
          cy: formatNumber(y),
          r,
          fill,
          "fill-opacity": 0.72,
          stroke: theme.ground.startsWith("#") ? theme.ground : "none",
        }),
      );
  });
  const signs = sets.flatMap((set, index) =>
    set.flatMap(({ x, y }): Overflow[] => {
      const side = getSideBeyond(y, plot.range);
      if (side === 0) return [];
      const [edge, angle] = side > 0 ? [plot.box.y, 0] : [plot.box.y + plot.box.height, Math.PI];
      const color = chart.series[index]?.color ?? colorAt(theme, index);
      return [{ x: plot.place(x), y: edge, angle, value: y, color }];
    }),
  );
  const options = { theme, unit: frame.unit, size, format: plot.format };
  return [...frame.marks, ...plot.marks, ...plot.over, ...shapes, ...drawOverflows(signs, options)];
}

const plain = { style: "number" } as const;

/** Returns the dots of a series. The x of a single number is its index, from 1. */
function getDots(data: readonly Datum[]): Dot[] {
  return data.flatMap((datum, index): Dot[] => {
    const y = numberIn(datum);
    if (y === null) return [];
    if (typeof datum === "number") return [{ x: index + 1, y, size: undefined }];
    const [x, , size] = datum as readonly [number, number, number?];
    return [{ x, y, size }];
  });
}
