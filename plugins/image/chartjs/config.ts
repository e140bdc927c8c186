import { formatCss, parseColor } from "../color/color.ts";
import image from "../plugin.ts";
import { Callback, callerFunctions } from "./callbacks.ts";
import { applyColorScheme } from "./color-schemes.ts";
import { Fill, readFill } from "./fills.ts";
import {
  createFormatter,
  type Formatter,
  formatLabels,
  formatTicks,
  formatterNames,
} from "./formatters.ts";
import { readFurtherValue } from "./further-values.ts";
import { type ChartOptions, getOptions, isOptions, upgradeConfig } from "./legacy.ts";
import { type Addition, quickChartTypes, unfoldType } from "./quickchart-types.ts";
import { Code } from "./relaxed.ts";
import {
  annotationTypes,
  chartTypes,
  furtherTypes,
  ignoredOptions,
  numberBounds,
  pointStyles,
  refusedOptions,
  type Supported,
  scaleTypes,
  supportedDataset,
  supportedOptions,
  supportedScale,
  timeUnits,
} from "./supported.ts";
import { findUnknownLetters, readTimeFormat } from "./time-format.ts";

const {
  chartJsPointsMax,
  chartJsDatasetsMax,
  chartJsTextMax,
  chartJsSlicesMax,
  chartJsCharactersMax,
  chartJsAnnotationsMax,
} = image.limits;

/** A dataset that can be drawn. */
export interface Dataset extends ChartOptions {
  type?: string;
  data: unknown[];
}

/** A configuration that Chart.js draws completely. */
export interface Config {
  type: string;
  data: { labels: unknown[]; datasets: Dataset[] } & ChartOptions;
  options: ChartOptions;
  /** All texts that may be drawn. */
  texts: Set<string>;
  /** The location of the configuration in the request. */
  at: string;
  /** The additions of a type of QuickChart. */
  addition?: Addition | undefined;
  /** A sentence for each field without effect. */
  warnings: readonly string[];
  /** The errors of callbacks while it was drawn. */
  faults: readonly unknown[];
}

/** Rejects an option with its path. */
type Refuse = (path: string, problem: string) => never;

/**
 * Checks a Chart.js configuration. Throws `invalid_input` with the path of the first part that a picture can't have,
 * so that no chart is drawn without a part of it. `version` is that of Chart.js for which it is written.
 */
