import { formatNumber, svg } from "../svg/svg.ts";
import type { Chart } from "./chart.ts";
import { boldShare, type Mark, type PixelRectangle } from "./marks.ts";
import { fitText, lineHeight, splitLines, textWidth } from "./text-width.ts";
import { colorAt, type Theme } from "./theme.ts";

/** An entry of the legend. */
export interface LegendEntry {
  name: string;
  color: string;
}

/** The title and legend around the plot, and the remaining area. */
export interface Frame {
  area: PixelRectangle;
  marks: Mark[];
  /** The scale relative to a chart of 800 × 400. */
  unit: number;
}

/** The text size outside the plot, before scaling by `unit`. */
export const textSize = 12;

interface FrameOptions {
  theme: Theme;
  legend?: readonly LegendEntry[];
  /** The default position of the legend. */
  side?: "top" | "right" | undefined;
}

/** Lays out title, subtitle and legend, as far as the chart has room. */
export function buildFrame(
  chart: Chart,
  { theme, legend = [], side = "top" }: FrameOptions,
): Frame {
  const { width, height } = chart;
  const unit = Math.min(Math.max(Math.min(width / 800, height / 400), 0.8), 3);
  const pad = Math.min(24 * unit, width / 16, height / 12);
  const area = { x: pad, y: pad, width: width - 2 * pad, height: height - 2 * pad };
  const marks = drawHeading(chart, { theme, area, unit });
  const requested = chart.legend ?? "auto";
  const position = requested === "auto" ? side : requested;
  if (legend.length > 0 && position !== "none" && height >= 140 && width >= 200)
    marks.push(...drawLegend(position, { legend, area, theme, unit }));
  return { area, marks, unit };
}

interface Heading {
  theme: Theme;
  area: PixelRectangle;
  unit: number;
}

/** Draws the title and subtitle, and subtracts their height from `area`. */
function drawHeading({ title, subtitle, height }: Chart, { theme, area, unit }: Heading): Mark[] {
  const marks: Mark[] = [];
  const write = (text: string, { size, bold = false }: { size: number; bold?: boolean }) => {
    area.y += size;
    const fill = bold ? theme.ink : theme.soft;
    const width = bold ? area.width / boldShare : area.width;
    marks.push({ text: fitText(text, { width, size }), x: area.x, y: area.y, size, fill, bold });
    area.y += 8 * unit + (splitLines(text).length - 1) * lineHeight * size;
  };
  const top = area.y;
  if (title && height >= 110)
    write(title, { size: getTitleSize(title, area.width, unit), bold: true });
  if (subtitle && height >= 180) write(subtitle, { size: 13 * unit });
  if (area.y > top) area.y += 6 * unit;
  area.height -= area.y - top;
  return marks;
}

/** Returns the size of a title. A long title gets smaller before it is cut. */
function getTitleSize(title: string, width: number, unit: number): number {
  const fullSize = 18 * unit;
  const share = width / boldShare / Math.max(textWidth(title, fullSize), 1);
  return fullSize * Math.min(1, Math.max(share, 0.75));
}

interface Legend extends Heading {
  legend: readonly LegendEntry[];
}

function drawLegend(position: "top" | "bottom" | "right", options: Legend): Mark[] {
  return position === "right" ? drawColumn(options) : drawRows(position, options);
}

