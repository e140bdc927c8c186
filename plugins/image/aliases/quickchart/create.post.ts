import { t } from "hub";
import { postedChartFields } from "../../chartjs/request.ts";
import image from "../../plugin.ts";

export default image.route({
  summary: "Create the URL of a Chart.js chart, with QuickChart's API",
  description:
    "Replaces `POST /chart/create` of QuickChart. The configuration is checked, and stays in the URL: nothing is stored. The URL is signed: it needs no key, is valid for a year and counts towards your quota.",
  body: t.Object(postedChartFields),
  response: t.Object({
    success: t.Literal(true),
    url: t.String({ description: "The URL of the chart" }),
  }),
  heavy: true,
  keyParameter: "key",
  bodyBytesMax: image.limits.chartBodyBytesMax,
  example: {
    body: { chart: { type: "bar", data: { labels: ["A", "B"], datasets: [{ data: [70, 30] }] } } },
  },
  async handler({ body, publicAddress }) {
    const { createChartUrl } = await import("../../chartjs/create-url.ts");
    return { success: true as const, url: await publicAddress(await createChartUrl(body)) };
  },
});
