import { formatNumber } from "../svg/svg.ts";
import type { Chart } from "./chart.ts";
import { type Along, type CrossAxis, crossAxis, thinLabels } from "./cross-axis.ts";
import { type Frame, textSize } from "./frame.ts";
import { type Box, type Label, type Mark, rule } from "./marks.ts";
import { fitText, textWidth } from "./text-width.ts";
import type { Theme } from "./theme.ts";
import { numberFormat, scale, shortFormat, type Ticks, valueTicks } from "./ticks.ts";

/** Where values and places are in a plot. */
export interface Plot {
  box: Box;
  /** Where a value is, along the axis of values. */
  value(value: number): number;
  /** Where a place is, along the other. */
  place(at: number): number;
  /** Where bars begin: at zero, or at the end that is nearest to it. */
  base: number;
  /** What is behind the data. */
  marks: Mark[];
  /** What is over the data: the line that it stands on. */
  over: Mark[];
  format(value: number): string;
}

interface PlotAsked {
  theme: Theme;
  frame: Frame;
  values: readonly number[];
  zero?: boolean;
  along: Along;
}

/** Draws the axes around a plot: values upwards, or to the right where bars lie. */
export function plotOf(chart: Chart, asked: PlotAsked): Plot {
  return chart.horizontal ? plotLying(chart, asked) : plotUpright(chart, asked);
}

const clear = { x: 0, y: 0 };

function plotUpright(chart: Chart, asked: PlotAsked): Plot {
  const { theme, frame, along } = asked;
  const { area, unit } = frame;
  const { size, isBare } = sizeOf(chart, frame);
  const titles = axisTitle(chart, { theme, area, size });
  const ticks = ticksOf(chart, { ...asked, room: area.height / (46 * unit) });
  const format = shortFormat(chart.number, { ...ticks, size, width: area.width * 0.22 });
  const texts = ticks.at.map(format);
  const left = isBare ? 0 : Math.max(...texts.map((text) => textWidth(text, size)), 0) + 10 * unit;
  const box = { ...area, x: area.x + left, width: area.width - left };
  const cross = crossAxis(along, { ...chartOf(chart), box, size, theme, side: "bottom", isBare });
  box.height -= cross.depth;
  box.y += size * 0.4;
  box.height -= size * 0.4;
  const value = scale([ticks.low, ticks.high], [box.y + box.height, box.y]);
  const right = formatNumber(box.x + box.width);
  const lineAt = (at: number) => `M${formatNumber(box.x)} ${formatNumber(at)}H${right}`;
  const labels = ticks.at.map((at, index): Label => {
    const place = { x: box.x - 10 * unit, y: value(at) + size * 0.35 };
    return { text: texts[index] ?? "", ...place, size, fill: theme.soft, align: "end" };
  });
  return finishPlot(chart, asked, { box, value, ticks, titles, labels, cross, lineAt });
}

function plotLying(chart: Chart, asked: PlotAsked): Plot {
  const { theme, frame, along } = asked;
  const { area, unit } = frame;
  const { size, isBare } = sizeOf(chart, frame);
  const turned = { ...chart, xLabel: chart.yLabel, yLabel: chart.xLabel };
  const titles = axisTitle(turned, { theme, area, size });
  const box = { ...area, height: area.height - (isBare ? 0 : size * 1.8) };
  const cross = crossAxis(along, { ...chartOf(chart), box, size, theme, side: "left", isBare });
  box.x += cross.depth;
  box.width -= cross.depth;
  const ticks = ticksOf(chart, { ...asked, room: box.width / (90 * unit) });
  const room = box.width / Math.max(ticks.at.length, 1) - size * 0.6;
  const format = shortFormat(chart.number, { ...ticks, size, width: room });
  // The last number must not stand out at the right.
  box.width -= isBare ? 0 : textWidth(format(ticks.high), size) / 2;
  const value = scale([ticks.low, ticks.high], [box.x, box.x + box.width]);
  const bottom = box.y + box.height;
  const lineAt = (at: number) =>
    `M${formatNumber(at)} ${formatNumber(box.y)}V${formatNumber(bottom)}`;
  const labels = ticks.at.map((at): Label => {
    const place = { x: value(at), y: bottom + size * 1.5 };
    return { text: format(at), ...place, size, fill: theme.soft, align: "center" };
  });
  return finishPlot(chart, asked, { box, value, ticks, titles, labels, cross, lineAt });
}

/** What differs between a plot that stands and one that lies. */
interface PlotParts extends Pick<Plot, "box" | "value"> {
  ticks: Ticks;
  titles: readonly Mark[];
  /** The numbers along the axis of values. */
  labels: readonly Label[];
  cross: CrossAxis;
  /** The path of a line across the plot, at a place along the axis of values. */
  lineAt(at: number): string;
}

function finishPlot(
  chart: Chart,
  { theme, frame }: PlotAsked,
  { box, value, ticks, titles, labels, cross, lineAt }: PlotParts,
): Plot {
  const { isBare } = sizeOf(chart, frame);
  const grid = ticks.at.map((at) => rule(lineAt(value(at)), theme.grid, frame.unit));
  const base = value(nearestZero(ticks));
  return {
    box,
    value,
    place: cross.place,
    base,
    format: numberFormat(chart.number),
    marks: [...titles, ...grid, ...(isBare ? [] : thinLabels(labels)), ...cross.marks(box)],
    over: [rule(lineAt(base), theme.axis, frame.unit)],
  };
}

/** How large texts are, and whether there is no room for any. */
function sizeOf({ width, height }: Chart, { unit }: Frame) {
  return { size: textSize * unit, isBare: width < 130 || height < 90 };
}

function chartOf({ number, xType = "auto" }: Chart) {
  return { locale: number?.locale ?? "en", xType };
}

/** The ticks of the axis of values, which has room for so many. */
function ticksOf(
  { yMin: min, yMax: max }: Chart,
  { values, zero = false, room }: Pick<PlotAsked, "values" | "zero"> & { room: number },
) {
  const count = Math.min(Math.max(Math.floor(room), 2), 8);
  return valueTicks(values, { zero, count, min, max });
}

function nearestZero({ low, high }: Ticks): number {
  return Math.min(Math.max(0, low), high);
}

/** Names the axes: the upright one above it, where names of any script can be read. */
function axisTitle(
  { xLabel, yLabel, height }: Chart,
  { theme, area, size }: { theme: Theme; area: Box; size: number },
): Mark[] {
  const marks: Mark[] = [];
  if (height < 160) return marks;
  if (yLabel) {
    const text = fitText(yLabel, { width: area.width, size });
    marks.push({ ...clear, text, x: area.x, y: area.y + size, size, fill: theme.soft });
    area.y += size * 1.7;
    area.height -= size * 1.7;
  }
  if (xLabel) {
    const y = area.y + area.height - size * 0.2;
    const x = area.x + area.width / 2;
    const text = fitText(xLabel, { width: area.width, size });
    marks.push({ text, x, y, size, fill: theme.soft, align: "center" });
    area.height -= size * 1.7;
  }
  return marks;
}
