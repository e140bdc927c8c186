import {
  Chart,
  type ChartConfiguration,
  type LegendItem,
  type Plugin,
  registerables,
  type Scale,
  type Tick,
  Ticks,
} from "chart.js";
import { toPadding } from "chart.js/helpers";
import annotation from "chartjs-plugin-annotation";
// The package's main file would load a second Chart.js, which breaks doughnuts.
import dataLabels from "chartjs-plugin-datalabels/dist/chartjs-plugin-datalabels.esm.js";
import {
  type CanvasModule,
  encodeImage,
  escapeXml,
  inkOn,
  loadCanvas,
  resolveTheme,
} from "hub/drawing";
import { formatCss, over, readColor, white } from "../color/color.ts";
import image from "../plugin.ts";
import type { Config, Dataset } from "./config.ts";
import { registerDates, type TimeUnit, timeFormats } from "./date-adapter.ts";
import { createPainter, Fill } from "./fills.ts";
import { registerFonts } from "./fonts.ts";
import { roundNoise } from "./formatters.ts";
import { registerFurtherTypes } from "./further-types.ts";
import {
  chooseInks,
  countUnreadable,
  getLabelKey,
  type LabelInk,
  listVisibleLabels,
} from "./label-ink.ts";
import { type ChartOptions, isOptions } from "./legacy.ts";
import { checkPlottedValues } from "./plotted-values.ts";
import { createAddition } from "./quickchart-drawing.ts";
import type { Addition } from "./quickchart-types.ts";

Chart.register(...registerables, annotation);
registerFurtherTypes();
registerDates();

/** The size and look of a picture. */
export interface PictureOptions {
  width: number;
  height: number;
  /** Pixels of a raster image per pixel of the chart. */
  density: number;
  /** A colour as `#rrggbb` or `#rrggbbaa`, or `none`. */
  background: string;
  theme: "light" | "dark";
  /** The default layout: that of the hub's other charts, or that of Chart.js. */
  layout: "hub" | "chartjs";
  format: "png" | "webp" | "jpg" | "svg";
}

type Theme = ReturnType<typeof resolveTheme>;
type Canvas = InstanceType<CanvasModule["Canvas"]>;

/** A configuration, and the hub's fonts for its texts by the name of a family. */
interface Unpainted extends Config {
  family(name: string): string;
  module: CanvasModule;
  /** Warnings about labels without space. A set, because a chart may be drawn several times. */
  unplaced: Set<string>;
  /** The inks of value labels. Empty until the first drawing shows what is behind them. */
  inks: ReadonlyMap<string, LabelInk>;
}

/** A configuration for one canvas. */
interface Prepared extends Unpainted {
  paint(fill: Fill): object | null;
}

/** A finished chart. */
interface DrawnChart {
  bytes: Uint8Array<ArrayBuffer>;
  /** A sentence for each kind of value that has no mark in the chart. */
  warnings: string[];
}

/** Draws a configuration with Chart.js. Throws `invalid_input` for values that aren't numbers or dates. */
export async function drawConfig(config: Config, look: PictureOptions): Promise<DrawnChart> {
  const { width, height, format } = look;
  const module = await loadCanvas();
  const { createCanvas, SvgExportFlag } = module;
  // Annotations draw arrowheads with the browser's class.
  Object.assign(globalThis, { Path2D: module.Path2D });
  const prepared: Unpainted = {
    ...config,
    unplaced: new Set(),
    inks: new Map(),
    module,
    family: (name) => registerFonts(module, config.texts, { family: chooseFamily(name) }),
  };
  if (format === "svg") {
    const { canvas, chart } = createRoomyChart(
      () => createCanvas(width, height, SvgExportFlag.ConvertTextToPaths),
      { config: prepared, look },
    );
    const warnings = listWarnings(chart, prepared, look);
    chart.destroy();
    const svg = describeSvg(numberIds(canvas.getContent().toString()), config);
    return { bytes: new Uint8Array(Buffer.from(svg)), warnings };
  }
  const { canvas, chart } = createRoomyChart(() => createCanvas(width, height), {
    config: prepared,
    look,
  });
  const warnings = listWarnings(chart, prepared, look);
  const bytes = await encodeCanvas(canvas, format);
  chart.destroy();
  return { bytes, warnings };
}

