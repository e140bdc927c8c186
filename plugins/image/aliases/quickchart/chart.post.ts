import { binary, t } from "hub";
import { postedChartFields, readPostedChart } from "../../chartjs/request.ts";
import { mediaTypes, pictureHeaders } from "../../formats.ts";
import image from "../../plugin.ts";

export default image.route({
  summary: "Draw a Chart.js chart from a QuickChart-compatible body",
  description:
    "Replaces `POST /chart` of QuickChart: `chart` is the Chart.js configuration, as an object or as text in JavaScript object notation. See `GET /chart` for what is supported.",
  body: t.Object(postedChartFields),
  response: binary(mediaTypes.png, mediaTypes.webp, mediaTypes.jpg, mediaTypes.svg),
  heavy: true,
  keyParameter: "key",
  bodyBytesMax: image.limits.chartBodyBytesMax,
  headers: [...pictureHeaders, "x-chart-warnings"],
  example: {
    body: {
      chart: {
        type: "doughnut",
        data: { labels: ["A", "B"], datasets: [{ data: [70, 30] }] },
        options: { plugins: { datalabels: { formatter: "percent" } } },
      },
    },
  },
  async handler({ body }) {
    const { answerQuickChart } = await import("../../chartjs/answer.ts");
    const { chart, at, look } = readPostedChart(body);
    return answerQuickChart(chart, {
      ...look,
      density: look.devicePixelRatio,
      background: look.backgroundColor,
      format: look.format === "jpeg" ? "jpg" : look.format,
      theme: "light",
      at,
      backgroundAt: body.bkg === undefined ? "body.backgroundColor" : "body.bkg",
    });
  },
});
