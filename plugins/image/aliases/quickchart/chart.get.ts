import { binary, t } from "hub";
import { chartText, quickChartFields, shortFields } from "../../chartjs/request.ts";
import { mediaTypes, pictureHeaders } from "../../formats.ts";
import image from "../../plugin.ts";

export default image.route({
  summary: "Draw a Chart.js chart at a QuickChart-compatible URL",
  description:
    "Replaces QuickChart for pages that use its charts: `/chart?c={type:'bar',data:{labels:['a','b'],datasets:[{data:[1,2]}]}}`. Chart.js 4 draws the configuration, with `chartjs-plugin-datalabels` and `chartjs-plugin-annotation`. Functions and expressions run in a separate engine without files or network, with 8 MB, about 50 ms a call and 500 ms a chart; formatters can also be names such as `percent` or `currency:EUR`. `getGradientFillHelper` and `pattern.draw` fill shapes, and `colorschemes`, `tickFormat` and `roundedBars` work as in QuickChart. Parts that the picture would lack, and values that are not numbers or dates, are rejected by their path; `X-Chart-Warnings` reports gaps, values outside their axis, and options without effect.",
  query: t.Object({
    c: t.Optional(chartText),
    chart: t.Optional(chartText),
    ...quickChartFields,
    ...shortFields,
    ref: t.Optional(
      t.String({ maxLength: 40, description: "The client library that built the URL, ignored" }),
    ),
  }),
  response: binary(mediaTypes.png, mediaTypes.webp, mediaTypes.jpg, mediaTypes.svg),
  cache: "forever",
  heavy: true,
  keyParameter: "key",
  headers: [...pictureHeaders, "x-chart-warnings"],
  example: {
    query: {
      c: "{type:'bar',data:{labels:['Q1','Q2'],datasets:[{label:'Users',data:[50,60]}]}}",
    },
  },
  async handler({ query: { c, chart, w, h, bkg, f, v, ref: _, ...query } }) {
    const { answerQuickChart } = await import("../../chartjs/answer.ts");
    const text = c ?? chart;
    if (text === undefined)
      throw image.error("invalid_input", "query.c is missing: the Chart.js configuration", {
        at: "query.c",
      });
    const format = f ?? query.format;
    return answerQuickChart(text, {
      width: w ?? query.width,
      height: h ?? query.height,
      density: query.devicePixelRatio,
      background: bkg ?? query.backgroundColor,
      format: format === "jpeg" ? "jpg" : format,
      theme: "light",
      at: c === undefined ? "query.chart" : "query.c",
      backgroundAt: bkg === undefined ? "query.backgroundColor" : "query.bkg",
      encoding: query.encoding,
      version: v ?? query.version,
    });
  },
});
