import { svg } from "../svg/svg.ts";
import { drawAxes, type Plot } from "./axes.ts";
import { type Chart, countPlaces, listPlaceNames, numberIn } from "./chart.ts";
import { buildFrame, seriesEntries, textSize } from "./frame.ts";
import { barPath, type Mark, type PixelRectangle, type Side } from "./marks.ts";
import { drawOverflows, getSideBeyond, type Overflow } from "./overflow.ts";
import { textWidth } from "./text-width.ts";
import { colorAt, getHaloColor, inkOn, type Theme } from "./theme.ts";

/** Draws a bar for each value: side by side for the series at each position, or stacked. */
export function bars(chart: Chart, theme: Theme): Mark[] {
  const frame = buildFrame(chart, { theme, legend: seriesEntries(chart, theme) });
  const count = countPlaces(chart);
  const along = { kind: "bands" as const, labels: listPlaceNames(chart), count };
  const stacked = chart.type === "stacked-bar";
  const segments = stacked ? stackSegments(chart) : buildSegments(chart);
  const values = segments.flatMap(({ from, to }) => [from, to]);
  const plot = drawAxes(chart, { theme, frame, values, zero: true, along });
  const size = textSize * frame.unit;
  const layout = { chart, plot, stacked, size };
  const placed = segments.map((segment) => ({ ...segment, ...getBox(segment, layout) }));
  const shapes = chart.series.map(({ color }, index) => {
    const own = placed.filter(({ series }) => series === index);
    const corner = stacked ? 0 : 3 * frame.unit;
    const d = own.map(({ box, side }) => barPath(box, corner, side)).join("");
    return svg("path", { d, fill: color ?? colorAt(theme, index) });
  });
  const beyond = placed.filter(({ to }) => getSideBeyond(to, plot.range) !== 0);
  const signs = drawOverflows(
    beyond.map((segment) => findOverflow(segment, layout, theme)),
    { theme, unit: frame.unit, size, format: plot.format },
  );
  const within = placed.filter((segment) => !beyond.includes(segment));
  const numbers = chart.values
    ? within.flatMap((segment) => drawValue(segment, layout, theme))
    : [];
  return [...frame.marks, ...plot.marks, ...shapes, ...plot.over, ...signs, ...numbers];
}

/** Returns the end of a bar that is cut off, with the value that it would reach. */
function findOverflow(
  { box, to, series }: PlacedSegment,
  { chart, plot }: BarLayout,
  theme: Theme,
): Overflow {
  const isAbove = getSideBeyond(to, plot.range) > 0;
  const color = chart.series[series]?.color ?? colorAt(theme, series);
  const { x, y, width, height } = plot.box;
  return chart.horizontal
    ? {
        x: isAbove ? x + width : x,
        y: box.y + box.height / 2,
        angle: isAbove ? Math.PI / 2 : -Math.PI / 2,
        value: to,
        color,
        // Turned, so that both are measured along and across the text.
        within: { width: box.width, height: box.height * 2 },
      }
    : {
        x: box.x + box.width / 2,
        y: isAbove ? y : y + height,
        angle: isAbove ? 0 : Math.PI,
        value: to,
        color,
        within: { width: box.width, height: box.height },
      };
}

/** A segment of a bar, from one value to another. */
interface BarSegment {
  series: number;
  at: number;
  from: number;
  to: number;
  value: number;
}

function buildSegments({ series }: Chart): BarSegment[] {
  return series.flatMap(({ data }, index) =>
    data.flatMap((datum, at) => {
      const value = numberIn(datum);
      return value === null ? [] : [{ series: index, at, from: 0, to: value, value }];
    }),
  );
}

/** Stacks positive values upwards and negative ones downwards. */
function stackSegments({ series }: Chart): BarSegment[] {
  const tops = new Map<string, number>();
  return buildSegments({ series } as Chart).map((segment) => {
    const key = `${segment.at} ${segment.value < 0}`;
    const from = tops.get(key) ?? 0;
    tops.set(key, from + segment.value);
    return { ...segment, from, to: from + segment.value };
  });
}

interface BarLayout {
  chart: Chart;
  plot: Plot;
  stacked: boolean;
  size: number;
}

function getBox({ series, at, from, to }: BarSegment, { chart, plot, stacked }: BarLayout) {
  const { box, place, base, slot } = plot;
  const [least, most] = chart.horizontal ? [box.x, box.x + box.width] : [box.y, box.y + box.height];
  const within = (value: number) => Math.min(Math.max(plot.value(value), least), most);
  const [start, end] = [
    from === 0 ? Math.min(Math.max(base, least), most) : within(from),
    within(to),
  ];
  const bars = stacked ? 1 : chart.series.length;
  const groupSize = slot * (bars === 1 ? 0.62 : 0.76);
  const gap = bars > 1 && groupSize / bars > 6 ? 1.5 : 0;
  const thickness = Math.max(groupSize / bars - gap, 0.4);
  const across = place(at) - groupSize / 2 + (stacked ? 0 : series * (groupSize / bars)) + gap / 2;
  const low = Math.min(start, end);
  const long = Math.abs(end - start);
  const barBox: PixelRectangle = chart.horizontal
    ? { x: low, y: across, width: long, height: thickness }
    : { x: across, y: low, width: thickness, height: long };
  const isForward = to >= from;
  const [forward, backward]: [Side, Side] = chart.horizontal
    ? ["right", "left"]
    : ["top", "bottom"];
  return { box: barBox, side: isForward ? forward : backward };
}

interface PlacedSegment extends BarSegment {
  box: PixelRectangle;
  side: Side;
}

/** Draws the value of a bar: inside the segment of a stack, or beyond the end of a single bar. */
function drawValue(
  { box, side, value, series }: PlacedSegment,
  { chart, plot, stacked, size }: BarLayout,
  theme: Theme,
): Mark[] {
  const text = plot.format(value);
  const width = textWidth(text, size);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 + size * 0.35 };
  const across = chart.horizontal ? box.height >= size * 1.1 : box.width >= width * 0.8;
  const color = chart.series[series]?.color ?? colorAt(theme, series);
  if (stacked) {
    const fits = width < box.width - 4 && size * 1.3 < box.height;
    return fits ? [{ ...middle, text, size, fill: inkOn(color), align: "center" }] : [];
  }
  if (!across) return [];
  const common = { text, size, fill: theme.ink, halo: getHaloColor(theme) };
  if (side === "top") return [{ ...middle, ...common, y: box.y - size * 0.4, align: "center" }];
  if (side === "bottom") {
    const end = box.y + box.height;
    const below = { ...middle, ...common, y: end + size * 1.1, align: "center" as const };
    if (below.y <= plot.box.y + plot.box.height) return [below];
    // Without room below the bar, the value is at the end inside it, or above a short bar.
    if (box.height < size * 1.6) return [{ ...below, y: box.y - size * 0.4 }];
    const inside = { ...middle, text, size, fill: inkOn(color), align: "center" as const };
    return [{ ...inside, y: end - size * 0.5 }];
  }
  const isRight = side === "right";
  const [x, end] = isRight
    ? [box.x + box.width + size * 0.4, box.x + box.width - size * 0.4]
    : [box.x - size * 0.4, box.x + size * 0.4];
  const fits = isRight ? x + width <= chart.width - 2 : x - width >= plot.box.x;
  if (fits) return [{ ...middle, ...common, x, align: isRight ? "start" : "end" }];
  // If there is no room beyond a long bar, the value is drawn inside it.
  const within = { ...middle, text, size, fill: inkOn(color), x: end };
  return box.width > width + size ? [{ ...within, align: isRight ? "end" : "start" }] : [];
}
