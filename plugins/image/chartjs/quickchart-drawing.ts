import type { Chart, Plugin } from "chart.js";
import { toFont } from "chart.js/helpers";
import { inkOn } from "hub/drawing";
import { type ChartOptions, isOptions } from "./legacy.ts";
import type { Addition } from "./quickchart-types.ts";

/** The place of a slice. */
interface Slice {
  x: number;
  y: number;
  startAngle: number;
  endAngle: number;
  innerRadius: number;
  outerRadius: number;
  options: { backgroundColor?: unknown };
}

/** Creates the plugin that draws the additions of a type of QuickChart. `warn` receives sentences about missing space. */
export function createAddition(addition: Addition, warn: (warning: string) => void): Plugin {
  const { gauge, outlabels } = addition;
  return {
    id: "hub-quickchart",
    beforeLayout(chart) {
      if (gauge) reserveValueLabel(chart, gauge.label);
      if (outlabels && outlabels.display !== false) reserveOutlabels(chart, outlabels);
    },
    afterDatasetsDraw(chart) {
      if (gauge) drawGauge(chart, gauge);
      if (outlabels && outlabels.display !== false) drawOutlabels(chart, outlabels, warn);
    },
  };
}

function getSlices(chart: Chart): Slice[] {
  return chart.getDatasetMeta(0).data as unknown as Slice[];
}

/** Reads a number in pixels or per cent, from 0 to `max`. */
function readNumber(value: unknown, initial: number, max = 1000): number {
  return typeof value === "number" && value >= 0 ? Math.min(value, max) : initial;
}

function readColor(value: unknown, initial: string): string {
  return typeof value === "string" ? value : initial;
}

function readFont(options: ChartOptions, initial: number, forced?: number) {
  const given = isOptions(options.font) ? options.font : {};
  const size = forced ?? readNumber(given.size ?? options.fontSize, initial, 200);
  return toFont({ ...given, size } as never);
}

type ValueLabel = NonNullable<Addition["gauge"]>["label"];

function getLabelHeight(label: ValueLabel): number {
  if (label.display === false) return 0;
  return readFont(label, 18).lineHeight + 2 * readNumber(label.padding, 6, 50);
}

/** Reserves the space below a gauge for the label of its value. */
function reserveValueLabel(chart: Chart, label: ValueLabel): void {
  addPadding(chart, { bottom: getLabelHeight(label) + 14 });
}

/** The original padding of each chart. Updates of a chart would add to it again. */
const paddings = new WeakMap<Chart, Record<Side, number>>();
type Side = "top" | "right" | "bottom" | "left";

function addPadding(chart: Chart, added: Partial<Record<Side, number>>): void {
  const layout = chart.options.layout ?? {};
  const { padding = 0 } = layout as { padding?: unknown };
  const getSide = (side: Side) =>
    typeof padding === "number" ? padding : Number(isOptions(padding) ? (padding[side] ?? 0) : 0);
  const base = paddings.get(chart) ?? {
    ...{ top: getSide("top"), right: getSide("right") },
    ...{ bottom: getSide("bottom"), left: getSide("left") },
  };
  paddings.set(chart, base);
  const sum = { ...base };
  for (const [side, pixels] of Object.entries(added)) sum[side as Side] += pixels;
  layout.padding = sum;
}

function drawGauge(chart: Chart, { share, needle, label }: NonNullable<Addition["gauge"]>): void {
  const [first] = getSlices(chart);
  const last = getSlices(chart).at(-1);
  if (!first || !last) return;
  const { ctx } = chart;
  const { x, y, innerRadius, outerRadius, startAngle } = first;
  const width = chart.chartArea.width / 100;
  const radius = width * readNumber(needle.radiusPercentage, 2, 20);
  const half = (width * readNumber(needle.widthPercentage, 3.2, 20)) / 2;
  const length =
    innerRadius +
    (outerRadius - innerRadius) * (readNumber(needle.lengthPercentage, 80, 200) / 100);
  ctx.save();
  ctx.translate(x, y);
  ctx.fillStyle = readColor(needle.color, String(chart.options.color ?? "#000"));
  ctx.rotate(startAngle + (last.endAngle - startAngle) * share);
  ctx.beginPath();
  ctx.moveTo(0, -half);
  ctx.lineTo(length, 0);
  ctx.lineTo(0, half);
  ctx.closePath();
  ctx.fill();
  ctx.beginPath();
  ctx.arc(0, 0, radius, 0, 2 * Math.PI);
  ctx.fill();
  ctx.restore();
  if (label.display !== false) drawValueLabel(chart, label, { x, y: y + radius + 4 });
}