function listWarnings(
  chart: Chart,
  { at, addition, unplaced, warnings }: Unpainted,
  look: PictureOptions,
): string[] {
  const count = countUnreadable(chart, resolveTheme(look).ground);
  return [
    ...warnings,
    ...checkPlottedValues(chart, at),
    ...(count > 0 ? [`the colour of ${count} value labels is hard to read on their ground`] : []),
    ...(addition?.warnings ?? []),
    ...unplaced,
  ];
}

/** Encodes a picture. The canvas's own PNG encoder takes twenty times as long as sharp. */
async function encodeCanvas(canvas: Canvas, format: "png" | "webp" | "jpg") {
  if (format !== "png")
    return new Uint8Array(await canvas.encode(format === "webp" ? "webp" : "jpeg", 90));
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  return encodeImage({ width, height, data: new Uint8Array(data.buffer) }, { format });
}

/** Creates a chart with enough padding for the labels on its values, and with readable ones. Most need a single attempt. */
function createRoomyChart<Target extends object>(
  createCanvas: () => Target,
  { config, look }: { config: Unpainted; look: PictureOptions },
): { canvas: Target; chart: Chart } {
  for (let attempt = 1, { options, inks } = config; ; attempt++) {
    const canvas = createCanvas();
    const { size } = config.texts;
    const chart = createChart(canvas, { ...config, options, inks }, look);
    if (config.faults.length > 0) {
      chart.destroy();
      throw config.faults[0];
    }
    const padding = attempt < 3 ? findPadding(chart, look) : undefined;
    // The texts of callbacks need fonts, too.
    const isComplete = config.texts.size === size || attempt >= 3;
    if (!padding && isComplete) {
      if (inks.size > 0) return { canvas, chart };
      inks = chooseInks(chart, resolveTheme(look));
      if (inks.size === 0) return { canvas, chart };
    }
    if (padding) options = { ...options, layout: { ...asOptions(options.layout), padding } };
    chart.destroy();
  }
}

/** Returns the padding at which all labels on values are within the picture. Undefined if they are. */
function findPadding(chart: Chart, { width, height }: PictureOptions) {
  const { top, right, bottom, left } = toPadding(chart.options.layout?.padding as number);
  const needed = { top, right, bottom, left };
  for (const { $layout } of listVisibleLabels(chart)) {
    if (!$layout) continue;
    const { x, y, w, h } = $layout._box._rect;
    needed.left = Math.max(needed.left, left - x);
    needed.top = Math.max(needed.top, top - y);
    needed.right = Math.max(needed.right, right + x + w - width);
    needed.bottom = Math.max(needed.bottom, bottom + y + h - height);
  }
  const isEnough =
    needed.top + needed.right + needed.bottom + needed.left <= top + right + bottom + left;
  // Labels that need most of the picture stay as they are.
  const isPossible =
    needed.left + needed.right < width / 2 && needed.top + needed.bottom < height / 2;
  return isEnough || !isPossible ? undefined : needed;
}

function createChart(canvas: object, unpainted: Unpainted, look: PictureOptions): Chart {
  const density = look.format === "svg" ? 1 : look.density;
  const paint = createPainter(canvas, { ...look, density }, unpainted.module);
  const config = { ...unpainted, paint };
  const theme = resolveTheme(look);
  // The labels plugin reads its fonts from here. Drawing is synchronous, so no other chart sees them.
  Chart.defaults.font.family = config.family("sans");
  Chart.defaults.font.size = 13;
  Chart.defaults.color = theme.soft;
  Chart.defaults.borderColor = theme.grid;
  Chart.defaults.scales.logarithmic.ticks.callback = formatPowers;
  for (const type of ["time", "timeseries"] as const)
    Chart.defaults.scales[type].ticks.callback = formatTime;
  Chart.defaults.scales.radialLinear.pointLabels.font = { size: 12 };
  setLayout(look.layout);
  const configuration = {
    type: config.type,
    data: { ...config.data, datasets: paintDatasets(config, theme) },
    options: createOptions(config, { theme, look }),
    plugins: [
      createBackground(look),
      ...(hasDataLabels(config) ? [dataLabels] : []),
      ...(config.addition
        ? [
            createAddition(replaceResources(config.addition, config) as Addition, (warning) =>
              config.unplaced.add(warning),
            ),
          ]
        : []),
    ],
  };
  try {
    return new Chart(canvas as never, configuration as unknown as ChartConfiguration);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    if (config.faults.length > 0) throw config.faults[0];
    // Engines describe their own code if an option has another type than Chart.js expects.
    const [message = ""] =
      cause instanceof TypeError
        ? ["an option has a value of the wrong type"]
        : cause.message.split("\n");
    throw image.error("invalid_input", `Chart.js cannot draw this configuration: ${message}`, {
      cause,
    });
  }
}

