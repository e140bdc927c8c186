import { binary, t } from "hub";
import { chartText, quickChartFields } from "../../chartjs/request.ts";
import { mediaTypes } from "../../formats.ts";
import image from "../../plugin.ts";

const config = t.Union([
  chartText,
  t.Object({}, { additionalProperties: true, description: "The Chart.js configuration" }),
]);

export default image.route({
  summary: "Draw a Chart.js chart from a QuickChart-compatible body",
  description:
    "Replaces `POST /chart` of QuickChart: `chart` is the Chart.js configuration, as an object or as text in JavaScript object notation. See `GET /chart` for what is supported.",
  body: t.Object({
    chart: t.Optional(config),
    c: t.Optional(config),
    ...quickChartFields,
    key: t.Optional(
      t.String({
        description: "Rejected: send the API key in a header or in the query instead",
      }),
    ),
  }),
  response: binary(mediaTypes.png, mediaTypes.webp, mediaTypes.jpg, mediaTypes.svg),
  heavy: true,
  keyParameter: "key",
  bodyBytesMax: image.limits.chartBodyBytesMax,
  example: {
    body: {
      chart: {
        type: "doughnut",
        data: { labels: ["A", "B"], datasets: [{ data: [70, 30] }] },
        options: { plugins: { datalabels: { formatter: "percent" } } },
      },
    },
  },
  async handler({ body: { chart, c, key, ...body } }) {
    if (key !== undefined)
      throw image.error(
        "invalid_input",
        "body.key must be omitted: send the API key as X-API-Key, or as key in the query",
        { at: "body.key" },
      );
    const { answerQuickChart } = await import("../../chartjs/answer.ts");
    const given = chart ?? c;
    if (given === undefined)
      throw image.error("invalid_input", "body.chart is missing: the Chart.js configuration", {
        at: "body.chart",
      });
    return answerQuickChart(given, {
      ...body,
      density: body.devicePixelRatio,
      background: body.backgroundColor,
      format: body.format === "jpeg" ? "jpg" : body.format,
      theme: "light",
      at: chart === undefined ? "body.c" : "body.chart",
      backgroundAt: "body.backgroundColor",
    });
  },
});
