import { group, oneOf, type Static, t } from "hub";
import { colorField } from "../formats.ts";
import image from "../plugin.ts";

const { chartLabelsMax, chartPointsMax, chartSeriesMax, chartNumberMax } = image.limits;
const number = { minimum: -chartNumberMax, maximum: chartNumberMax };
const text = (maxLength: number, description: string) =>
  t.Optional(t.String({ maxLength, description }));

const series = t.Object({
  name: t.String({ maxLength: 100, default: "", description: "The name in the legend" }),
  data: t.Array(
    t.Union([t.Number(number), t.Null(), t.Array(t.Number(number), { minItems: 2, maxItems: 3 })]),
    {
      minItems: 1,
      maxItems: chartPointsMax,
      description:
        "The values in the order of the labels; null is a gap. For `scatter`, pairs of x and y; an optional third number is the size of a bubble",
    },
  ),
  color: t.Optional(colorField("The colour; by default the next one of the palette")),
});

/** The fields of a chart. */
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
      "bubble",
      "polarArea",
    ],
    {
      description:
        "The type of chart. `bubble` and `polarArea` need a Chart.js configuration: `data` and `options`",
    },
  ),
  labels: t.Optional(
    t.Array(t.String({ maxLength: 100 }), {
      maxItems: chartLabelsMax,
      description:
        "The labels, one for each value: names, or ISO 8601 dates and times. Labels that do not fit are left out; they are rotated if necessary. A line break starts a new line, up to the third",
    }),
  ),
  series: t.Optional(
    t.Array(series, {
      minItems: 1,
      maxItems: chartSeriesMax,
      description:
        "The data series, each in its own colour. Pies and gauges have one; a heatmap has one for each row",
    }),
  ),
  ...group("Chart.js", {
    data: t.Optional(
      t.Object(
        {},
        {
          additionalProperties: true,
          description:
            "The data of a Chart.js 4 configuration, `{ labels, datasets }`, instead of `labels` and `series`. Titles, axes and formats are then in `options`",
        },
      ),
    ),
    options: t.Optional(
      t.Object(
        {},
        {
          additionalProperties: true,
          description:
            "The options of a Chart.js 4 configuration, with those of `chartjs-plugin-datalabels` and `chartjs-plugin-annotation`. Callbacks are names: `percent`, `currency:EUR`, `compact`, `hh:mm:ss`, `fixed:2`, `prefix:…`, `suffix:…` or `label`. Options that a picture cannot have are rejected by their path",
        },
      ),
    ),
  }),
  title: text(200, "The title above the chart, also read by screen readers"),
  ...group("Titles", {
    subtitle: text(200, "A line below the title"),
    x_label: text(100, "The title of the label axis"),
    y_label: text(100, "The title of the value axis"),
  }),
  ...group("Axes and numbers", {
    y_min: t.Optional(
      t.Number({
        ...number,
        description:
          "The start of the value axis. Values beyond its ends are cut off, with an arrowhead and the value",
      }),
    ),
    y_max: t.Optional(t.Number({ ...number, description: "The end of the value axis" })),
  }),
  ...group("Appearance", {
    legend: oneOf(["auto", "top", "bottom", "right", "none"], {
      default: "auto",
      description:
        "The position of the legend; by default there is one for two or more series. Entries that do not fit are counted, as in `+ 7`",
    }),
  }),
  ...group("Axes and numbers", {
    number_format: oneOf(["number", "compact", "percent", "currency"], {
      default: "number",
      description:
        "The format of values: 1,250,000, 1.25M, 25% for 0.25 (in a pie or doughnut, the share of the whole), or a currency amount; shortened on an axis if space is tight",
    }),
    locale: t.String({
      minLength: 2,
      maxLength: 35,
      default: "en",
      description: "The locale for numbers and dates, as a BCP 47 tag, such as `de-CH`",
    }),
    currency: t.Optional(
      t.String({
        pattern: "^[A-Za-z]{3}$",
        errorMessage: "a currency code of three letters, such as EUR",
        description: "The currency, as an ISO 4217 code; USD by default",
      }),
    ),
    decimals: t.Optional(
      t.Integer({
        minimum: 0,
        maximum: 12,
        description:
          "The number of decimals; by default at most two, or three significant digits of small numbers",
      }),
    ),
    x_type: oneOf(["auto", "category", "time"], {
      default: "auto",
      description:
        "Whether labels are names or points in time; by default points in time if all of them are dates. Bars stand at their time, too",
    }),
  }),
  ...group("Appearance", {
    curve: oneOf(["linear", "smooth", "step"], {
      default: "linear",
      description: "The line between points",
    }),
    points: t.Optional(
      t.Boolean({
        description: "Whether the points of a line are marked; by default only if there are few",
      }),
    ),
    values: t.Optional(
      t.Boolean({
        description:
          "Whether values are written in the chart; by default only in a heatmap with enough room",
      }),
    ),
    orientation: oneOf(["vertical", "horizontal"], {
      default: "vertical",
      description: "The direction of the bars",
    }),
    theme: oneOf(["light", "dark"], { default: "light", description: "The colour theme" }),
    background: t.Optional(
      colorField(
        "The background colour; text is lightened or darkened to stay readable on it. `transparent` for none",
      ),
    ),
    colors: t.Optional(
      t.Array(t.String({ minLength: 1, maxLength: 80 }), {
        minItems: 1,
        maxItems: 24,
        description:
          "The palette, or the colours of a heatmap from the lowest value to the highest",
      }),
    ),
  }),
  width: t.Integer({
    minimum: 100,
    maximum: 2000,
    default: 800,
    description: "The width, in pixels",
  }),
  height: t.Integer({
    minimum: 60,
    maximum: 2000,
    default: 400,
    description: "The height, in pixels",
  }),
};

const body = t.Object(chartFields);

/** The request body of a chart. */
export type ChartBody = Static<typeof body>;

/** A chart in the hub's own notation. */
export type ChartRequest = Omit<ChartBody, "type" | "series" | "data" | "options"> & {
  type: Exclude<ChartBody["type"], "bubble" | "polarArea">;
  series: NonNullable<ChartBody["series"]>;
};