function drawRows(position: "top" | "bottom", { legend, area, theme, unit }: Legend): Mark[] {
  const size = textSize * unit;
  const [line, gap, swatch] = [size * 1.7, 18 * unit, size * 1.5];
  const most = Math.min(area.width - swatch, 220 * unit);
  let [x, row] = [0, 0];
  const placed = legend.map(({ name, color }) => {
    const text = fitText(name, { width: most, size });
    const width = swatch + textWidth(text, size);
    if (x > 0 && x + width > area.width) [x, row] = [0, row + 1];
    const at = { text, color, x, row };
    x += width + gap;
    return at;
  });
  // A legend takes at most a third of the height.
  const rowsMax = Math.max(1, Math.floor(area.height / 3 / line));
  const height = Math.min(row + 1, rowsMax) * line;
  const top = position === "top" ? area.y : area.y + area.height - height + 6 * unit;
  if (position === "top") area.y += height + 6 * unit;
  area.height -= height + 6 * unit;
  const visible = placed.filter((entry) => entry.row < rowsMax);
  // The number of omitted entries takes the place of the last ones.
  const rest = (count: number) => textWidth(formatMore(count), size);
  const end = () => {
    const last = visible.at(-1);
    return last && last.row === rowsMax - 1
      ? last.x + swatch + textWidth(last.text, size) + gap
      : 0;
  };
  if (visible.length < placed.length)
    while (visible.length > 1 && end() + rest(placed.length - visible.length) > area.width)
      visible.pop();
  const unnamed = placed.length - visible.length;
  const marks = visible.flatMap(({ text, color, x, row }) =>
    drawSwatch({ text, color, x: area.x + x, y: top + row * line }, { theme, size }),
  );
  if (unnamed === 0) return marks;
  const y = top + (rowsMax - 1) * line + size * 0.9;
  return [...marks, { text: formatMore(unnamed), x: area.x + end(), y, size, fill: theme.soft }];
}

/** Returns the label for omitted entries. */
function formatMore(count: number): string {
  return `+ ${count}`;
}

function drawColumn({ legend, area, theme, unit }: Legend): Mark[] {
  const size = textSize * unit;
  const [line, swatch] = [size * 1.8, size * 1.5];
  const names = legend.map(({ name }) => textWidth(name, size));
  // Rounding of a sum of widths could cut the longest name.
  const nameWidth = Math.min(Math.max(...names), area.width * 0.42 - swatch);
  const width = nameWidth + swatch;
  const fitting = Math.max(1, Math.floor(area.height / line));
  const visible = legend.slice(0, legend.length > fitting ? Math.max(1, fitting - 1) : fitting);
  const unnamed = legend.length - visible.length;
  const x = area.x + area.width - width;
  const lines = visible.length + (unnamed > 0 ? 1 : 0);
  const top = area.y + (area.height - lines * line) / 2;
  area.width -= width + 24 * unit;
  const marks = visible.flatMap(({ name, color }, index) =>
    drawSwatch(
      { text: fitText(name, { width: nameWidth, size }), color, x, y: top + index * line },
      { theme, size },
    ),
  );
  if (unnamed === 0) return marks;
  const y = top + visible.length * line + size * 0.9;
  return [...marks, { text: formatMore(unnamed), x: x + size * 1.35, y, size, fill: theme.soft }];
}

interface SwatchEntry {
  text: string;
  color: string;
  x: number;
  y: number;
}

function drawSwatch(
  { text, color, x, y }: SwatchEntry,
  { theme, size }: { theme: Theme; size: number },
): Mark[] {
  const side = size * 0.85;
  return [
    svg("rect", {
      x: formatNumber(x),
      y: formatNumber(y + (size - side) / 2 + size * 0.06),
      width: formatNumber(side),
      height: formatNumber(side),
      rx: formatNumber(side / 4),
      fill: color,
    }),
    { text, x: x + size * 1.35, y: y + size * 0.9, size, fill: theme.ink },
  ];
}

/** Returns a text as one line. */
export function joinLines(text: string): string {
  return splitLines(text).join(" ");
}

/** Returns the legend's entries. By default there are none for a single series, because the title describes it. */
export function seriesEntries({ series, legend = "auto" }: Chart, theme: Theme): LegendEntry[] {
  if (series.length < 2 && legend === "auto") return [];
  return series
    .map(({ name, color }, index) => ({
      name: joinLines(name),
      color: color ?? colorAt(theme, index),
    }))
    .filter(({ name }) => name !== "");
}