/** Sets the defaults of what isn't a colour. A configuration can override all of them. */
function setLayout(layout: PictureOptions["layout"]): void {
  const isHub = layout === "hub";
  const align = isHub ? "start" : "center";
  Chart.defaults.set({
    plugins: {
      title: { align },
      legend: {
        align,
        labels: { boxWidth: isHub ? 12 : 40, boxHeight: isHub ? 12 : undefined },
      },
    },
    elements: { bar: { borderRadius: isHub ? 3 : 0 } },
    scales: { category: { grid: { display: !isHub } } },
  });
}

/** The part of a time axis that formats its ticks. */
interface TimeAxis extends Scale {
  _unit?: TimeUnit;
  _adapter: { format(time: number, format: string): string };
  options: Scale["options"] & {
    time: { unit?: TimeUnit | false; displayFormats: Record<TimeUnit, string> };
  };
}

/** Formats a time, with its day on axes of several days. Chart.js would repeat the same hour. */
function formatTime(this: Scale, value: string | number): string {
  const { min, max, _unit, _adapter, options } = this as TimeAxis;
  const { unit: chosen, displayFormats } = options.time;
  const unit = _unit ?? (chosen || "millisecond");
  const own = _adapter.format(Number(value), displayFormats[unit]);
  const isDefault = displayFormats[unit] === timeFormats[unit];
  const isPartOfDay = ["millisecond", "second", "minute", "hour"].includes(unit);
  const [first, last, day] = [min, max, Number(value)].map((time) =>
    _adapter.format(time, timeFormats.day),
  );
  return isDefault && isPartOfDay && first !== last ? `${day}, ${own}` : own;
}

/** Writes the ticks that Chart.js would label, without its decimals for all because of the smallest. */
function formatPowers(this: Scale, tick: string | number, index: number, ticks: Tick[]): string {
  const value = Number(tick);
  const text = Ticks.formatters.logarithmic.apply(this, [value, index, ticks]);
  const { locale } = this.chart.options;
  return text === ""
    ? ""
    : new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 }).format(value);
}

function isRound(type: string): boolean {
  return ["pie", "doughnut", "polarArea"].includes(type);
}

function createOptions(
  config: Prepared,
  { theme, look }: { theme: Theme; look: PictureOptions },
): ChartOptions {
  const { plugins: given, ...options } = replaceResources(config.options, config) as ChartOptions;
  const { doughnutlabel, datalabels, ...plugins } = asOptions(given);
  // A single dataset without a name has nothing to explain.
  const hasLegend = isRound(config.type)
    ? config.data.labels.some((label) => label !== "")
    : config.data.datasets.some(({ label }) => label);
  const legend = asOptions(plugins.legend);
  // Lines in front of bars don't change the order of the legend.
  const isOrdered = config.data.datasets.some(({ order }) => order !== undefined);
  return {
    locale: "en",
    layout: { padding: Math.min(10, Math.floor(Math.min(look.width, look.height) / 20)) },
    ...options,
    ...(isOptions(options.scales) &&
      hasDaysOnly(config) && { scales: limitToDays(options.scales) }),
    responsive: false,
    animation: false,
    devicePixelRatio: look.format === "svg" ? 1 : look.density,
    plugins: {
      ...plugins,
      ...(isOptions(doughnutlabel) && {
        annotation: addDoughnutLabel(asOptions(plugins.annotation), doughnutlabel),
      }),
      title: {
        color: theme.ink,
        ...asOptions(plugins.title),
        font: { size: 18, weight: "bold", ...asOptions(asOptions(plugins.title).font) },
      },
      legend: {
        display: hasLegend,
        ...legend,
        labels: { ...(!isOrdered && { sort: compareIndexes }), ...asOptions(legend.labels) },
      },
      datalabels: { ...createDataLabels(config, theme), ...asOptions(datalabels) },
      tooltip: { enabled: false },
    },
  };
}

