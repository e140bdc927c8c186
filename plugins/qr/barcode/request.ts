import { group, oneOf, type Static, t } from "hub";
import qr from "../plugin.ts";
import { answerFields, colorPattern } from "../request.ts";
import { barcodeTypes, symbologies } from "./symbologies.ts";

const { barcodeDataMax } = qr.limits;

const contents = barcodeTypes.map((type) => `\`${type}\` ${symbologies[type].holds}`).join("; ");

/** The fields of GET and POST. */
export const barcodeFields = {
  type: oneOf(barcodeTypes, { description: "The type of the code" }),
  data: t.String({
    minLength: 1,
    maxLength: barcodeDataMax,
    description: `The content. ${contents}. A missing check digit is added, and a wrong one is rejected`,
  }),
  format: oneOf(["png", "svg", "webp", "jpeg", "pdf", "eps", "json"], {
    default: "png",
    description: "The file format, or JSON with a PNG and facts about the code",
  }),
  show_text: t.Boolean({
    default: true,
    description: "Whether a code of bars has its content as text below",
  }),
  ...group("Size", {
    module_px: t.Integer({
      minimum: 1,
      maximum: 20,
      default: 4,
      description: "Pixels of a module: the narrowest bar, or a square",
    }),
    module_mm: t.Number({
      minimum: 0.1,
      maximum: 5,
      default: 0.33,
      description: "Millimetres of a module in PDF and EPS. GS1 recommends 0.33 for EAN and UPC",
    }),
    bar_height: t.Integer({
      minimum: 5,
      maximum: 300,
      default: 60,
      description: "The height of bars in modules. Codes of squares ignore it",
    }),
    margin: t.Optional(
      t.Integer({
        minimum: 0,
        maximum: 40,
        description:
          "The quiet zone around the code in modules; by default, the one that its standard requires",
      }),
    ),
  }),
  ...group("Colours", {
    fg_color: t.String({
      pattern: colorPattern,
      default: "000000",
      description: "The colour of the bars, as 3 or 6 hexadecimal digits",
    }),
    bg_color: t.String({
      pattern: colorPattern,
      default: "FFFFFF",
      description: "The colour of the background, as 3 or 6 hexadecimal digits",
    }),
  }),
  ...answerFields,
};

const body = t.Object(barcodeFields);

/** A request for a code. */
export type BarcodeRequest = Static<typeof body>;

/** The JSON response. */
export const barcodeAnswer = t.Object({
  type: oneOf(barcodeTypes, { description: "The type of the code" }),
  data: t.String({ description: "The content, with its check digit" }),
  check_digit: t.Union([t.String(), t.Null()], {
    description: "The check digit of an EAN, UPC, ITF-14 or GTIN; null for other contents",
  }),
  width: t.Integer({ description: "The width of the image, in pixels" }),
  height: t.Integer({ description: "The height of the image, in pixels" }),
  verified: t.Union([t.Boolean(), t.Null()], {
    description:
      "Whether ZXing and ZBar both read the image back; null if only ZXing knows the type, and reads it",
  }),
  warnings: t.Array(t.String(), {
    description: "Problems that may prevent scanners from reading the code",
  }),
  image: t.String({ description: "The image as PNG in a data URI" }),
});
