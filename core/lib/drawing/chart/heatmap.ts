import { formatNumber, svg } from "../svg/svg.ts";
import { type Chart, countPlaces, extent, listPlaceNames, numberIn, numbersIn } from "./chart.ts";
import { crossAxis } from "./cross-axis.ts";
import { buildFrame, textSize } from "./frame.ts";
import { barPath, type Mark, type PixelRectangle } from "./marks.ts";
import { getSideBeyond } from "./overflow.ts";
import { textWidth } from "./text-width.ts";
import { inkOn, rampColor, type Theme } from "./theme.ts";
import { numberFormat, shortFormat } from "./ticks.ts";

/** The number of shades in a colour ramp. */
const shades = 48;

/** Draws a row of cells for each series, coloured by value. */
export function heatmap(chart: Chart, theme: Theme): Mark[] {
  const { area, marks, unit } = buildFrame(chart, { theme });
  const size = textSize * unit;
  const tone = createTone(chart, theme);
  const key =
    chart.legend === "none" || chart.height < 140
      ? []
      : drawKey(chart, { area, theme, size, tone });
  const { box, axes } = layOutAxes(chart, { area, theme, size });
  const cells = createCells(chart, { box, tone, unit });
  const format = numberFormat(chart.number);
  const numbers = cells.map(({ value, shade, box }) => ({
    text: format(value),
    fill: inkOn(tone.color(shade)),
    box,
  }));
  const fits = numbers.every(
    ({ text, box }) => textWidth(text, size) + 6 < box.width && size * 1.4 < box.height,
  );
  const hasValues = chart.values ?? fits;
  return [
    ...marks,
    ...key,
    ...drawCells(cells, tone),
    ...axes,
    ...(hasValues && fits
      ? numbers.map(({ text, fill, box }) => drawCentred(text, { fill, box, size }))
      : []),
  ];
}

interface Cell {
  value: number;
  shade: number;
  box: PixelRectangle;
  /** Whether it touches its neighbours. */
  isClose: boolean;
}

/** Returns a cell for each value that isn't missing. */
function createCells(
  chart: Chart,
  { box, tone, unit }: { box: PixelRectangle; tone: Tone; unit: number },
): Cell[] {
  const columns = Math.max(countPlaces(chart), 1);
  const [width, height] = [box.width / columns, box.height / Math.max(chart.series.length, 1)];
  const gap = Math.min(width, height) > 8 ? Math.min(2 * unit, 3) : 0;
  const isClose = gap === 0;
  return chart.series.flatMap(({ data }, row) =>
    data.flatMap((datum, column): Cell[] => {
      const value = numberIn(datum);
      if (value === null) return [];
      const x = box.x + column * width + gap / 2;
      const y = box.y + row * height + gap / 2;
      const own = { x, y, width: width - gap, height: height - gap };
      return [{ value, shade: tone.shade(value), box: isClose ? snapToPixels(own) : own, isClose }];
    }),
  );
}

/** Draws one path per shade, so that thousands of cells need only a few dozen elements. */
function drawCells(cells: readonly Cell[], tone: Tone): Mark[] {
  return [...Map.groupBy(cells, ({ shade }) => shade)].map(([shade, own]) =>
    svg("path", {
      d: own.map(({ box }) => barPath(box)).join(""),
      fill: tone.color(shade),
      ...(own.some(({ isClose }) => isClose) && { "shape-rendering": "crispEdges" }),
    }),
  );
}

/**
 * Snaps a box to whole pixels if it is large enough. Without gaps between cells, partial pixels would be
 * visible.
 */