/** Returns whether all dates of a chart are days or months without a time. */
function hasDaysOnly({ data: { labels, datasets } }: Config): boolean {
  const points = datasets.flatMap(({ data }) => data.filter(isOptions));
  const texts = [...labels, ...points.flatMap(({ x, y }) => [x, y])].filter(
    (one) => typeof one === "string",
  );
  return texts.length > 0 && texts.every((text) => /^\d{4}-\d\d(?:-\d\d)?$/.test(text));
}

/** Sets days as the smallest unit of time axes without a unit. */
function limitToDays(scales: ChartOptions): ChartOptions {
  return Object.fromEntries(
    Object.entries(scales).map(([id, scale]) => {
      const { type, time } = asOptions(scale);
      const isTime = type === "time" || type === "timeseries";
      return [
        id,
        isTime ? { ...asOptions(scale), time: { minUnit: "day", ...asOptions(time) } } : scale,
      ];
    }),
  );
}

function compareIndexes(one: LegendItem, two: LegendItem): number {
  return (one.datasetIndex ?? one.index ?? 0) - (two.datasetIndex ?? two.index ?? 0);
}

function asOptions(value: unknown): ChartOptions {
  if (isOptions(value)) return value;
  return typeof value === "boolean" ? { display: value } : {};
}

function hasDataLabels({ type, options, data }: Config): boolean {
  return (
    isRound(type) ||
    asOptions(options.plugins).datalabels !== undefined ||
    data.datasets.some(({ datalabels }) => datalabels !== undefined)
  );
}

/** A data label's place, as far as its look depends on it. */
interface LabelPlace {
  dataset: Dataset;
  datasetIndex: number;
  dataIndex: number;
}

/** Returns the look of data labels. Slices have labels unless they are switched off, other shapes on request. */
function createDataLabels(config: Prepared, theme: Theme): ChartOptions {
  const { formatLabel, isBeside } = config.addition ?? {};
  const isInside = ({ dataset, dataIndex }: LabelPlace) => {
    if (isBeside?.(dataIndex)) return false;
    const kind = dataset.type ?? config.type;
    return kind === "bar" || isRound(kind);
  };
  const { backgroundColor: plate } = asOptions(asOptions(config.options.plugins).datalabels);
  const guessColor = (place: LabelPlace) => {
    const colors = place.dataset.backgroundColor;
    const own = Array.isArray(colors) ? colors[place.dataIndex % colors.length] : colors;
    const behind = plate ?? (isInside(place) ? own : undefined);
    const known = typeof behind === "string" ? readColor(behind) : undefined;
    const paper = readColor(theme.ground) ?? white;
    return known ? inkOn(formatCss(over(known, paper))) : theme.ink;
  };
  const getInk = (place: LabelPlace): LabelInk =>
    config.inks.get(getLabelKey(place.datasetIndex, place.dataIndex)) ?? {
      color: guessColor(place),
    };
  const isRequested =
    isRound(config.type) || asOptions(config.options.plugins).datalabels !== undefined;
  return {
    display: isRequested ? "auto" : false,
    color: (place: LabelPlace) => getInk(place).color,
    textStrokeColor: (place: LabelPlace) => getInk(place).outline,
    textStrokeWidth: (place: LabelPlace) => (getInk(place).outline ? 3 : 0),
    clamp: true,
    formatter: formatLabel
      ? (_: unknown, { dataIndex }: LabelPlace) => formatLabel(dataIndex)
      : formatValue,
    align: (place: LabelPlace) => (isInside(place) ? "center" : isBeside ? "right" : "top"),
    ...(isBeside && { anchor: (place: LabelPlace) => (isInside(place) ? "center" : "end") }),
    font: { weight: isRound(config.type) ? "bold" : "normal" },
  };
}

