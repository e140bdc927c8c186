import { formatNumber } from "../svg/svg.ts";
import type { Chart } from "./chart.ts";
import { type Along, type CrossAxis, crossAxis, thinLabels } from "./cross-axis.ts";
import { type Frame, joinLines, textSize } from "./frame.ts";
import { type Label, type Mark, type PixelRectangle, rule } from "./marks.ts";
import { fitText, textWidth } from "./text-width.ts";
import type { Theme } from "./theme.ts";
import { numberFormat, scale, shortFormat, type Ticks, valueTicks } from "./ticks.ts";

/** The plot area, and its mapping from data to pixels. */
export interface Plot {
  box: PixelRectangle;
  /** Returns the position of a value along the value axis. */
  value(value: number): number;
  /** Returns the position of a data index along the cross axis. */
  place(at: number): number;
  /** The values at the ends of the value axis. */
  range: readonly [low: number, high: number];
  /** The width of a band along the cross axis. */
  slot: number;
  /** The position where bars start: at zero, or at the end of the axis nearest to it. */
  base: number;
  /** Marks behind the data. */
  marks: Mark[];
  /** Marks in front of the data, such as the base line. */
  over: Mark[];
  format(value: number): string;
}

interface PlotOptions {
  theme: Theme;
  frame: Frame;
  values: readonly number[];
  zero?: boolean;
  along: Along;
}

/** Draws the axes around a plot. The value axis is vertical, or horizontal for horizontal bars. */
export function drawAxes(chart: Chart, options: PlotOptions): Plot {
  return chart.horizontal
    ? createHorizontalPlot(chart, options)
    : createVerticalPlot(chart, options);
}

const clear = { x: 0, y: 0 };

function createVerticalPlot(chart: Chart, options: PlotOptions): Plot {
  const { theme, frame, along } = options;
  const { area, unit } = frame;
  const { size, isBare } = getTextSize(chart, frame);
  const titles = drawAxisTitles(chart, { theme, area, size });
  const ticks = createTicks(chart, { ...options, room: area.height / (46 * unit) });
  const format = shortFormat(chart.number, { ...ticks, size, width: area.width * 0.22 });
  const texts = ticks.at.map(format);
  const left = isBare ? 0 : Math.max(...texts.map((text) => textWidth(text, size)), 0) + 10 * unit;
  const box = { ...area, x: area.x + left, width: area.width - left };
  const createCross = () =>
    crossAxis(along, { ...getAxisOptions(chart), box, size, theme, side: "bottom", isBare });
  // The names move less than the edge, because the bands become narrower.
  const overhang = Math.min(createCross().overhang * 1.15, box.width * 0.2);
  box.x += overhang;
  box.width -= overhang;
  const cross = createCross();
  box.height -= cross.depth;
  box.y += size * 0.4;
  box.height -= size * 0.4;
  const value = scale([ticks.low, ticks.high], [box.y + box.height, box.y]);
  const right = formatNumber(box.x + box.width);
  const lineAt = (at: number) => `M${formatNumber(box.x)} ${formatNumber(at)}H${right}`;
  const labels = ticks.at.map((at, index): Label => {
    const origin = { x: box.x - 10 * unit, y: value(at) + size * 0.35 };
    return { text: texts[index] ?? "", ...origin, size, fill: theme.soft, align: "end" };
  });
  return finishPlot(chart, options, { box, value, ticks, titles, labels, cross, lineAt });
}