export function prepareConfig(given: unknown, at: string, version?: unknown): Config {
  const refuse: Refuse = (path, problem) => {
    throw image.error("invalid_input", `${path} ${problem}`, { at: path });
  };
  if (!isOptions(given)) return refuse(at, "must be a Chart.js configuration: an object");
  const checker = new Checker(refuse);
  const { locale: language } = getOptions(given.options);
  const locale = checker.checkLocale(language, `${at}.options.locale`);
  const { config: unfolded, addition } = unfoldType(given, {
    ...{ at, locale, refuse },
    check: (options, supported, path) =>
      checker.checkOptions(options, supported, { at: path, locale }),
  });
  const isVersion2 = version !== undefined && /^2\b/.test(String(version));
  const config = upgradeConfig(unfolded, isVersion2);
  for (const [name, value] of Object.entries(config)) {
    if (name === "plugins" && !isEmpty(value))
      refuse(`${at}.${name}`, "is not supported: a chart cannot bring its own plugins");
    if (!["type", "data", "options", "version", "plugins"].includes(name))
      checker.skip(`${at}.${name}`);
  }
  const data = applyColorScheme(config, { at, refuse });
  // Datasets of several types can have all of them.
  const [first] = isOptions(data) && Array.isArray(data.datasets) ? data.datasets : [];
  const type = config.type ?? (isOptions(first) ? first.type : undefined);
  if (typeof type !== "string" || !chartTypes.has(type))
    return refuse(
      `${at}.type`,
      `must be one of ${[...chartTypes, ...quickChartTypes].join(", ")}: it is ${show(type)}`,
    );
  if (!isOptions(data)) return refuse(`${at}.data`, "must be an object with labels and datasets");
  const options = getOptions(config.options);
  if (given.options !== undefined && !isOptions(given.options))
    refuse(`${at}.options`, `must be an object: it is ${show(given.options)}`);
  const datasets = checker.checkDatasets(data, { at: `${at}.data`, locale, type });
  const { scales, ...others } = options;
  const { tickFormat, colorschemes: _, ...plugins } = getOptions(others.plugins);
  const checked = checker.checkOptions({ ...others, plugins }, supportedOptions, {
    ...{ at: `${at}.options`, locale },
  });
  if (scales !== undefined)
    checked.scales = checker.checkScales(scales, { at: `${at}.options.scales`, locale });
  const named = nameAxes(getOptions(checked.scales), datasets);
  checked.scales = isEmpty(tickFormat)
    ? named.scales
    : formatValueAxes(named.scales, {
        ...{ type, indexAxis: checked.indexAxis },
        format: checker.checkTickFormat(tickFormat, `${at}.options.plugins.tickFormat`, locale),
      });
  const axes = listAxes({ type, datasets, scales });
  checker.checkAnnotations(checked, `${at}.options.plugins.annotation.annotations`, axes);
  const labels = padLabels(checker.checkLabels(data.labels, `${at}.data.labels`), datasets, type);
  checkAmount({ type, datasets, texts: checker.texts }, { at, refuse });
  const { texts, faults } = checker;
  const warnings = checker.listWarnings();
  if (addition?.gauge) texts.add(addition.gauge.label.text);
  const drawn = { ...data, labels, datasets: named.datasets };
  return { type, data: drawn, options: checked, texts, at, addition, warnings, faults };
}

/** The options of Intl.NumberFormat that tick formats can have. */
const numberOptions = new Set([
  ...["style", "currency", "currencyDisplay", "currencySign", "unit", "unitDisplay"],
  ...["notation", "compactDisplay", "signDisplay", "useGrouping", "minimumIntegerDigits"],
  ...["minimumFractionDigits", "maximumFractionDigits"],
  ...["minimumSignificantDigits", "maximumSignificantDigits"],
]);

/** Adds a callback to the axes of values that have none: both of points, and one of other charts. */
function formatValueAxes(
  scales: ChartOptions,
  { type, indexAxis, format }: { type: string; indexAxis: unknown; format: Formatter },
): ChartOptions {
  const isPoints = type === "scatter" || type === "bubble";
  const isRadial = type === "radar" || type === "polarArea";
  const letters = isRadial ? ["r"] : isPoints ? ["x", "y"] : [indexAxis === "y" ? "x" : "y"];
  const formatted: ChartOptions = { ...scales };
  const callback = formatTicks(format);
  for (const id of new Set([...letters, ...Object.keys(scales)])) {
    const scale = getOptions(scales[id]);
    const ticks = getOptions(scale.ticks);
    const letter = typeof scale.axis === "string" ? scale.axis : id.slice(0, 1);
    const isTime =
      scale.type === "time" || scale.type === "timeseries" || scale.type === "category";
    if (letters.includes(letter) && !isTime)
      formatted[id] = { ...scale, ticks: { callback, ...ticks } };
  }
  return formatted;
}

/**
 * Adds the direction of axes that datasets use. Chart.js would guess it from the first letter of an id. It takes `r` for
 * the axis of a radar, and `x` and `y` for those directions, so another axis of that name is renamed.
 */
function nameAxes(
  scales: ChartOptions,
  datasets: readonly Dataset[],
): { scales: ChartOptions; datasets: Dataset[] } {
  const named: ChartOptions = { ...scales };
  const renamed = datasets.map((dataset) => {
    const ids = (["xAxisID", "yAxisID"] as const).flatMap((field) => {
      const { [field]: id } = dataset;
      const axis = field.slice(0, 1);
      if (typeof id !== "string" || id === "__proto__" || id.startsWith(axis)) return [];
      const isTaken = id === "r" || id === "x" || id === "y";
      const name = isTaken ? `${axis}-${id}` : id;
      const given = named[name] ?? scales[id];
      named[name] = { axis, ...getOptions(given) };
      if (name !== id) delete named[id];
      return [[field, name]];
    });
    return { ...dataset, ...Object.fromEntries(ids) };
  });
  return { scales: named, datasets: renamed };
}