/** Returns the text of a value: its end on the axis of values, or both ends of a floating bar. */
function formatValue(
  value: unknown,
  { chart, datasetIndex, dataIndex }: { chart: Chart; datasetIndex: number; dataIndex: number },
): unknown {
  const { type, vScale, _parsed } = chart.getDatasetMeta(datasetIndex);
  if (Array.isArray(value))
    return type === "bar" ? value.map(roundAny).join(" – ") : roundAny(value[1]);
  if (!isOptions(value)) return roundAny(value);
  const parsed = _parsed[dataIndex] as number | ChartOptions | undefined;
  const number = isOptions(parsed) ? parsed[vScale?.axis ?? "r"] : parsed;
  return value.label ?? roundAny(value.r ?? number);
}

function roundAny(value: unknown): unknown {
  return typeof value === "number" ? roundNoise(value) : value;
}

/** Draws the texts of `chartjs-plugin-doughnutlabel` as an annotation. */
function addDoughnutLabel(
  annotation: ChartOptions,
  { labels, color, font }: ChartOptions,
): ChartOptions {
  const lines = (Array.isArray(labels) ? labels : []).map(asOptions);
  const common = asOptions(font);
  const label = {
    type: "doughnutLabel",
    content: lines.map(({ text }) => String(text ?? "")),
    font: lines.map((line) => ({ ...common, ...asOptions(line.font) })),
    color: lines.map((line) => line.color ?? color ?? Chart.defaults.color),
  };
  return {
    ...annotation,
    annotations: { ...asOptions(annotation.annotations), doughnutlabel: label },
  };
}

/** Gives datasets without colours those of the hub's palette, and draws lines in front of bars. */
function paintDatasets(config: Prepared, theme: Theme): Dataset[] {
  const { type, data } = config;
  const kinds = data.datasets.map((dataset) => dataset.type ?? type);
  const isMixed = new Set(kinds).size > 1;
  return data.datasets.map((given, index) => {
    const kind = kinds[index] ?? type;
    const common = findCommonColors(kind, config.options);
    const dataset = replaceResources({ ...common, ...given }, config) as Dataset;
    const color = theme.series[index % theme.series.length] ?? theme.ink;
    const colors = getColors(kind, { color, theme, count: given.data.length });
    return {
      ...(hasOwnColors(dataset) && !isRound(kind) ? getDatasetColors(kind, dataset) : colors),
      ...dataset,
      // Options of labels on one dataset mean that it has labels.
      ...(isOptions(dataset.datalabels) && {
        datalabels: { display: "auto", ...dataset.datalabels },
      }),
      ...(isMixed && dataset.order === undefined && { order: kind === "bar" ? 1 : 0 }),
    };
  });
}

/** Returns the colours that the options set for all datasets of a kind. */
function findCommonColors(kind: string, options: ChartOptions): ChartOptions {
  const element = isRound(kind) ? "arc" : kind === "bar" ? "bar" : "line";
  const sources = [
    options,
    asOptions(asOptions(options.elements)[element]),
    asOptions(asOptions(options.datasets)[kind]),
  ];
  const entries = sources.flatMap(({ backgroundColor, borderColor }) =>
    Object.entries({ backgroundColor, borderColor }).filter(([, color]) => color !== undefined),
  );
  return Object.fromEntries(entries);
}

function hasOwnColors({ backgroundColor, borderColor }: Dataset): boolean {
  return backgroundColor !== undefined || borderColor !== undefined;
}

/** Completes the colours of a dataset that sets some of them, so that none is foreign to it. */
function getDatasetColors(kind: string, { backgroundColor, borderColor }: Dataset): ChartOptions {
  const line = borderColor ?? backgroundColor;
  const solid = readColor(String(line));
  const isArea = kind === "line" || kind === "radar";
  const fill = isArea && solid ? formatCss([solid[0], solid[1], solid[2], 0x33]) : line;
  return {
    backgroundColor: fill,
    ...((!isArea || typeof line === "string") && { borderColor: line }),
    ...(isArea && { pointBackgroundColor: line, pointBorderColor: line }),
  };
}

