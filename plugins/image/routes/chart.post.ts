import { binary, oneOf, t } from "hub";
import { chartFields } from "../charts/request.ts";
import { answerFields, imageFields, mediaTypes, pictureHeaders } from "../formats.ts";
import image from "../plugin.ts";

/** Data of the gallery, for charts without axes of months. */
const shares = {
  title: "Browsers",
  labels: ["Chrome", "Safari", "Edge", "Firefox", "Others"],
  series: [{ name: "Share", data: [65, 18, 5, 3, 9] }],
};
const pairs = [
  [158, 52],
  [163, 60],
  [167, 58],
  [171, 68],
  [176, 74],
  [181, 77],
  [188, 90],
];

export default image.route({
  summary: "Draw a chart",
  keywords: "chart, bar chart, pie chart, graph, line chart, plot",
  description:
    "Draws bar, line, area, pie, scatter, radar, gauge and heatmap charts, with round numbers on the axes and colours that colour-blind readers can distinguish. ISO 8601 dates as labels create a time axis; `null` is a gap. A body with `data` and `options` is a Chart.js 4 configuration, which Chart.js draws. An SVG contains text elements in the viewer's font; raster images use the hub's fonts.",
  body: t.Object({
    ...chartFields,
    format: oneOf(["svg", "png", "webp", "jpg"], {
      default: "svg",
      description: "The file format",
    }),
    ...answerFields,
  }),
  response: t.Union([
    binary(mediaTypes.svg, mediaTypes.png, mediaTypes.webp, mediaTypes.jpg),
    t.Object({
      ...imageFields,
      warnings: t.Optional(
        t.Array(t.String(), {
          description:
            "Values of a Chart.js configuration without a mark: gaps, and values outside their axis. An image has them in the header `X-Chart-Warnings`",
        }),
      ),
    }),
  ]),
  heavy: ({ body: { format, response, series = [], data } }) =>
    data !== undefined ||
    format !== "svg" ||
    response === "json" ||
    series.some(({ data }) => data.length > 200),
  bodyBytesMax: image.limits.chartBodyBytesMax,
  tryPerMinute: 30,
  headers: [...pictureHeaders, "x-chart-warnings"],
  tool: {
    title: "Draw a chart",
    fields: ["type", "title", "labels", "series.name", "series.data", "format"],
    labels: { series: "Series", "series.data": "Values" },
  },
  example: {
    body: {
      type: "bar",
      title: "Orders by month",
      labels: ["Jan", "Feb", "Mar", "Apr", "May", "Jun"],
      series: [
        { name: "Shop", data: [120, 190, 160, 240, 280, 310] },
        { name: "Market", data: [80, 110, 140, 130, 190, 220] },
      ],
    },
  },
  gallery: {
    Bars: {},
    "Stacked bars": { body: { type: "stacked-bar" } },
    Lines: { body: { type: "line", curve: "smooth" } },
    Areas: { body: { type: "area" } },
    Pie: { body: { ...shares, type: "pie" } },
    Doughnut: { body: { ...shares, type: "doughnut" } },
    Scatter: {
      body: {
        type: "scatter",
        title: "Height and weight",
        labels: [],
        series: [{ name: "People", data: pairs }],
      },
    },
    Radar: { body: { type: "radar", width: 520, height: 420 } },
    Gauge: {
      body: { type: "gauge", title: "Load", labels: [], series: [{ name: "Load", data: [73] }] },
    },
    Heatmap: { body: { type: "heatmap" } },
    "Dark theme": { body: { type: "line", theme: "dark" } },
  },
  async handler({ body }) {
    const { type, series, data, options, ...rest } = body;
    if ((series === undefined) === (data === undefined))
      throw image.error(
        "invalid_input",
        `body must have one of series and data: it has ${data ? "both" : "neither"}`,
        { at: "body" },
      );
    if (data) {
      const { answerConfig } = await import("../chartjs/answer.ts");
      return answerConfig({ type, data, options }, rest);
    }
    if (type === "bubble" || type === "polarArea")
      throw image.error("invalid_input", `body.data is missing: a ${type} is a Chart.js chart`, {
        at: "body.data",
      });
    const { drawChart } = await import("../charts/draw.ts");
    return drawChart({ ...rest, type, series: series ?? [] });
  },
});
