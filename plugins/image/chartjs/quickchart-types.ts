import { asTable } from "hub";
import image from "../plugin.ts";
import { createFormatter, type Formatter, formatterNames, roundNoise } from "./formatters.ts";
import { type ChartOptions, getOptions, isOptions } from "./legacy.ts";
import type { Supported } from "./supported.ts";

const { chartNumberMax } = image.limits;

/** The part of a chart that Chart.js doesn't draw by itself. */
export interface Addition {
  /** The needle of a gauge and the label of its value. */
  gauge?: { share: number; needle: ChartOptions; label: ChartOptions & { text: string } };
  /** The labels outside a pie. */
  outlabels?: ChartOptions;
  /** The text of a value, unless the caller chooses a format. */
  formatLabel?: (index: number) => string;
  /** Whether the label of a bar is next to it, because the bar is too short. */
  isBeside?: (index: number) => boolean;
  /** The text alternative, if the number of values isn't one. */
  description?: string;
  warnings?: string[];
}

/** A configuration with a type of Chart.js, and the additions of the original type. */
interface Unfolded {
  config: ChartOptions;
  addition?: Addition;
}

/** Checks of a configuration. Both throw `invalid_input`. */
export interface Checks {
  at: string;
  locale: string;
  refuse(path: string, problem: string): never;
  /** Returns options of which all are supported. */
  check(options: ChartOptions, supported: Supported, path: string): ChartOptions;
}

/** The types that QuickChart adds to those of Chart.js. */
const unfolders: Readonly<Record<string, (config: ChartOptions, checks: Checks) => Unfolded>> =
  asTable({
    sparkline: unfoldSparkline,
    progressBar: unfoldProgressBar,
    radialGauge: unfoldRadialGauge,
    gauge: unfoldGauge,
    outlabeledPie: unfoldOutlabeledPie,
    outlabeledDoughnut: unfoldOutlabeledPie,
  });

/** The names of QuickChart's types. */
export const quickChartTypes: readonly string[] = Object.keys(unfolders);

/** Rewrites a type that QuickChart adds as a type of Chart.js. */
export function unfoldType(config: ChartOptions, checks: Checks): Unfolded {
  const { type } = config;
  const isKnown = typeof type === "string" && Object.hasOwn(unfolders, type);
  return (isKnown ? unfolders[type]?.(config, checks) : undefined) ?? { config };
}

const hidden = { display: false };

/** A line without anything else. */
function unfoldSparkline(config: ChartOptions): Unfolded {
  const options = getOptions(config.options);
  return {
    config: {
      ...config,
      type: "line",
      options: {
        scales: { x: hidden, y: hidden },
        elements: { point: { radius: 0 } },
        ...options,
        plugins: { legend: hidden, ...getOptions(options.plugins) },
      },
    },
  };
}

