import { type Chart, chartOutlines, chartSvg, momentOf, textColors } from "hub/drawing";
import { type AnswerOptions, buildAnswer } from "../answers.ts";
import { formatCss, leastContrast, over, parseColor, white } from "../color/color.ts";
import image from "../plugin.ts";
import type { ChartAsked } from "./fields.ts";

/** Answers with a chart. Throws `invalid_input` where it makes no sense. */
export async function drawChart(asked: ChartAsked & AnswerOptions) {
  checkChart(asked);
  const chart = toChart(asked);
  const isText = asked.format === "svg" && asked.response === "binary";
  const svg = isText ? chartSvg(chart) : await chartOutlines(chart);
  const { width, height, type } = asked;
  const colors = textColors(chart);
  const ground = parseColor(colors.ground, "body.background");
  const { title, subtitle, x_label, y_label, labels = [], series } = asked;
  const picture = {
    svg,
    width,
    height,
    ground,
    // An SVG's texts are written in the fonts of its viewer.
    texts: isText
      ? []
      : [title, subtitle, x_label, y_label, ...labels, ...series.map(({ name }) => name)],
    alt: title || `A ${type} chart`,
    // On shapes, texts are black or white, whichever is read.
    contrast:
      type === "sparkline"
        ? undefined
        : Math.min(
            ...colors.inks.map((ink) => leastContrast(parseColor(ink, "body.theme"), [ground])),
          ),
  };
  return buildAnswer(picture, asked);
}

function toChart(asked: ChartAsked): Chart {
  const { x_label, y_label, y_min, y_max, number_format, locale, currency, decimals } = asked;
  const { x_type, orientation, background, colors, series, ...same } = asked;
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
    horizontal: orientation === "horizontal" && asked.type.endsWith("bar"),
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

/** Throws `invalid_input` for what a schema cannot tell: what does not fit together. */
function checkChart(asked: ChartAsked & AnswerOptions): void {
  const { y_min, y_max } = asked;
  if (y_min !== undefined && y_max !== undefined && y_min >= y_max)
    throw bad("body.y_max", `must be above body.y_min (${y_min})`, y_max);
  checkLocale(asked.locale);
  checkCount(asked);
  checkLengths(asked);
  checkPairs(asked);
  if (asked.x_type === "time") checkTimes(asked.labels ?? []);
  if (asked.type === "pie" || asked.type === "doughnut") checkShares(asked);
  if (asked.type === "gauge") checkGauge(asked);
}

function checkLocale(locale: string): void {
  try {
    Intl.getCanonicalLocales(locale);
  } catch {
    throw bad("body.locale", "must be a language tag such as en or de-CH", locale);
  }
}

/** Thousands of lines or dots are written in a moment, and drawn into pixels in seconds. */
function checkCount({ series, format, response }: ChartAsked & AnswerOptions): void {
  if (format === "svg" && response === "binary") return;
  const count = series.reduce((sum, { data }) => sum + data.length, 0);
  const { chartDrawnMax } = image.limits;
  if (count > chartDrawnMax)
    throw bad(
      "body.series",
      `must have at most ${chartDrawnMax} values together unless body.format is svg`,
      count,
    );
}

function checkLengths({ type, labels, series }: ChartAsked): void {
  if (!labels || type === "scatter" || type === "gauge") return;
  for (const [index, { data }] of series.entries())
    if (data.length > labels.length)
      throw bad(
        `body.series.${index}.data`,
        `must have at most as many values as body.labels (${labels.length})`,
        data.length,
      );
}

function checkPairs({ type, series }: ChartAsked): void {
  if (type === "scatter") return;
  for (const [index, { data }] of series.entries()) {
    const at = data.findIndex(Array.isArray);
    if (at >= 0)
      throw bad(
        `body.series.${index}.data.${at}`,
        `must be a number or null where body.type is ${type}`,
        data[at],
      );
  }
}

function checkTimes(labels: readonly string[]): void {
  let before = Number.NEGATIVE_INFINITY;
  for (const [index, label] of labels.entries()) {
    const time = momentOf(label);
    if (time === undefined)
      throw bad(`body.labels.${index}`, "must be a date or moment of ISO 8601", label);
    if (time < before)
      throw bad(`body.labels.${index}`, "must not be before the label ahead", label);
    before = time;
  }
}

function checkShares({ type, series }: ChartAsked): void {
  const values = one(type, series).data as (number | null)[];
  const below = values.findIndex((value) => value !== null && value < 0);
  if (below >= 0)
    throw bad(`body.series.0.data.${below}`, `must not be negative in a ${type}`, values[below]);
  if (!values.some((value) => value !== null && value > 0))
    throw bad("body.series.0.data", `must have a value above 0 in a ${type}`, values);
}

function checkGauge({ type, series }: ChartAsked): void {
  const { data } = one(type, series);
  if (data.length !== 1)
    throw bad("body.series.0.data", "must have one value in a gauge", data.length);
}

function one<Series>(type: string, [only, ...others]: readonly Series[]): Series {
  if (!only || others.length > 0)
    throw bad("body.series", `must be one in a ${type}`, others.length + 1);
  return only;
}

function bad(at: string, must: string, is: unknown) {
  const shown = JSON.stringify(is) ?? "undefined";
  const cut = shown.length > 80 ? `${shown.slice(0, 80)}…` : shown;
  return image.error("invalid_input", `${at} ${must}: it is ${cut}`, { at });
}