function snapToPixels({ x, y, width, height }: PixelRectangle): PixelRectangle {
  const across = width < 2 ? [x, x + width] : [Math.round(x), Math.round(x + width)];
  const down = height < 2 ? [y, y + height] : [Math.round(y), Math.round(y + height)];
  const [left = x, right = x] = across;
  const [top = y, bottom = y] = down;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

interface Tone {
  low: number;
  high: number;
  shade(value: number): number;
  color(shade: number): string;
}

/** Creates the colour scale. If values are on both sides of zero, zero is in the middle of the ramp. */
function createTone(chart: Chart, theme: Theme): Tone {
  const [least, most] = extent(numbersIn(chart.series));
  let [low, high] = [chart.yMin ?? least, chart.yMax ?? most];
  const isDiverging = low < 0 && high > 0 && chart.yMin === undefined && chart.yMax === undefined;
  if (isDiverging) [low, high] = [-Math.max(-low, high), Math.max(-low, high)];
  const ramp = isDiverging ? theme.diverging : theme.heat;
  const shade = (value: number) => {
    const share = high > low ? (value - low) / (high - low) : 0.5;
    return Math.round(Math.min(Math.max(share, 0), 1) * shades);
  };
  return { low, high, shade, color: (shade) => rampColor(ramp, shade / shades) };
}

interface AxesOptions {
  area: PixelRectangle;
  theme: Theme;
  size: number;
}

function layOutAxes(
  chart: Chart,
  { area, theme, size }: AxesOptions,
): { box: PixelRectangle; axes: Mark[] } {
  const common = {
    size,
    theme,
    locale: "en",
    xType: "category" as const,
    isBare: chart.width < 130 || chart.height < 90,
  };
  const rows = chart.series.map(({ name }) => name);
  const left = crossAxis(
    { kind: "bands", labels: rows, count: rows.length },
    { ...common, box: area, side: "left" },
  );
  const box = { ...area, x: area.x + left.depth, width: area.width - left.depth };
  const labels = listPlaceNames(chart);
  const below = crossAxis(
    { kind: "bands", labels, count: labels.length },
    { ...common, box, side: "bottom" },
  );
  box.height -= below.depth;
  // Lays out the rows again, in the height that remains above the column names.
  const finalRows = crossAxis(
    { kind: "bands", labels: rows, count: rows.length },
    { ...common, box: { ...box, width: area.width }, side: "left" },
  );
  return { box, axes: [...finalRows.marks(box), ...below.marks(box)] };
}

/** Draws the colour key above the cells: a bar with the values at its ends. */
function drawKey(chart: Chart, { area, theme, size, tone }: AxesOptions & { tone: Tone }): Mark[] {
  const at = [tone.low, tone.high];
  const format = shortFormat(chart.number, { at, size, width: area.width * 0.25 });
  // Values beyond the ends have the colours of the ends.
  const range = [tone.low, tone.high] as const;
  const sides = new Set(numbersIn(chart.series).map((value) => getSideBeyond(value, range)));
  const low = `${sides.has(-1) ? "≤ " : ""}${format(tone.low)}`;
  const high = `${sides.has(1) ? "≥ " : ""}${format(tone.high)}`;
  const length = Math.min(area.width * 0.4, 160 * (size / textSize));
  const start = area.x + textWidth(low, size) + size * 0.6;
  const step = length / shades;
  const y = area.y + size * 0.15;
  const bar = Array.from({ length: shades }, (_, shade) =>
    svg("rect", {
      x: formatNumber(start + shade * step),
      y: formatNumber(y),
      width: formatNumber(step + 0.4),
      height: formatNumber(size * 0.8),
      fill: tone.color(shade),
    }),
  );
  area.y += size * 2;
  area.height -= size * 2;
  const common = { y: y + size * 0.78, size, fill: theme.soft };
  return [
    { ...common, text: low, x: area.x },
    ...bar,
    { ...common, text: high, x: start + length + size * 0.6 },
  ];
}

function drawCentred(
  text: string,
  { fill, box, size }: { fill: string; box: PixelRectangle; size: number },
): Mark {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2 + size * 0.35];
  return { text, x, y, size, fill, align: "center" };
}