/** A bar on a bar of the whole, which is 100 without a second dataset. */
function unfoldProgressBar(config: ChartOptions, checks: Checks): Unfolded {
  const { at, locale, refuse } = checks;
  const datasets = readDatasets(config, checks, { max: 2 });
  const [bar = {}, given = {}] = datasets;
  const values = readNumbers(bar.data, `${at}.data.datasets.0.data`, checks);
  const wholes =
    given.data === undefined
      ? [100]
      : readNumbers(given.data, `${at}.data.datasets.1.data`, checks);
  const wrong = wholes.findIndex((whole) => whole <= 0);
  if (wrong >= 0)
    refuse(`${at}.data.datasets.1.data.${wrong}`, `must be above 0: it is ${wholes[wrong]}`);
  const getWhole = (index: number) => wholes[index] ?? wholes[0] ?? 100;
  const getShare = (index: number) => (values[index] ?? 0) / getWhole(index);
  const excessive = values.findIndex((_, index) => !(Math.abs(getShare(index)) <= shareMax));
  if (excessive >= 0)
    refuse(
      `${at}.data.datasets.0.data.${excessive}`,
      `must be at most ${shareMax} times the whole: it is ${values[excessive]} of ${getWhole(excessive)}`,
    );
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const formatLabel = (index: number) => percent.format(getShare(index));
  const options = getOptions(config.options);
  const plugins = getOptions(options.plugins);
  // The label already has the share. As a format of the value, `percent` would be its hundredfold.
  const { formatter, ...labels } = getOptions(plugins.datalabels);
  const shape = {
    grouped: false,
    barPercentage: 1,
    categoryPercentage: values.length > 1 ? 0.8 : 1,
  };
  const background = { backgroundColor: "#e4e7eb", borderColor: "#e4e7eb" };
  return {
    config: {
      ...config,
      type: "bar",
      data: {
        ...getOptions(config.data),
        labels: getOptions(config.data).labels ?? values.map(() => ""),
        datasets: [
          { order: 0, ...shape, ...bar },
          {
            ...{ order: 1, ...shape, ...background, ...given },
            data: values.map((_, index) => getWhole(index)),
            datalabels: hidden,
          },
        ],
      },
      options: {
        indexAxis: "y",
        ...options,
        scales: {
          x: { ...hidden, min: 0, max: Math.max(...values.map((_, index) => getWhole(index))) },
          y: hidden,
          ...getOptions(options.scales),
        },
        plugins: {
          legend: hidden,
          ...plugins,
          datalabels:
            plugins.datalabels === false
              ? hidden
              : {
                  ...{ display: true, font: { size: 20 }, ...labels },
                  ...(formatter !== undefined && formatter !== "percent" && { formatter }),
                },
        },
      },
    },
    addition: {
      formatLabel,
      isBeside: (index) => getShare(index) < 0.25,
      description: `Progress bar: ${values.map((_, index) => formatLabel(index)).join(", ")}`,
    },
  };
}

const shareMax = 1_000_000;

const centreArea: Supported = {
  ...{ displayText: true, text: true, subText: true, padding: true },
  ...{ fontFamily: true, fontColor: true, fontSize: true },
};

/** A ring that is filled up to a value, with the value in its middle. */
function unfoldRadialGauge(config: ChartOptions, checks: Checks): Unfolded {
  const { at, refuse, check } = checks;
  const [dataset = {}] = readDatasets(config, checks, { max: 1 });
  const [value = 0] = readNumbers(dataset.data, `${at}.data.datasets.0.data`, {
    ...checks,
    max: 1,
  });
  const options = getOptions(config.options);
  const {
    domain = [0, 100],
    trackColor,
    centerPercentage = 80,
    centerArea = {},
    ...rest
  } = options;
  const { roundedCorners = true, ...others } = rest;
  const [start, end] = readNumbers(domain, `${at}.options.domain`, checks);
  if (start === undefined || end === undefined || !(start < end))
    return refuse(`${at}.options.domain`, "must be two numbers, the smaller one first");
  if (typeof centerPercentage !== "number" || !(centerPercentage >= 0 && centerPercentage < 100))
    return refuse(`${at}.options.centerPercentage`, "must be from 0 to 99");
  const area = check(getOptions(centerArea), centreArea, `${at}.options.centerArea`);
  const text = formatCentre(area.text, value, { path: `${at}.options.centerArea.text`, checks });
  const { fontColor, fontFamily, fontSize, subText, displayText = true } = area;
  const look = {
    ...(fontColor !== undefined && { color: fontColor }),
    ...(fontFamily !== undefined && { font: { family: fontFamily } }),
  };
  const line = (content: string, size: unknown) => ({
    text: content,
    ...look,
    font: { size, ...getOptions(look.font) },
  });
  const track = check(
    { trackColor: trackColor ?? "#ccddee" },
    { trackColor: true },
    `${at}.options`,
  );
  const share = Math.min(1, Math.max(0, (value - start) / (end - start)));
  const { backgroundColor: own } = dataset;
  const color = Array.isArray(own) ? own[0] : own;
  const plugins = getOptions(others.plugins);
  return {
    config: {
      ...config,
      type: "doughnut",
      data: {
        ...getOptions(config.data),
        datasets: [
          {
            ...{ borderWidth: 0, borderRadius: roundedCorners === false ? 0 : 1000 },
            ...dataset,
            data: [share, 1 - share],
            backgroundColor: [color ?? "#0072b2", track.trackColor],
            datalabels: hidden,
          },
        ],
      },
      options: {
        cutout: `${centerPercentage}%`,
        ...others,
        plugins: {
          legend: hidden,
          ...plugins,
          ...(displayText !== false && {
            doughnutlabel: {
              labels: [
                line(text, fontSize ?? 48),
                ...(typeof subText === "string"
                  ? [line(checkLength(subText, `${at}.options.centerArea.subText`, refuse), 18)]
                  : []),
              ],
            },
          }),
        },
      },
    },
    addition: {
      description: `Radial gauge: ${text} on a scale from ${start} to ${end}`,
      warnings: warnOutside(value, [start, end], `${at}.data.datasets.0.data.0`),
    },
  };
}

