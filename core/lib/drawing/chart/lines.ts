import { formatNumber, type SvgElement, svg } from "../svg/svg.ts";
import { drawAxes, type Plot } from "./axes.ts";
import {
  type Chart,
  countPlaces,
  type Datum,
  listPlaceNames,
  numberIn,
  numbersIn,
} from "./chart.ts";
import { type Curve, curvePath, type Point } from "./curve.ts";
import { buildFrame, seriesEntries, textSize } from "./frame.ts";
import type { Mark } from "./marks.ts";
import { drawOverflows, getSideBeyond, type Overflow } from "./overflow.ts";
import { textWidth } from "./text-width.ts";
import { colorAt, getHaloColor, type Theme } from "./theme.ts";

// From the seventh series on, lines also differ by their dashes. With too many points they stay solid,
// because thousands of steep segments would produce a million dashes.
const dashedMax = 200;
const dashes = [undefined, "6 4", "2 3"];

/** Draws a line for each series, interrupted at missing values. Area charts are filled below the line. */
export function lines(chart: Chart, theme: Theme): Mark[] {
  const frame = buildFrame(chart, { theme, legend: seriesEntries(chart, theme) });
  const count = countPlaces(chart);
  const along = { kind: "points" as const, labels: listPlaceNames(chart), count };
  const isArea = chart.type === "area";
  const plot = drawAxes(chart, {
    theme,
    frame,
    along,
    values: numbersIn(chart.series),
    zero: isArea,
  });
  const inside = chart.series.flatMap(({ data, color }, index) => {
    const stroke = color ?? colorAt(theme, index);
    const parts = getSegments(data, plot);
    const line = drawLine(parts, { chart, stroke, index, unit: frame.unit });
    const isMarked = chart.points ?? (count <= 32 && chart.width / count > 14);
    const dots = parts.filter((part) => isMarked || part.length === 1).flat();
    return [
      ...(isArea ? [drawArea(parts, { chart, plot, fill: stroke })] : []),
      line,
      ...drawDots(dots, { fill: stroke, ground: theme.ground, radius: 3.2 * frame.unit }),
    ];
  });
  const size = textSize * frame.unit;
  const numbers = chart.values
    ? chart.series.flatMap(({ data }) => drawValueLabels(data, plot, { theme, size }))
    : [];
  const signs = drawOverflows(findOverflows(chart, plot, theme), {
    theme,
    unit: frame.unit,
    size,
    format: plot.format,
  });
  return [
    ...frame.marks,
    ...plot.marks,
    ...plot.over,
    clipToPlot(inside, chart, plot),
    ...signs,
    ...numbers,
  ];
}

/** Returns the points beyond the ends of the value axis. */
function findOverflows({ series }: Chart, { box, place, range }: Plot, theme: Theme): Overflow[] {
  return series.flatMap(({ data, color }, index) =>
    data.flatMap((datum, at): Overflow[] => {
      const value = numberIn(datum);
      const side = value === null ? 0 : getSideBeyond(value, range);
      if (value === null || side === 0) return [];
      const [y, angle] = side > 0 ? [box.y, 0] : [box.y + box.height, Math.PI];
      return [{ x: place(at), y, angle, value, color: color ?? colorAt(theme, index) }];
    }),
  );
}

/** Clips marks beyond the ends of the axis, if those were set. */
function clipToPlot(inside: SvgElement[], chart: Chart, { box }: Plot): SvgElement {
  if (chart.yMin === undefined && chart.yMax === undefined) return svg("g", {}, ...inside);
  const [y, height] = [formatNumber(box.y), formatNumber(box.height)];
  const [x, { width }] = [0, chart];
  const viewBox = `${x} ${y} ${width} ${height}`;
  return svg("svg", { x, y, width, height, viewBox, overflow: "hidden" }, ...inside);
}

function getSegments(data: readonly Datum[], { place, value }: Plot): Point[][] {
  return splitLine(data, (number, at) => [place(at), value(number)]);
}

