import { oneOf, t } from "hub";
import { answerFields, colorField } from "../formats.ts";
import image from "../plugin.ts";

const { sideMax } = image.limits;
const side = (name: string) =>
  t.Optional(t.Integer({ minimum: 1, maximum: sideMax, description: `The ${name}, in pixels` }));

/** The query fields of a placeholder. */
export const placeholderFields = {
  width: side("width"),
  height: side("height"),
  size: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 24,
      description:
        "Both sides: `600x400`, `300` for a square, `16:9@800` for an aspect ratio and a width; `600x400@2x` for high-density screens",
    }),
  ),
  bg: colorField(
    "The background colour; `random:` followed by any text chooses a colour determined by that text",
    {
      default: "cccccc",
    },
  ),
  color: colorField(
    "The colour of the text, used even if it is not readable, or `auto` for the one with the most contrast",
    { default: "auto" },
  ),
  text: t.Optional(
    t.String({
      maxLength: 200,
      description: "The text; `\\n` starts a new line. Default: the size",
    }),
  ),
  font: oneOf(["sans", "serif", "mono"], { default: "sans", description: "The font family" }),
  font_size: t.Optional(
    t.Integer({
      minimum: 6,
      maximum: 400,
      description:
        "The font size in pixels, reduced if the text does not fit. Default: depends on the size of the image",
    }),
  ),
  bold: t.Boolean({ default: false, description: "Whether the text is bold" }),
  border: t.Integer({
    minimum: 0,
    maximum: 64,
    default: 0,
    description: "The width of the border, in pixels; it has the colour of the text",
  }),
  radius: t.Integer({
    minimum: 0,
    maximum: sideMax / 2,
    default: 0,
    description: "The corner radius, in pixels",
  }),
  pattern: oneOf(["none", "diagonal", "cross", "dots", "grid"], {
    default: "none",
    description: "The faint pattern behind the text",
  }),
  gradient: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 80 }), {
      minItems: 2,
      maxItems: 3,
      description: "Two colours, and an angle in degrees: `ff8a00,e52e71,45`",
    }),
  ),
  format: oneOf(["svg", "png", "jpg", "webp", "avif", "gif"], {
    default: "svg",
    description: "The file format",
  }),
  ...answerFields,
};