function getColors(
  kind: string,
  { color, theme, count }: { color: string; theme: Theme; count: number },
): ChartOptions {
  if (isRound(kind)) {
    const opacity = kind === "polarArea" ? "c0" : "";
    const slices = Array.from(
      { length: Math.max(count, 1) },
      (_, index) => `${theme.series[index % theme.series.length]}${opacity}`,
    );
    return {
      backgroundColor: slices,
      borderColor: theme.ground === "none" ? theme.halo : theme.ground,
    };
  }
  if (kind === "bar") return { backgroundColor: color, borderColor: color };
  // The names of nodes.
  if (kind === "sankey") return { color: theme.ink };
  if (kind === "boxplot" || kind === "violin")
    return {
      ...{ backgroundColor: `${color}55`, borderColor: color },
      ...{ outlierBackgroundColor: color, outlierRadius: 3, meanBackgroundColor: color },
    };
  const isFilled = kind === "radar" || kind === "line";
  const points = { pointBackgroundColor: color, pointBorderColor: color };
  return isFilled
    ? { backgroundColor: `${color}33`, borderColor: color, ...points }
    : { backgroundColor: `${color}b8`, borderColor: color };
}

/** Replaces the names of font families by those of the hub's fonts, and fills by paints of the canvas. */
function replaceResources(value: unknown, config: Prepared): unknown {
  if (value instanceof Fill) return config.paint(value);
  if (Array.isArray(value)) return value.map((one) => replaceResources(one, config));
  if (!isOptions(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === "family" && typeof one === "string"
        ? config.family(one)
        : replaceResources(one, config),
    ]),
  );
}

function chooseFamily(names: string): "sans" | "serif" | "mono" {
  const lower = names.toLowerCase();
  if (/mono|courier|consol|menlo/.test(lower)) return "mono";
  return /(?<!sans-)serif|times|georgia|garamond/.test(lower) && !lower.includes("sans")
    ? "serif"
    : "sans";
}

function createBackground({ background, width, height, format }: PictureOptions): Plugin {
  return {
    id: "hub-background",
    beforeDraw({ ctx }) {
      // JPEG has no transparency.
      const color = background === "none" ? (format === "jpg" ? "#ffffff" : undefined) : background;
      if (color === undefined) return;
      ctx.save();
      ctx.globalCompositeOperation = "destination-over";
      ctx.fillStyle = color;
      ctx.fillRect(0, 0, width, height);
      ctx.restore();
    },
  };
}

/** Numbers the ids of an SVG, which the canvas counts on from one drawing to the next. */
function numberIds(svg: string): string {
  const names = new Map<string, string>();
  return svg.replace(/(?<=id="|#)[a-z]+_[0-9a-f]+(?=[")])/g, (id) => {
    const name = names.get(id) ?? `c${names.size}`;
    names.set(id, name);
    return name;
  });
}

/** Adds the role and the text alternative to the SVG of a canvas. */
function describeSvg(svg: string, config: Config): string {
  const { title, description } = describeConfig(config);
  const start = svg.indexOf("<svg ");
  const end = svg.indexOf(">", start);
  return `${svg.slice(start, end)} role="img" aria-labelledby="title desc"><title id="title">${escapeXml(title)}</title><desc id="desc">${escapeXml(description)}</desc>${svg.slice(end + 1)}`;
}

/** Returns the text alternative of a chart. */
export function describeConfig({ type, data, options, addition }: Config): {
  title: string;
  description: string;
} {
  const { text } = asOptions(asOptions(options.plugins).title);
  const kind = `${type.slice(0, 1).toUpperCase()}${type.slice(1).replace("A", " a")} chart`;
  const title = Array.isArray(text) ? text.join(" ") : text;
  const labels = data.labels.map((label) =>
    Array.isArray(label) ? label.join(" ") : String(label),
  );
  const [first = "", last = ""] = [labels[0], labels.at(-1)];
  const along = labels.length > 1 && first && last ? `, from ${first} to ${last}` : "";
  const names = data.datasets
    .map(({ label }) => label)
    .filter((label) => typeof label === "string");
  const of = names.length > 0 ? ` of ${names.join(", ")}` : "";
  const count = Math.max(0, ...data.datasets.map(({ data }) => data.length));
  const each = data.datasets.length > 1 ? " each" : "";
  const amount = `${count === 1 ? "value" : "values"}${each}`;
  const { description = `${kind}${of}: ${count} ${amount}${along}` } = addition ?? {};
  const [name = kind] = addition?.description?.split(":") ?? [];
  return { title: typeof title === "string" && title !== "" ? title : name, description };
}
