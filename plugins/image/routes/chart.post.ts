import { binary, oneOf, t } from "hub";
import { chartFields } from "../charts/fields.ts";
import { answerFields, imageFields, mediaTypes } from "../formats.ts";
import image from "../plugin.ts";

export default image.route({
  summary: "Draw a chart",
  description:
    "Bars, lines, areas, pies, dots, webs, gauges and heatmaps, with round numbers along the axes, in colours that are told apart by those who do not see all. Dates of ISO 8601 as labels make an axis of time; `null` is a gap. SVG has its texts as text, in the viewer's font; raster images have the hub's fonts.",
  body: t.Object({
    ...chartFields,
    format: oneOf(["svg", "png", "webp", "jpg"], {
      default: "svg",
      description: "The kind of file",
    }),
    ...answerFields,
  }),
  response: t.Union([
    t.Object(imageFields),
    binary(mediaTypes.svg, mediaTypes.png, mediaTypes.webp, mediaTypes.jpg),
  ]),
  heavy: ({ body: { format, response, series } }) =>
    format !== "svg" || response === "json" || series.some(({ data }) => data.length > 200),
  bodyBytesMax: image.limits.chartBodyBytesMax,
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
  async handler({ body }) {
    const { drawChart } = await import("../charts/draw.ts");
    return drawChart(body);
  },
});
