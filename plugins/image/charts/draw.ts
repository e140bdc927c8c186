import { type Chart, chartOutlines, chartSvg, textColors } from "hub/drawing";
import { type AnswerOptions, answerOf } from "../answers.ts";
import { cssOf, leastContrast, over, parseColor, white } from "../color/color.ts";
import { checkChart } from "./check.ts";
import type { ChartAsked } from "./fields.ts";

/** Answers with a chart. Throws `invalid_input` where it makes no sense. */
export async function drawChart(asked: ChartAsked & AnswerOptions) {
  checkChart(asked);
  const chart = chartOf(asked);
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
  return answerOf(picture, asked);
}

function chartOf(asked: ChartAsked): Chart {
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
    background: background === undefined ? undefined : groundOf(background),
    colors: colors?.map((color, at) => opaque(color, `body.colors.${at}`)),
  };
}

function groundOf(background: string): string {
  const color = parseColor(background, "body.background");
  return color[3] === 0 ? "none" : cssOf(color);
}

function opaque(color: string, at: string): string {
  return cssOf(over(parseColor(color, at), white));
}