/** Returns the text of a value: given as it is, or by the name of a format. */
function formatCentre(
  text: unknown,
  value: number,
  { path, checks: { locale, refuse } }: { path: string; checks: Checks },
): string {
  if (text === undefined || text === null || text === "") return String(roundNoise(value));
  if (typeof text === "function") return checkLength(String(text(value) ?? ""), path, refuse);
  if (typeof text !== "string")
    return refuse(path, `must be text, a function, or ${formatterNames}`);
  // A label would be the name at the position of the value.
  const formatter: Formatter | undefined =
    text === "label" ? undefined : createFormatter(text, locale);
  return checkLength(formatter ? formatter(value) : text, path, refuse);
}

/** The length from which on a text in a ring would be too small to read. */
const centreLengthMax = 60;

function checkLength(text: string, path: string, refuse: Checks["refuse"]): string {
  if (text.length <= centreLengthMax) return text;
  return refuse(path, `must have at most ${centreLengthMax} characters: it has ${text.length}`);
}

const needleOptions: Supported = {
  ...{ radiusPercentage: true, widthPercentage: true, lengthPercentage: true, color: true },
};

const valueLabelOptions: Supported = {
  ...{ display: true, formatter: true, color: true, backgroundColor: true, borderRadius: true },
  ...{ fontSize: true, font: true, padding: true, bottomMarginPercentage: true },
};

/** Half a ring with a segment up to each threshold, and a needle at the value. */
function unfoldGauge(config: ChartOptions, checks: Checks): Unfolded {
  const { at, refuse, check } = checks;
  const [dataset = {}] = readDatasets(config, checks, { max: 1 });
  const { value, minValue = 0, ...look } = dataset;
  const path = `${at}.data.datasets.0`;
  const number = readNumber(value, `${path}.value`, refuse);
  const start = readNumber(minValue, `${path}.minValue`, refuse);
  const ends = readNumbers(look.data, `${path}.data`, checks);
  const wrong = ends.findIndex((end, index) => !(end > (ends[index - 1] ?? start)));
  if (wrong >= 0)
    refuse(
      `${path}.data.${wrong}`,
      `must be above ${ends[wrong - 1] ?? start}, the end of the segment before: it is ${ends[wrong]}`,
    );
  const options = getOptions(config.options);
  const { needle, valueLabel, ...others } = options;
  const label = check(getOptions(valueLabel), valueLabelOptions, `${at}.options.valueLabel`);
  const text = formatCentre(label.formatter, number, {
    path: `${at}.options.valueLabel.formatter`,
    checks,
  });
  const end = ends.at(-1) ?? start;
  return {
    config: {
      ...config,
      type: "doughnut",
      data: {
        ...getOptions(config.data),
        datasets: [{ ...look, data: ends.map((one, index) => one - (ends[index - 1] ?? start)) }],
      },
      options: {
        ...chooseHalf(others),
        cutout: "50%",
        ...others,
        plugins: {
          datalabels: hidden,
          ...getOptions(others.plugins),
        },
      },
    },
    addition: {
      gauge: {
        share: Math.min(1, Math.max(0, (number - start) / (end - start))),
        needle: check(getOptions(needle), needleOptions, `${at}.options.needle`),
        label: { ...label, text },
      },
      // A label has the end of its segment, not its length.
      formatLabel: (index) => String(roundNoise(ends[index] ?? 0)),
      description: `Gauge: ${text} on a scale from ${start} to ${end}`,
      warnings: warnOutside(number, [start, end], `${path}.value`),
    },
  };
}