function drawValueLabel(chart: Chart, label: ValueLabel, { x, y }: { x: number; y: number }): void {
  const { ctx } = chart;
  const padding = readNumber(label.padding, 6, 50);
  const font = readFont(label, 18);
  const height = getLabelHeight(label);
  const plate = readColor(label.backgroundColor, "#1f2933");
  ctx.save();
  ctx.font = font.string;
  const width = ctx.measureText(label.text).width + 2 * padding;
  const top = Math.min(y, chart.height - height);
  ctx.fillStyle = plate;
  ctx.beginPath();
  ctx.roundRect(x - width / 2, top, width, height, readNumber(label.borderRadius, 5, height / 2));
  ctx.fill();
  ctx.fillStyle = readColor(label.color, inkOn(plate));
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(label.text, x, top + height / 2, chart.width - 2 * padding);
  ctx.restore();
}

interface Outlabel {
  lines: string[];
  color: string;
  angle: number;
}

/** Returns the labels of the slices with an area, in the order of the slices. */
function listOutlabels(chart: Chart, options: ChartOptions): (Outlabel & { index: number })[] {
  const { data, backgroundColor } = chart.data.datasets[0] ?? { data: [] };
  const values = data.map((value) => {
    const own = isOptions(value) ? (value as ChartOptions).value : value;
    const number = own === null || own === "" ? 0 : Number(own);
    return Number.isFinite(number) ? Math.max(number, 0) : 0;
  });
  const sum = values.reduce((total, value) => total + value, 0);
  const template = typeof options.text === "string" ? options.text : "%l %p";
  const locale = chart.options.locale ?? "en";
  const write = (digits: number, style: "percent" | "decimal") =>
    new Intl.NumberFormat(locale, { style, maximumFractionDigits: Math.round(digits) });
  const percent = write(readNumber(options.percentPrecision, 1, 10), "percent");
  const plain = write(readNumber(options.valuePrecision, 3, 10), "decimal");
  let before = 0;
  return values.flatMap((value, index) => {
    const middle = sum === 0 ? 0 : (before + value / 2) / sum;
    before += value;
    if (value === 0 || chart.getDataVisibility(index) === false) return [];
    const name = chart.data.labels?.[index];
    const parts: Record<string, string> = {
      l: Array.isArray(name) ? name.join(" ") : String(name ?? ""),
      p: percent.format(value / sum),
      v: plain.format(value),
    };
    const text = template.replace(/%([lpv])(?:\.\d)?/g, (_, part: string) => parts[part] ?? "");
    const color = Array.isArray(backgroundColor)
      ? backgroundColor[index % backgroundColor.length]
      : backgroundColor;
    return { index, lines: text.split("\n"), color: readColor(color, "#555555"), angle: middle };
  });
}

/** Chooses a font with which the labels of each side fit below each other. */
function layOut(chart: Chart, options: ChartOptions) {
  const labels = listOutlabels(chart, options);
  const padding = readNumber(options.padding, 4, 30);
  const sides = [
    labels.filter(({ angle }) => angle < 0.5),
    labels.filter(({ angle }) => angle >= 0.5),
  ];
  let font = readFont(options, 12);
  const measure = () =>
    Math.max(
      ...sides.map((side) =>
        side.reduce((sum, { lines }) => sum + lines.length * font.lineHeight + 2 * padding + 2, 0),
      ),
    );
  while (measure() > chart.height - 8 && font.size > 8) font = readFont(options, 12, font.size - 1);
  return { labels, sides, font, padding };
}