function createHorizontalPlot(chart: Chart, options: PlotOptions): Plot {
  const { theme, frame, along } = options;
  const { area, unit } = frame;
  const { size, isBare } = getTextSize(chart, frame);
  const turned = { ...chart, xLabel: chart.yLabel, yLabel: chart.xLabel };
  const titles = drawAxisTitles(turned, { theme, area, size });
  const box = { ...area, height: area.height - (isBare ? 0 : size * 1.8) };
  const cross = crossAxis(along, {
    ...getAxisOptions(chart),
    box,
    size,
    theme,
    side: "left",
    isBare,
  });
  box.x += cross.depth;
  box.width -= cross.depth;
  const ticks = createTicks(chart, { ...options, room: box.width / (90 * unit) });
  const room = box.width / Math.max(ticks.at.length, 1) - size * 0.6;
  const format = shortFormat(chart.number, { ...ticks, size, width: room });
  // Reserves half the width of the last number, which would extend beyond the right edge.
  box.width -= isBare ? 0 : textWidth(format(ticks.high), size) / 2;
  const value = scale([ticks.low, ticks.high], [box.x, box.x + box.width]);
  const bottom = box.y + box.height;
  const lineAt = (at: number) =>
    `M${formatNumber(at)} ${formatNumber(box.y)}V${formatNumber(bottom)}`;
  const labels = ticks.at.map((at): Label => {
    const origin = { x: value(at), y: bottom + size * 1.5 };
    return { text: format(at), ...origin, size, fill: theme.soft, align: "center" };
  });
  return finishPlot(chart, options, { box, value, ticks, titles, labels, cross, lineAt });
}

/** The parts that differ between vertical and horizontal plots. */
interface PlotParts extends Pick<Plot, "box" | "value"> {
  ticks: Ticks;
  titles: readonly Mark[];
  /** The numbers along the value axis. */
  labels: readonly Label[];
  cross: CrossAxis;
  /** Returns the path of a line across the plot at a position on the value axis. */
  lineAt(at: number): string;
}

function finishPlot(
  chart: Chart,
  { theme, frame }: PlotOptions,
  { box, value, ticks, titles, labels, cross, lineAt }: PlotParts,
): Plot {
  const { isBare } = getTextSize(chart, frame);
  const grid = ticks.at.map((at) => rule(lineAt(value(at)), theme.grid, frame.unit));
  const base = value(getNearestZero(ticks));
  return {
    box,
    value,
    range: [ticks.low, ticks.high],
    slot: cross.slot,
    place: cross.place,
    base,
    format: numberFormat(chart.number),
    marks: [...titles, ...grid, ...(isBare ? [] : thinLabels(labels)), ...cross.marks(box)],
    over: [rule(lineAt(base), theme.axis, frame.unit)],
  };
}

/** Returns the text size, and whether the chart is too small for text. */
function getTextSize({ width, height }: Chart, { unit }: Frame) {
  return { size: textSize * unit, isBare: width < 130 || height < 90 };
}

function getAxisOptions({ number, xType = "auto" }: Chart) {
  return { locale: number?.locale ?? "en", xType };
}

/** Returns the ticks of the value axis, at most as many as there is room for. */
function createTicks(
  { yMin: min, yMax: max }: Chart,
  { values, zero = false, room }: Pick<PlotOptions, "values" | "zero"> & { room: number },
) {
  const count = Math.min(Math.max(Math.floor(room), 2), 8);
  return valueTicks(values, { zero, count, min, max });
}

function getNearestZero({ low, high }: Ticks): number {
  return Math.min(Math.max(0, low), high);
}

/**
 * Draws the axis titles. That of the vertical axis is above it, horizontally, so that all scripts are
 * readable.
 */
function drawAxisTitles(
  { xLabel, yLabel, height }: Chart,
  { theme, area, size }: { theme: Theme; area: PixelRectangle; size: number },
): Mark[] {
  const marks: Mark[] = [];
  if (height < 160) return marks;
  if (yLabel) {
    const text = fitText(joinLines(yLabel), { width: area.width, size });
    marks.push({ ...clear, text, x: area.x, y: area.y + size, size, fill: theme.soft });
    area.y += size * 1.7;
    area.height -= size * 1.7;
  }
  if (xLabel) {
    const y = area.y + area.height - size * 0.2;
    const x = area.x + area.width / 2;
    const text = fitText(joinLines(xLabel), { width: area.width, size });
    marks.push({ text, x, y, size, fill: theme.soft, align: "center" });
    area.height -= size * 1.7;
  }
  return marks;
}