/** Lists the ids of a chart's axes: those of its options, of its datasets and of its types. */
function listAxes({
  type,
  datasets,
  scales,
}: Pick<Config, "type"> & { datasets: readonly Dataset[]; scales: unknown }): string[] {
  const kinds = datasets.map((dataset) => dataset.type ?? type);
  const own = kinds.flatMap((kind) =>
    isPie(kind) ? [] : kind === "radar" || kind === "polarArea" ? ["r"] : ["x", "y"],
  );
  const named = datasets.flatMap(({ xAxisID, yAxisID }) => [xAxisID, yAxisID]);
  const ids = [...own, ...Object.keys(getOptions(scales)), ...named];
  return [...new Set(ids.filter((id) => typeof id === "string"))];
}

function isPie(type: string): boolean {
  return type === "pie" || type === "doughnut";
}

/** Limits what takes long: slices keep their labels apart, and characters need fonts. */
function checkAmount(
  { type, datasets, texts }: Pick<Config, "type" | "texts"> & { datasets: readonly Dataset[] },
  { at, refuse }: { at: string; refuse: Refuse },
): void {
  const isRound = ["pie", "doughnut", "polarArea", "radar"].includes(type);
  const large = isRound ? datasets.findIndex(({ data }) => data.length > chartJsSlicesMax) : -1;
  if (large >= 0)
    refuse(
      `${at}.data.datasets.${large}.data`,
      `must have at most ${chartJsSlicesMax} values in a ${type}`,
    );
  const { size } = new Set([...texts].join(""));
  if (size > chartJsCharactersMax)
    refuse(at, `must have at most ${chartJsCharactersMax} different characters: it has ${size}`);
}

/** Adds labels for values that have none: a category axis wouldn't draw them. */
function padLabels(labels: unknown[], datasets: readonly Dataset[], type: string): unknown[] {
  const counts = datasets.map(({ data, type: own = type }) =>
    data.every((value) => value === null || typeof value !== "object" || isFloating(value, own))
      ? data.length
      : 0,
  );
  const missing = Math.max(0, ...counts) - labels.length;
  if (missing <= 0 || type === "scatter" || type === "bubble") return labels;
  // Positions only help if no value has a name.
  const names = Array.from({ length: missing }, (_, index) =>
    labels.length === 0 && (type === "bar" || type === "line") ? String(index + 1) : "",
  );
  return [...labels, ...names];
}

/** Whether a pair has the ends of a floating bar. In other charts, it is a point. */
function isFloating(value: unknown, type: string): boolean {
  return Array.isArray(value) && type === "bar";
}

/** The number of options without effect that are named. */
const skippedMax = 10;

/** The values of options whose other values would draw an empty or wrong axis. */
const choices: ReadonlyMap<string, readonly unknown[]> = new Map([
  ["time.unit", [...timeUnits, false]],
  ["time.minUnit", timeUnits],
  ["time.round", [...timeUnits, "isoWeek", false]],
  ["options.indexAxis", ["x", "y"]],
]);

/** The options that Chart.js reads as they are. */
const plainOptions: ReadonlySet<string> = new Set([
  ...["type", "label", "data", "labels", "annotations", "parsing", "stack", "locale", "indexAxis"],
  ...["xAxisID", "yAxisID", "rAxisID", "displayFormats", "parser", "tooltipFormat", "unit"],
]);

interface CheckLocation {
  at: string;
  locale: string;
}

class Checker {
  readonly texts = new Set<string>();
  readonly faults: unknown[] = [];
  readonly #skipped: string[] = [];
  readonly #refuse: Refuse;
  #points = 0;

