import { oneOf, t } from "hub";
import image from "../plugin.ts";

const { chartBodyBytesMax, chartJsSideMax } = image.limits;

const side = (what: string, initial: number) =>
  t.Integer({
    minimum: 10,
    maximum: chartJsSideMax,
    default: initial,
    description: `The ${what} of the chart, in pixels before \`devicePixelRatio\``,
  });

/** The look of a chart at a QuickChart address, in a query or a body. */
export const quickChartFields = {
  width: side("width", 500),
  height: side("height", 300),
  devicePixelRatio: t.Number({
    minimum: 0.5,
    maximum: 4,
    default: 2,
    description: "Pixels of the picture per pixel of the chart; an SVG has one",
  }),
  backgroundColor: t.String({
    minLength: 1,
    maxLength: 80,
    default: "transparent",
    description: "The colour behind the chart",
  }),
  format: oneOf(["png", "webp", "jpg", "jpeg", "svg"], {
    default: "png",
    description: "The file format",
  }),
  version: t.Optional(
    t.Union([t.String({ maxLength: 20 }), t.Number()], {
      description:
        "The version of Chart.js that the configuration is written for. All are drawn by version 4; the common options of version 2 are translated",
    }),
  ),
  encoding: oneOf(["url", "base64"], {
    default: "url",
    description: "How `c` is written: as text, or as base64 of it",
  }),
};

/** A configuration as text. */
export const chartText = t.String({
  minLength: 1,
  maxLength: chartBodyBytesMax,
  description:
    "The Chart.js configuration, as JSON or in JavaScript object notation. It is parsed and never run",
});

/** Short names of the fields in a query. */
export const shortFields = {
  w: t.Optional(
    t.Integer({ minimum: 10, maximum: chartJsSideMax, description: "Short for `width`" }),
  ),
  h: t.Optional(
    t.Integer({ minimum: 10, maximum: chartJsSideMax, description: "Short for `height`" }),
  ),
  bkg: t.Optional(
    t.String({ minLength: 1, maxLength: 80, description: "Short for `backgroundColor`" }),
  ),
  f: t.Optional(
    oneOf(["png", "webp", "jpg", "jpeg", "svg"], { description: "Short for `format`" }),
  ),
  v: t.Optional(
    t.Union([t.String({ maxLength: 20 }), t.Number()], { description: "Short for `version`" }),
  ),
};
