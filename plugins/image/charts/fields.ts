import { oneOf, type Static, t } from "hub";
import { colorField } from "../formats.ts";
import image from "../plugin.ts";

const { chartLabelsMax, chartPointsMax, chartSeriesMax, chartNumberMax } = image.limits;
const number = { minimum: -chartNumberMax, maximum: chartNumberMax };
const text = (maxLength: number, description: string) =>
  t.Optional(t.String({ maxLength, description }));

const series = t.Object({
  name: t.String({ maxLength: 100, default: "", description: "What the legend calls it" }),
  data: t.Array(
    t.Union([t.Number(number), t.Null(), t.Array(t.Number(number), { minItems: 2, maxItems: 3 })]),
    {
      minItems: 1,
      maxItems: chartPointsMax,
      description:
        "Its values in the order of the labels; null is a gap. For `scatter`, pairs of x and y, and where a third number follows it is the size of a bubble",
    },
  ),
  color: t.Optional(colorField("Its colour; by default the next of the palette")),
});

/** What there is to say about a chart. */
export const chartFields = {
  type: oneOf(
    [
      "bar",
      "stacked-bar",
      "line",
      "area",
      "pie",
      "doughnut",
      "scatter",
      "sparkline",
      "radar",
      "gauge",
      "heatmap",
    ],
    { description: "The kind of chart" },
  ),
  labels: t.Optional(
    t.Array(t.String({ maxLength: 100 }), {
      maxItems: chartLabelsMax,
      description:
        "One for each value: names, or dates and moments of ISO 8601. As many are written as have room, leaning if need be",
    }),
  ),
  series: t.Array(series, {
    minItems: 1,
    maxItems: chartSeriesMax,
    description:
      "What is drawn, each in its colour. Pies and gauges have one; a heatmap has one for each row",
  }),
  title: text(200, "Written above it, and told to screen readers"),
  subtitle: text(200, "Written below the title"),
  x_label: text(100, "What the axis of labels is"),
  y_label: text(100, "What the axis of values is"),
  y_min: t.Optional(t.Number({ ...number, description: "Where the values begin" })),
  y_max: t.Optional(t.Number({ ...number, description: "Where the values end" })),
  legend: oneOf(["auto", "top", "bottom", "right", "none"], {
    default: "auto",
    description:
      "Where the series are named: by default where there are two or more. Those that have no room are counted, as `+ 7`",
  }),
  number_format: oneOf(["number", "compact", "percent", "currency"], {
    default: "number",
    description:
      "How values are written: 1,250,000, 1.25M, 25% for 0.25, or as money; along an axis in short where there is no room",
  }),
  locale: t.String({
    minLength: 2,
    maxLength: 35,
    default: "en",
    description: "Whose way of writing numbers and dates, after BCP 47, as `de-CH`",
  }),
  currency: t.Optional(
    t.String({
      pattern: "^[A-Za-z]{3}$",
      description: "The money, after ISO 4217; USD by default",
    }),
  ),
  decimals: t.Optional(
    t.Integer({ minimum: 0, maximum: 12, description: "By default as many as are needed" }),
  ),
  x_type: oneOf(["auto", "category", "time"], {
    default: "auto",
    description: "Whether labels are names or moments; by default moments where all are dates",
  }),
  curve: oneOf(["linear", "smooth", "step"], {
    default: "linear",
    description: "How a line goes from point to point",
  }),
  points: t.Optional(
    t.Boolean({ description: "Whether a line's points are marked; by default where few" }),
  ),
  values: t.Optional(
    t.Boolean({
      description: "Whether values are written in the chart; by default in a heatmap with room",
    }),
  ),
  orientation: oneOf(["vertical", "horizontal"], {
    default: "vertical",
    description: "Whether bars stand or lie",
  }),
  theme: oneOf(["light", "dark"], { default: "light", description: "The colours of the ground" }),
  background: t.Optional(
    colorField(
      "The ground, on which texts become as light or dark as they are read; `transparent` for none",
    ),
  ),
  colors: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 80 }), {
      minItems: 1,
      maxItems: 24,
      description: "The palette, or the colours of a heatmap from least to most",
    }),
  ),
  width: t.Integer({ minimum: 100, maximum: 2000, default: 800, description: "In pixels" }),
  height: t.Integer({ minimum: 60, maximum: 2000, default: 400, description: "In pixels" }),
};

const body = t.Object(chartFields);

/** A chart as a caller describes it. */
export type ChartAsked = Static<typeof body>;