  constructor(refuse: Refuse) {
    this.#refuse = refuse;
  }

  /** Notes an option that no picture has. */
  skip(path: string): void {
    this.#skipped.push(path);
  }

  /** Returns a sentence for each of the first options that no picture has, and one for the others. */
  listWarnings(): string[] {
    const shown = this.#skipped.slice(0, skippedMax);
    const count = this.#skipped.length - shown.length;
    return [
      ...shown.map((path) => `${path} has no effect on a picture`),
      ...(count > 0 ? [`${count} further options have no effect on a picture`] : []),
    ];
  }

  checkLocale(locale: unknown, at: string): string {
    if (locale === undefined) return "en";
    try {
      return Intl.getCanonicalLocales(locale as string)[0] ?? "en";
    } catch {
      return this.#refuse(at, `must be a language tag such as en or de-CH: it is ${show(locale)}`);
    }
  }

  checkLabels(labels: unknown, at: string): unknown[] {
    if (labels === undefined || labels === null) return [];
    if (!Array.isArray(labels)) return this.#refuse(at, `must be a list: it is ${show(labels)}`);
    if (labels.length > chartJsPointsMax)
      this.#refuse(at, `must have at most ${chartJsPointsMax} labels: it has ${labels.length}`);
    this.#checkData(labels, at);
    return labels;
  }