/** Returns the points of a series, split at missing values. */
export function splitLine(
  data: readonly Datum[],
  getPoint: (value: number, at: number) => Point,
): Point[][] {
  const parts: Point[][] = [];
  let isOpen = false;
  for (const [at, datum] of data.entries()) {
    const value = numberIn(datum);
    const part = isOpen ? parts.at(-1) : undefined;
    isOpen = value !== null;
    if (value === null) continue;
    const point = getPoint(value, at);
    if (part) part.push(point);
    else parts.push([point]);
  }
  return parts;
}

/** Returns the area between a line and its base. */
export function areaBelow(part: readonly Point[], curve: Curve, base: number): string {
  const [first, last] = [part[0], part.at(-1)];
  if (!first || !last) return "";
  const [low, left, right] = [base, first[0], last[0]].map(formatNumber);
  return `${curvePath(part, curve)}L${right} ${low}L${left} ${low}z`;
}

interface Stroke {
  chart: Chart;
  stroke: string;
  index: number;
  unit: number;
}

function drawLine(parts: readonly Point[][], { chart, stroke, index, unit }: Stroke): SvgElement {
  const d = parts.filter((part) => part.length > 1).map((part) => curvePath(part, getCurve(chart)));
  return svg("path", {
    d: d.join(""),
    fill: "none",
    stroke,
    "stroke-width": formatNumber(2.25 * unit),
    "stroke-linejoin": "round",
    "stroke-linecap": "round",
    "stroke-dasharray":
      countPlaces(chart) > dashedMax ? undefined : dashes[Math.floor(index / 6) % dashes.length],
  });
}

function drawArea(
  parts: readonly Point[][],
  { chart, plot, fill }: { chart: Chart; plot: Plot; fill: string },
): SvgElement {
  const d = parts
    .filter((part) => part.length > 1)
    .map((part) => areaBelow(part, getCurve(chart), plot.base));
  return svg("path", { d: d.join(""), fill, "fill-opacity": chart.series.length > 1 ? 0.2 : 0.16 });
}

function getCurve({ curve = "linear" }: Chart): Curve {
  return curve;
}

/** Draws dots with a ring in the background colour, to separate them from the line. */
export function drawDots(
  points: readonly Point[],
  { fill, ground, radius }: { fill: string; ground: string; radius: number },
): SvgElement[] {
  if (points.length === 0) return [];
  const half = (right: number) =>
    `a${formatNumber(radius)} ${formatNumber(radius)} 0 1 0 ${formatNumber(right * radius)} 0`;
  const circle = `${half(2)}${half(-2)}z`;
  const d = points
    .map(([x, y]) => `M${formatNumber(x - radius)} ${formatNumber(y)}${circle}`)
    .join("");
  const ring = ground.startsWith("#") ? ground : "none";
  return [svg("path", { d, fill, stroke: ring, "stroke-width": formatNumber(radius / 2.2) })];
}

/** Draws the values of a series above its points, as many as fit next to each other. */
function drawValueLabels(
  data: readonly Datum[],
  { place, value, format, range }: Plot,
  { theme, size }: { theme: Theme; size: number },
): Mark[] {
  const labels = data.map(numberIn).map((number) => ({
    number,
    text: number === null ? "" : format(number),
  }));
  const widest = labels.reduce((most, { text }) => Math.max(most, textWidth(text, size)), 1);
  const each = Math.max(1, Math.ceil((widest * 0.8) / Math.abs(place(1) - place(0) || widest)));
  return labels.flatMap(({ number, text }, at): Mark[] => {
    if (number === null || at % each !== 0 || getSideBeyond(number, range) !== 0) return [];
    const spot = { x: place(at), y: value(number) - size * 0.8, align: "center" as const };
    return [{ ...spot, text, size, fill: theme.ink, halo: getHaloColor(theme) }];
  });
}
