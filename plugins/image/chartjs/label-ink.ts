import type { Chart, ChartMeta, Element } from "chart.js";
import { inkOn } from "hub/drawing";
import { contrast, formatCss, over, type Rgba, readColor, white } from "../color/color.ts";
import { callerFunctions } from "./callbacks.ts";
import { getColorAt } from "./fills.ts";

/** The colour of a value label, and that of the outline that separates it from what is behind. */
export interface LabelInk {
  color: string;
  outline?: string;
}

/** A value label of `chartjs-plugin-datalabels`, which has no public access to them. */
export interface PlacedLabel {
  _index: number;
  _model: { color: unknown; backgroundColor: unknown; font: { size: number } } | null;
  _config: { color: unknown };
  $groups: { _set: number };
  $layout?: {
    _visible: boolean;
    _box: { _rect: { x: number; y: number; w: number; h: number } };
  };
}

/** The contrast at which text is readable (WCAG 2.2, 1.4.3), and that of large text, with its size in pixels. */
const contrastMin = { text: 4.5, large: 3 };
const largeMin = 24;

/** Returns the visible value labels of a drawn chart. */
export function listVisibleLabels(chart: Chart): PlacedLabel[] {
  const { $datalabels: { _labels: labels = [] } = {} } = chart as unknown as {
    $datalabels?: { _labels?: PlacedLabel[] };
  };
  return labels.filter(({ $layout }) => $layout?._visible);
}

/** Returns the name of a label in a chart. */
export function getLabelKey(datasetIndex: number, index: number): string {
  return `${datasetIndex} ${index}`;
}

/**
 * Chooses the ink of each label by what is behind it: a bar, a slice or the paper. A label across the edge of a bar has
 * an outline in the colour of the paper. Empty if all labels have their ink already, or a colour of the caller.
 */
export function chooseInks(
  chart: Chart,
  { ink, ground, halo }: { ink: string; ground: string; halo: string },
): Map<string, LabelInk> {
  const outline = ground.length === 7 ? ground : halo;
  const paper = readColor(ground) ?? white;
  const labels = listVisibleLabels(chart).filter(({ _config }) => isOwnInk(_config.color));
  const inks = labels.map((label) => chooseInk(listGrounds(chart, label, paper), { ink, outline }));
  const isDone = labels.every(({ _model }, index) => {
    const { color, outline } = inks[index] ?? {};
    return _model?.color === color && outline === undefined;
  });
  if (isDone) return new Map();
  return new Map(
    labels.map(({ $groups, _index }, index) => [
      getLabelKey($groups._set, _index),
      inks[index] ?? { color: ink },
    ]),
  );
}

/** Returns whether a colour is chosen here, and not by the caller. */
function isOwnInk(color: unknown): boolean {
  return typeof color === "function" && !callerFunctions.has(color);
}

function chooseInk(
  [center = white, ...edges]: readonly Rgba[],
  { ink, outline }: { ink: string; outline: string },
): LabelInk {
  const color = inkOn(formatCss(center));
  const isReadable = edges.every((edge) => getContrast(color, edge) >= contrastMin.text);
  return isReadable ? { color } : { color: ink, outline };
}

/** Returns the number of labels in the caller's colour that are hard to read on what is behind them. */
export function countUnreadable(chart: Chart, ground: string): number {
  const paper = readColor(ground) ?? white;
  const isHard = (label: PlacedLabel) => {
    const { color, font } = label._model ?? {};
    if (isOwnInk(label._config.color)) return false;
    const [center = paper] = listGrounds(chart, label, paper);
    const needed = (font?.size ?? 0) >= largeMin ? contrastMin.large : contrastMin.text;
    return typeof color === "string" && getContrast(color, center) < needed;
  };
  return listVisibleLabels(chart).filter(isHard).length;
}

function getContrast(color: string, ground: Rgba): number {
  const read = readColor(color);
  return read ? contrast(over(read, ground), ground) : Number.POSITIVE_INFINITY;
}

/** Returns the colours behind the centre and the corners of a label. */
function listGrounds(chart: Chart, { _model, $layout }: PlacedLabel, paper: Rgba): Rgba[] {
  const { x = 0, y = 0, w = 0, h = 0 } = $layout?._box._rect ?? {};
  const plate = typeof _model?.backgroundColor === "string" && readColor(_model.backgroundColor);
  // The box has a padding around the text.
  const [dx, dy] = [w / 2 - 4, h / 2 - 4];
  const [cx, cy] = [x + w / 2, y + h / 2];
  const corners = [-1, 1].flatMap((side) => [-1, 1].map((end) => [cx + side * dx, cy + end * dy]));
  return [[cx, cy], ...corners].map(([x = 0, y = 0]) => {
    const below = findColor(chart, x, y, paper);
    return plate ? over(plate, below) : below;
  });
}

/** A bar or a slice. */
type Shape = Element & { inRange(x: number, y: number, isFinal?: boolean): boolean };

/** The line of a dataset, and what is filled below it. */
interface Area {
  dataset?: Element & { interpolate?(point: object, axis: string): unknown };
  $filler?: { fill?: unknown };
}

/** Returns the colour of the bars, slices and areas at a point, on the paper. */
function findColor(chart: Chart, x: number, y: number, paper: Rgba): Rgba {
  let color = paper;
  // The last one is drawn first.
  for (const meta of chart.getSortedVisibleDatasetMetas().toReversed()) {
    const { data, type } = meta;
    if (type === "scatter" || type === "bubble" || type === "radar") continue;
    const shape =
      type === "line"
        ? findArea(chart, meta, { x, y })
        : (data as unknown as Shape[]).findLast((one) => one.inRange(x, y, true));
    const read = getColorAt(shape?.options.backgroundColor, x, y);
    if (read) color = over(read, color);
  }
  return color;
}

/** Returns the line whose area a point is in. */
function findArea(
  chart: Chart,
  meta: ChartMeta,
  point: { x: number; y: number },
): Element | undefined {
  const { dataset: line, $filler: { fill = false } = {} } = meta as unknown as Area;
  const { iScale, vScale } = meta;
  if (!line || !iScale || !vScale || fill === false) return undefined;
  const [along, across] = [iScale.axis, vScale.axis] as ["x" | "y", "x" | "y"];
  const find = ({ dataset }: Area) => {
    const found = dataset?.interpolate?.(point, along);
    const [first] = Array.isArray(found) ? found : [found];
    return (first as Partial<typeof point> | undefined)?.[across];
  };
  const edge = find(meta as unknown as Area);
  const ends = {
    start: vScale.getPixelForValue(vScale.min),
    end: vScale.getPixelForValue(vScale.max),
  };
  const base =
    typeof fill === "number"
      ? find(chart.getDatasetMeta(fill) as unknown as Area)
      : fill === "start" || fill === "end"
        ? ends[fill]
        : vScale.getBasePixel();
  if (edge === undefined || base === undefined) return undefined;
  const isInside = Math.min(edge, base) <= point[across] && point[across] <= Math.max(edge, base);
  return isInside ? line : undefined;
}
