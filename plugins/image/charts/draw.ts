import { type Chart, chartOutlines, chartSvg, parseMoment, textColors } from "hub/drawing";
import { type AnswerOptions, buildAnswer } from "../answers.ts";
import { formatCss, leastContrast, over, parseColor, white } from "../color/color.ts";
import image from "../plugin.ts";
import type { ChartRequest } from "./request.ts";

/** Draws a chart. Throws `invalid_input` for contradictory input. */
export async function drawChart(request: ChartRequest & AnswerOptions) {
  checkChart(request);
  const chart = toChart(request);
  const isText = request.format === "svg" && request.response === "binary";
  const svg = isText ? chartSvg(chart) : await chartOutlines(chart);
  const { width, height, type } = request;
  const colors = textColors(chart);
  const ground = parseColor(colors.ground, "body.background");
  const { title, subtitle, x_label, y_label, labels = [], series } = request;
  const picture = {
    svg,
    width,
    height,
    ground,
    // An SVG's texts are displayed in the viewer's fonts.
    texts: isText
      ? []
      : [title, subtitle, x_label, y_label, ...labels, ...series.map(({ name }) => name)],
    alt: title || `A ${type} chart`,
    // Text on shapes is black or white, whichever is readable.
    contrast:
      type === "sparkline"
        ? undefined
        : Math.min(
            ...colors.inks.map((ink) => leastContrast(parseColor(ink, "body.theme"), [ground])),
          ),
  };
  return buildAnswer(picture, request);
}

function toChart(request: ChartRequest): Chart {
  const { x_label, y_label, y_min, y_max, number_format, locale, currency, decimals } = request;
  const { x_type, orientation, background, colors, series, ...same } = request;
  return {
    ...same,
    series: series.map(({ color, ...one }, at) => ({
      ...one,
      color: color === undefined ? undefined : opaque(color, `body.series.${at}.color`),
    })),
    xLabel: x_label,
    yLabel: y_label,
    yMin: y_min,
    yMax: y_max,
    xType: x_type,
    number: { style: number_format, locale, currency: currency?.toUpperCase(), decimals },
    horizontal: orientation === "horizontal" && request.type.endsWith("bar"),
    background: background === undefined ? undefined : parseBackground(background),
    colors: colors?.map((color, at) => opaque(color, `body.colors.${at}`)),
  };
}

function parseBackground(background: string): string {
  const color = parseColor(background, "body.background");
  return color[3] === 0 ? "none" : formatCss(color);
}

function opaque(color: string, at: string): string {
  return formatCss(over(parseColor(color, at), white));
}

/** Checks what the schema can't express. Throws `invalid_input`. */
function checkChart(request: ChartRequest & AnswerOptions): void {
  const { y_min, y_max } = request;
  if (y_min !== undefined && y_max !== undefined && y_min >= y_max)
    throw createInputError("body.y_max", `must be greater than body.y_min (${y_min})`, y_max);
  checkLocale(request.locale);
  checkCount(request);
  checkLengths(request);
  checkPairs(request);
  if (request.x_type === "time") checkTimes(request.labels ?? []);
  if (request.type === "pie" || request.type === "doughnut") checkShares(request);
  if (request.type === "gauge") checkGauge(request);
}

function checkLocale(locale: string): void {
  try {
    Intl.getCanonicalLocales(locale);
  } catch {
    throw createInputError("body.locale", "must be a language tag such as en or de-CH", locale);
  }
}

/**
 * Limits the number of values: thousands are fast to write as SVG, but take seconds to rasterise.
 */
function checkCount({ series, format, response }: ChartRequest & AnswerOptions): void {
  if (format === "svg" && response === "binary") return;
  const count = series.reduce((sum, { data }) => sum + data.length, 0);
  const { chartDrawnMax } = image.limits;
  if (count > chartDrawnMax)
    throw createInputError(
      "body.series",
      `must have at most ${chartDrawnMax} values together unless body.format is svg`,
      count,
    );
}

function checkLengths({ type, labels, series }: ChartRequest): void {
  if (!labels || type === "scatter" || type === "gauge") return;
  for (const [index, { data }] of series.entries())
    if (data.length > labels.length)
      throw createInputError(
        `body.series.${index}.data`,
        `must have at most as many values as body.labels (${labels.length})`,
        data.length,
      );
}

function checkPairs({ type, series }: ChartRequest): void {
  if (type === "scatter") return;
  for (const [index, { data }] of series.entries()) {
    const at = data.findIndex(Array.isArray);
    if (at >= 0)
      throw createInputError(
        `body.series.${index}.data.${at}`,
        `must be a number or null if body.type is ${type}`,
        data[at],
      );
  }
}

function checkTimes(labels: readonly string[]): void {
  let before = Number.NEGATIVE_INFINITY;
  for (const [index, label] of labels.entries()) {
    const time = parseMoment(label);
    if (time === undefined)
      throw createInputError(`body.labels.${index}`, "must be an ISO 8601 date or time", label);
    if (time < before)
      throw createInputError(
        `body.labels.${index}`,
        "must not be before the previous label",
        label,
      );
    before = time;
  }
}

function checkShares({ type, series }: ChartRequest): void {
  const values = getOnlySeries(type, series).data as (number | null)[];
  const below = values.findIndex((value) => value !== null && value < 0);
  if (below >= 0)
    throw createInputError(
      `body.series.0.data.${below}`,
      `must not be negative in a ${type}`,
      values[below],
    );
  if (!values.some((value) => value !== null && value > 0))
    throw createInputError("body.series.0.data", `must have a value above 0 in a ${type}`, values);
}

function checkGauge({ type, series }: ChartRequest): void {
  const { data } = getOnlySeries(type, series);
  if (data.length !== 1)
    throw createInputError(
      "body.series.0.data",
      "must have exactly one value in a gauge",
      data.length,
    );
}

function getOnlySeries<Series>(type: string, [only, ...others]: readonly Series[]): Series {
  if (!only || others.length > 0)
    throw createInputError(
      "body.series",
      `must have exactly one series in a ${type}`,
      others.length + 1,
    );
  return only;
}

function createInputError(at: string, must: string, is: unknown) {
  const shown = JSON.stringify(is) ?? "undefined";
  const cut = shown.length > 80 ? `${shown.slice(0, 80)}…` : shown;
  return image.error("invalid_input", `${at} ${must}: it is ${cut}`, { at });
}