function reserveOutlabels(chart: Chart, options: ChartOptions): void {
  const { labels, font, padding } = layOut(chart, options);
  const { ctx } = chart;
  ctx.save();
  ctx.font = font.string;
  const width = Math.max(
    0,
    ...labels.flatMap(({ lines }) => lines.map((line) => ctx.measureText(line).width)),
  );
  ctx.restore();
  const stretch = readNumber(options.stretch, 24, 100);
  const side = Math.min(width + 2 * padding + stretch, chart.width * 0.36);
  const height = Math.min(2 * font.lineHeight, chart.height / 6);
  addPadding(chart, { left: side, right: side, top: height, bottom: height });
}

function drawOutlabels(chart: Chart, options: ChartOptions, warn: (warning: string) => void): void {
  const slices = getSlices(chart);
  const { sides, font, padding } = layOut(chart, options);
  const { ctx } = chart;
  ctx.save();
  ctx.font = font.string;
  ctx.textBaseline = "middle";
  let cut = 0;
  for (const [index, side] of sides.entries()) {
    const isRight = index === 0;
    const placed = side
      .flatMap((label) => {
        const slice = slices[label.index];
        return slice ? [{ ...label, slice, ...findAnchor(slice) }] : [];
      })
      .toSorted((one, two) => one.y - two.y);
    const heights = placed.map(({ lines }) => lines.length * font.lineHeight + 2 * padding);
    const tops = spread(
      placed.map(({ y }, at) => y - (heights[at] ?? 0) / 2),
      { heights, bottom: chart.height },
    );
    for (const [at, label] of placed.entries()) {
      const box = { top: tops[at] ?? 0, height: heights[at] ?? 0, padding, isRight };
      if (!drawOutlabel(chart, label, { ...box, options, lineHeight: font.lineHeight })) cut++;
    }
  }
  ctx.restore();
  if (cut > 0) warn(`${cut} of ${sides.flat().length} labels have no space`);
}

function findAnchor({ x, y, startAngle, endAngle, outerRadius }: Slice) {
  const angle = (startAngle + endAngle) / 2;
  return { x: x + Math.cos(angle) * outerRadius, y: y + Math.sin(angle) * outerRadius };
}

/** Moves boxes apart, within the picture. */
function spread(
  wanted: readonly number[],
  { heights, bottom }: { heights: readonly number[]; bottom: number },
): number[] {
  const tops = [...wanted];
  let end = 2;
  for (const [at, top] of tops.entries()) {
    tops[at] = Math.max(top, end);
    end = (tops[at] ?? 0) + (heights[at] ?? 0) + 2;
  }
  let start = bottom - 2;
  for (let at = tops.length - 1; at >= 0; at--) {
    tops[at] = Math.min(tops[at] ?? 0, start - (heights[at] ?? 0));
    start = (tops[at] ?? 0) - 2;
  }
  return tops;
}

interface LabelBox {
  top: number;
  height: number;
  padding: number;
  isRight: boolean;
  options: ChartOptions;
  lineHeight: number;
}

/** Draws a label and its line. Returns whether it is within the picture. */
function drawOutlabel(
  chart: Chart,
  { lines, color, slice, x, y }: Outlabel & { slice: Slice; x: number; y: number },
  { top, height, padding, isRight, options, lineHeight }: LabelBox,
): boolean {
  const { ctx } = chart;
  const width = Math.max(...lines.map((line) => ctx.measureText(line).width)) + 2 * padding;
  const distance = slice.outerRadius + readNumber(options.stretch, 24, 100);
  const wanted = isRight ? slice.x + distance : slice.x - distance - width;
  const left = Math.min(Math.max(wanted, 2), chart.width - width - 2);
  if (left < 0 || top < 0 || left + width > chart.width || top + height > chart.height)
    return false;
  const edge = isRight ? left : left + width;
  const plate = readColor(options.backgroundColor, color);
  ctx.strokeStyle = readColor(options.lineColor, color);
  ctx.lineWidth = readNumber(options.lineWidth, 2, 20);
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(edge, top + height / 2);
  ctx.stroke();
  ctx.beginPath();
  ctx.roundRect(left, top, width, height, readNumber(options.borderRadius, 0, height / 2));
  ctx.fillStyle = plate;
  ctx.fill();
  ctx.fillStyle = readColor(options.color, inkOn(plate.slice(0, 7)));
  ctx.textAlign = "left";
  for (const [at, line] of lines.entries())
    ctx.fillText(line, left + padding, top + padding + (at + 0.5) * lineHeight);
  return true;
}
