import { oneOf, type Static, t } from "hub";
import image from "../plugin.ts";

const { chartBodyBytesMax, chartJsSideMax } = image.limits;

const sideRange = { minimum: 10, maximum: chartJsSideMax };
const ratioRange = { minimum: 0.5, maximum: 4 };

/** A number in a body, which QuickChart's clients also send as text. */
const numeral = (name: string) =>
  t.String({ pattern: "^[0-9]{1,6}(?:[.][0-9]{1,6})?$", description: `The ${name} as text` });

const side = (what: string, initial: number) =>
  t.Integer({
    ...sideRange,
    default: initial,
    description: `The ${what} of the chart, in pixels before \`devicePixelRatio\``,
  });

/** The look of a chart at a QuickChart address, in a query or a body. */
export const quickChartFields = {
  width: side("width", 500),
  height: side("height", 300),
  devicePixelRatio: t.Number({
    ...ratioRange,
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
    "The Chart.js configuration, as JSON or in JavaScript object notation. Its functions run in a separate engine",
});

const shortSide = (name: string) =>
  t.Integer({ ...sideRange, description: `Short for \`${name}\`` });

/** Short names of the fields in a query. */
export const shortFields = {
  w: t.Optional(shortSide("width")),
  h: t.Optional(shortSide("height")),
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

const config = t.Union([
  chartText,
  t.Object({}, { additionalProperties: true, description: "The Chart.js configuration" }),
]);

/** The fields of a configuration in a body. */
export const postedChartFields = {
  chart: t.Optional(config),
  c: t.Optional(config),
  ...quickChartFields,
  ...shortFields,
  width: t.Union([quickChartFields.width, numeral("width")], { default: 500 }),
  height: t.Union([quickChartFields.height, numeral("height")], { default: 300 }),
  devicePixelRatio: t.Union([quickChartFields.devicePixelRatio, numeral("ratio")], { default: 2 }),
  w: t.Optional(t.Union([shortSide("width"), numeral("width")])),
  h: t.Optional(t.Union([shortSide("height"), numeral("height")])),
  key: t.Optional(
    t.String({
      description: "The API key, in a body up to 64 KiB. A header or the query is safer",
    }),
  ),
};

const postedChart = t.Object(postedChartFields);

/** Returns the configuration of a body, its location, and its look without short names. Throws `invalid_input`. */
export function readPostedChart(body: Static<typeof postedChart>) {
  const { chart: named, c, key: _key, w, h, bkg, f, v, ...look } = body;
  const chart = named ?? c;
  if (chart === undefined)
    throw image.error("invalid_input", "body.chart is missing: the Chart.js configuration", {
      at: "body.chart",
    });
  return {
    chart,
    at: named === undefined ? "body.c" : "body.chart",
    look: {
      ...look,
      width: readSide(w ?? look.width, w === undefined ? "width" : "w"),
      height: readSide(h ?? look.height, h === undefined ? "height" : "h"),
      devicePixelRatio: readNumeral(look.devicePixelRatio, "devicePixelRatio", ratioRange),
      backgroundColor: bkg ?? look.backgroundColor,
      format: f ?? look.format,
      version: v ?? look.version,
    },
  };
}

function readSide(value: string | number, name: string): number {
  return Math.trunc(readNumeral(value, name, sideRange));
}

/** Reads a number that may be text. Throws `invalid_input` if it is outside its range. */
function readNumeral(
  value: string | number,
  name: string,
  { minimum, maximum }: { minimum: number; maximum: number },
): number {
  const number = Number(value);
  if (number >= minimum && number <= maximum) return number;
  const at = `body.${name}`;
  throw image.error(
    "invalid_input",
    `${at} must be from ${minimum} to ${maximum}: it is ${JSON.stringify(value)}`,
    { at },
  );
}