  checkDatasets(
    { datasets, labels: _, xLabels: _x, yLabels: _y, ...others }: ChartOptions,
    { at, locale, type }: CheckLocation & { type: string },
  ): Dataset[] {
    for (const name of Object.keys(others)) this.skip(`${at}.${name}`);
    if (!Array.isArray(datasets))
      return this.#refuse(`${at}.datasets`, "must be a list of datasets");
    if (datasets.length > chartJsDatasetsMax)
      this.#refuse(
        `${at}.datasets`,
        `must have at most ${chartJsDatasetsMax} datasets: it has ${datasets.length}`,
      );
    return datasets.map((dataset, index) =>
      this.#checkDataset(dataset, { at: `${at}.datasets.${index}`, locale, chartType: type }),
    );
  }

  #checkDataset(
    dataset: unknown,
    { at, locale, chartType }: CheckLocation & { chartType: string },
  ): Dataset {
    if (!isOptions(dataset)) return this.#refuse(at, `must be an object: it is ${show(dataset)}`);
    const { type, data = [] } = dataset;
    if (type !== undefined && !chartTypes.has(type as string))
      this.#refuse(
        `${at}.type`,
        `must be one of ${[...chartTypes].join(", ")}: it is ${show(type)}`,
      );
    const list = isOptions(data) ? Object.entries(data).map(([x, y]) => ({ x, y })) : data;
    if (!Array.isArray(list))
      return this.#refuse(`${at}.data`, `must be a list of values: it is ${show(data)}`);
    this.#points += list.length;
    if (this.#points > chartJsPointsMax)
      this.#refuse(`${at}.data`, `must leave at most ${chartJsPointsMax} values in all datasets`);
    for (const [index, value] of list.entries()) this.#checkValue(value, `${at}.data.${index}`);
    const kind = typeof type === "string" ? type : chartType;
    const refuse = this.#refuse;
    const values = furtherTypes.has(kind)
      ? list.map((value, index) =>
          readFurtherValue(kind, value, { at: `${at}.data.${index}`, refuse }),
        )
      : list;
    const checked = this.checkOptions(dataset, supportedDataset, { at, locale });
    return { ...checked, data: values } as Dataset;
  }

  #checkValue(value: unknown, at: string): void {
    if (value instanceof Code) this.#refuseCode(value, at);
    const isPair = Array.isArray(value) && value.every((one) => typeof one === "number");
    const isNumber = value === null || typeof value === "number";
    // Text is a number or a date of its axis.
    if (!isNumber && !isPair && !isOptions(value) && typeof value !== "string")
      this.#refuse(at, `must be a number, null, a pair or a point: it is ${show(value)}`);
    if (isOptions(value)) this.#checkData(value, at);
  }

  /** Returns the options that a picture has. Rejects code, and what it would lack. Notes unknown options. */
  checkOptions(
    options: ChartOptions,
    supported: Supported,
    { at, locale }: CheckLocation,
  ): ChartOptions {
    const checked: ChartOptions = {};
    for (const [name, value] of Object.entries(options)) {
      // Chart.js would take null for a step of no length.
      if (ignoredOptions.has(name) || (name === "stepSize" && value === null)) continue;
      const path = `${at}.${name}`;
      const kind = Object.hasOwn(supported, name) ? supported[name] : undefined;
      if (kind === undefined) {
        if (refusedOptions.has(name) && !isEmpty(value))
          this.#refuse(path, "is not supported, and the picture would lack it");
        this.skip(path);
      } else if (kind === "each")
        checked[name] = Object.fromEntries(
          Object.entries(getOptions(value)).map(([key, one]) => [
            key,
            isOptions(one)
              ? this.checkOptions(one, supported, { at: `${path}.${key}`, locale })
              : one,
          ]),
        );
      else if (kind === "formatter") checked[name] = this.#checkFormatter(value, path, locale);
      else if (value instanceof Callback && kind === true && !plainOptions.has(name))
        checked[name] = this.#createFunction(value, path);
      else if (kind === true) {
        this.#checkData(value, path);
        if (name !== "data" && name !== "labels") this.#checkBounds(value, path);
        if (name === "pointStyle") this.#checkPointStyle(value, path);
        const isFormat = name === "displayFormats" || name === "parser" || name === "tooltipFormat";
        if (isFormat) checked[name] = this.#readTimeFormats(value, path);
        else checked[name] = name === "data" ? value : readColors(value, path);
      } else if (isOptions(value))
        checked[name] = this.checkOptions(value, kind, { at: path, locale });
      else if (typeof value === "boolean")
        checked[name] = name === "datalabels" ? { display: value } : value;
      else this.#refuse(path, `must be an object: it is ${show(value)}`);
    }
    return checked;
  }

  checkScales(scales: unknown, { at, locale }: CheckLocation): ChartOptions {
    if (!isOptions(scales)) return this.#refuse(at, `must be an object: it is ${show(scales)}`);
    const checked: ChartOptions = {};
    for (const [id, scale] of Object.entries(scales)) {
      const path = `${at}.${id}`;
      if (id === "__proto__") this.#refuse(path, "is not supported");
      if (!isOptions(scale)) return this.#refuse(path, `must be an object: it is ${show(scale)}`);
      if (scale.type !== undefined && !scaleTypes.has(scale.type as string))
        this.#refuse(
          `${path}.type`,
          `must be one of ${[...scaleTypes].join(", ")}: it is ${show(scale.type)}`,
        );
      checked[id] = this.checkOptions(scale, supportedScale, { at: path, locale });
    }
    return checked;
  }

  checkAnnotations(options: ChartOptions, at: string, axes: readonly string[]): void {
    const { annotations = {} } = getOptions(getOptions(options.plugins).annotation);
    if (!isOptions(annotations) && !Array.isArray(annotations))
      this.#refuse(at, `must be an object or a list: it is ${show(annotations)}`);
    const count = Object.keys(annotations as ChartOptions).length;
    if (count > chartJsAnnotationsMax)
      this.#refuse(at, `must have at most ${chartJsAnnotationsMax} annotations: it has ${count}`);
    for (const [name, annotation] of Object.entries(annotations as ChartOptions)) {
      const path = `${at}.${name}`;
      if (name === "__proto__") this.#refuse(path, "is not supported");
      if (!isOptions(annotation))
        this.#refuse(path, `must be an object: it is ${show(annotation)}`);
      const { type = "line" } = annotation as ChartOptions;
      if (!annotationTypes.has(type as string))
        this.#refuse(
          `${path}.type`,
          `must be one of ${[...annotationTypes].join(", ")}: it is ${show(type)}`,
        );
      if (type !== "doughnutLabel") this.#checkAxes(annotation as ChartOptions, path, axes);
    }
  }

  /** Rejects positions on axes that the chart doesn't have, which draw nothing. */
  #checkAxes(annotation: ChartOptions, at: string, axes: readonly string[]): void {
    for (const name of ["scaleID", "xScaleID", "yScaleID"])
      if (annotation[name] !== undefined && !axes.includes(annotation[name] as string))
        this.#refuse(
          `${at}.${name}`,
          `must be one of ${axes.join(", ")}: it is ${show(annotation[name])}`,
        );
    if (axes.includes("x") || axes.includes("y")) return;
    const placed = ["xMin", "xMax", "xValue", "yMin", "yMax", "yValue"].find(
      (name) => annotation[name] !== undefined,
    );
    if (placed !== undefined)
      this.#refuse(`${at}.${placed}`, "must be omitted, because the chart has no axis for it");
  }

  #checkFormatter(value: unknown, path: string, locale: string): unknown {
    if (typeof value === "string") {
      const formatter = createFormatter(value, locale);
      if (formatter) {
        this.texts.add(`${value}0123456789.,-%${formatter(-1234.5)}`);
        return path.endsWith(".formatter") ? formatLabels(formatter) : formatTicks(formatter);
      }
    }
    if (value instanceof Callback) return this.#createFunction(value, path);
    return this.#refuse(path, `must be a function or ${formatterNames}: it is ${show(value)}`);
  }

  /** Returns the function with which Chart.js calls a callback. Its results are checked like options. */
  #createFunction(callback: Callback, path: string): (...args: unknown[]) => unknown {
    const checkResult = (result: unknown) => {
      if (result === undefined) return undefined;
      this.#checkData(result, path);
      this.#checkBounds(result, path);
      const read = readColors(result, path);
      if (read instanceof Fill)
        this.#refuse(path, "must be a colour: a function cannot return a gradient or a pattern");
      return read;
    };
    const { faults } = this;
    const run = function (this: unknown, ...args: unknown[]) {
      // Chart.js doesn't expect errors of options: the first one is thrown after the drawing.
      if (faults.length > 0) return undefined;
      try {
        return checkResult(callback.call(this, args));
      } catch (fault) {
        faults.push(fault);
        return undefined;
      }
    };
    callerFunctions.add(run);
    return run;
  }

  /** Creates the formatter of QuickChart's `tickFormat`, whose options are those of Intl.NumberFormat. */
  checkTickFormat(value: unknown, path: string, language: string): Formatter {
    if (!isOptions(value))
      return this.#refuse(path, `must be options of Intl.NumberFormat: it is ${show(value)}`);
    const { locale = language, prefix = "", suffix = "", ...options } = value;
    const unknown = Object.keys(options).find((name) => !numberOptions.has(name));
    if (unknown !== undefined)
      return this.#refuse(`${path}.${unknown}`, "is not an option of Intl.NumberFormat");
    try {
      const format = new Intl.NumberFormat(String(locale), options);
      const formatter: Formatter = (number) => `${prefix}${format.format(number)}${suffix}`;
      this.texts.add(`0123456789${formatter(-1234.5)}`);
      return formatter;
    } catch {
      return this.#refuse(path, `must be options of Intl.NumberFormat: it is ${show(value)}`);
    }
  }

  /** Returns time formats in the letters of Day.js. Rejects unknown letters. */
  #readTimeFormats(value: unknown, path: string): unknown {
    if (isOptions(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [
          name,
          this.#readTimeFormats(one, `${path}.${name}`),
        ]),
      );
    if (typeof value !== "string") return value;
    const unknown = findUnknownLetters(value);
    if (unknown !== undefined)
      this.#refuse(path, `must have the letters of date-fns or Moment: it has ${show(unknown)}`);
    return readTimeFormat(value);
  }

  #checkPointStyle(value: unknown, path: string): void {
    const known = (one: unknown) => typeof one !== "string" || pointStyles.has(one);
    if (!(Array.isArray(value) ? value.every(known) : known(value)))
      this.#refuse(path, `must be one of ${[...pointStyles].join(", ")}: it is ${show(value)}`);
  }

  /** Rejects numbers that would take unlimited memory or time. */
  #checkBounds(value: unknown, path: string): void {
    if (!isOptions(value) && !Array.isArray(value)) {
      const name = path.slice(path.lastIndexOf(".") + 1);
      const bound = numberBounds.get(name);
      if (bound !== undefined && typeof value === "number" && !(Math.abs(value) <= bound))
        this.#refuse(path, `must be at most ${bound}: it is ${value}`);
      if (name === "stepSize" && !(typeof value === "number" && value >= 0))
        this.#refuse(path, `must be a positive number: it is ${show(value)}`);
      this.#checkChoice(value, path);
      return;
    }
    if (/[dD]ash$/.test(path) && Array.isArray(value)) this.#checkDash(value, path);
    for (const [name, one] of Object.entries(value)) this.#checkBounds(one, `${path}.${name}`);
  }

  #checkChoice(value: unknown, path: string): void {
    const name = path.split(".").slice(-2).join(".");
    const allowed = choices.get(name);
    if (allowed && !allowed.includes(value))
      this.#refuse(path, `must be one of ${allowed.join(", ")}: it is ${show(value)}`);
  }

  #checkDash(dash: readonly unknown[], path: string): void {
    // A dash without any length is a whole line.
    if (dash.every((one) => one === 0)) return;
    const isValid = dash.every((one) => typeof one === "number" && one >= 0);
    const sum = dash.reduce<number>((total, one) => total + Number(one), 0);
    if (dash.length > 20 || !isValid || sum < 1)
      this.#refuse(path, `must be up to 20 lengths of at least 1 together: it is ${show(dash)}`);
  }

  /** Collects the texts of any data, and rejects code in it. */
  #checkData(value: unknown, path: string): void {
    if (value instanceof Code) this.#refuseCode(value, path);
    if (typeof value === "string") {
      if (value.length > chartJsTextMax)
        this.#refuse(
          path,
          `must have at most ${chartJsTextMax} characters: it has ${value.length}`,
        );
      this.texts.add(value);
    } else if (typeof value === "object" && value !== null)
      for (const [name, one] of Object.entries(value))
        if (!ignoredOptions.has(name)) this.#checkData(one, `${path}.${name}`);
  }

  #refuseCode({ source }: Code, path: string): never {
    return this.#refuse(
      path,
      `must be data, because a function is possible only for formatters, callbacks and the look of datasets, labels and axes: it is ${show(source)}`,
    );
  }
}