/** Returns the upper half of a circle, in the unit of the angle that the options have. */
function chooseHalf({ rotation, circumference }: ChartOptions): ChartOptions {
  const isRadians = [rotation, circumference].some(
    (angle) => typeof angle === "number" && angle % 1 !== 0,
  );
  return isRadians
    ? { rotation: -Math.PI, circumference: Math.PI }
    : { rotation: -90, circumference: 180 };
}

const outlabelOptions: Supported = {
  ...{ text: true, display: true, color: true, backgroundColor: true, borderColor: true },
  ...{ borderRadius: true, borderWidth: true, lineColor: true, lineWidth: true, stretch: true },
  ...{ padding: true, font: true, percentPrecision: true, valuePrecision: true },
  ...{ zoomOutPercentage: true, textAlign: true },
};

/** A pie with labels outside. */
function unfoldOutlabeledPie(config: ChartOptions, { check, at }: Checks): Unfolded {
  const options = getOptions(config.options);
  const { outlabels = {}, ...plugins } = getOptions(options.plugins);
  return {
    config: {
      ...config,
      type: config.type === "outlabeledPie" ? "pie" : "doughnut",
      options: { ...options, plugins: { legend: hidden, datalabels: hidden, ...plugins } },
    },
    addition: {
      outlabels: check(
        outlabels === false ? hidden : getOptions(outlabels),
        outlabelOptions,
        `${at}.options.plugins.outlabels`,
      ),
    },
  };
}

function readDatasets(
  { data }: ChartOptions,
  { at, refuse }: Checks,
  { max }: { max: number },
): ChartOptions[] {
  const { datasets } = getOptions(data);
  if (!Array.isArray(datasets) || !datasets.every(isOptions) || datasets.length === 0)
    return refuse(`${at}.data.datasets`, "must be a list with a dataset");
  if (datasets.length > max)
    refuse(
      `${at}.data.datasets`,
      `must have at most ${max} ${max === 1 ? "dataset" : "datasets"} in this type of chart: it has ${datasets.length}`,
    );
  return datasets;
}

function readNumbers(
  values: unknown,
  path: string,
  { refuse, max = 100 }: Pick<Checks, "refuse"> & { max?: number },
): number[] {
  if (!Array.isArray(values) || values.length === 0)
    return refuse(path, "must be a list of numbers");
  if (values.length > max)
    refuse(
      path,
      `must have at most ${max} ${max === 1 ? "value" : "values"}: it has ${values.length}`,
    );
  return values.map((value, index) => readNumber(value, `${path}.${index}`, refuse));
}

function readNumber(value: unknown, path: string, refuse: Checks["refuse"]): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "number" && Math.abs(number) <= chartNumberMax) return number;
  const shown = typeof value === "number" ? String(value) : JSON.stringify(value);
  return refuse(path, `must be a number: it is ${shown?.slice(0, 80) ?? "missing"}`);
}

function warnOutside(value: number, [start, end]: readonly [number, number], path: string) {
  return value < start || value > end ? [`1 value is outside its axis: ${path}`] : [];
}