/**
 * Returns options with hexadecimal colours, which a canvas reads in no other way. It would paint in black instead of
 * a colour that it cannot read. Throws `invalid_input` for those. `at` is the location of the options.
 */
function readColors(value: unknown, at: string): unknown {
  const isColor = /(?:color|color(?:From|To)|fill\.above|fill\.below|Colors\.\w+)(?:\.\d+)?$/i.test(
    at,
  );
  if (typeof value === "string") return isColor ? formatCss(parseColor(value, at)) : value;
  if (Array.isArray(value)) return value.map((one, index) => readColors(one, `${at}.${index}`));
  if (!isOptions(value)) return value;
  const fill = isColor ? readFill(value, at) : undefined;
  if (fill) return fill;
  const entries = Object.entries(value).filter(([name]) => !ignoredOptions.has(name));
  return Object.fromEntries(entries.map(([name, one]) => [name, readColors(one, `${at}.${name}`)]));
}

/** Returns whether an option asks for nothing. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === false) return true;
  return typeof value === "object" && !(value instanceof Code) && Object.keys(value).length === 0;
}

function show(value: unknown): string {
  if (value instanceof Code) return show(value.source);
  const shown = JSON.stringify(value) ?? "undefined";
  return shown.length > 80 ? `${shown.slice(0, 80)}…` : shown;
}
