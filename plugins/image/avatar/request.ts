import { group, oneOf, t } from "hub";
import { answerFields, colorField } from "../formats.ts";
import image from "../plugin.ts";

/** The avatar styles. */
export const styleNames = [
  "initials",
  "identicon",
  "pixel",
  "beam",
  "marble",
  "rings",
  "bauhaus",
  "sunset",
  "shapes",
  "smiley",
  "robot",
] as const;

const word = (description: string) =>
  t.Optional(t.String({ minLength: 1, maxLength: image.limits.seedMax, description }));

/** The query fields of an avatar. */
export const avatarFields = {
  seed: word("Any text; the same text always gives the same picture"),
  name: word("A name, used for the initials; it is also the default seed"),
  style: oneOf(styleNames, { default: "initials", description: "The style of the avatar" }),
  size: t.Integer({
    minimum: 16,
    maximum: 1024,
    default: 256,
    description: "The width and height, in pixels",
  }),
  ...group("Colours", {
    colors: t.Optional(
      t.Array(t.String({ minLength: 1, maxLength: 80 }), {
        minItems: 2,
        maxItems: 8,
        description: "The colours to draw with. Default: chosen by the seed",
      }),
    ),
    background: t.Optional(colorField("The background colour; `transparent` for none")),
    color: t.Optional(
      colorField(
        "The colour of the letters, used even if they are not readable, or of the main shape",
      ),
    ),
  }),
  rounded: t.Integer({
    minimum: 0,
    maximum: 50,
    default: 0,
    description: "The corner radius, in percent of the size; 50 gives a circle",
  }),
  ...group("Letters and direction", {
    length: t.Integer({
      minimum: 1,
      maximum: 3,
      default: 2,
      description:
        "The maximum number of initials: one for each word, or the first ones and the last if there are more words; a single word gives its first letters",
    }),
    bold: t.Boolean({ default: false, description: "Whether initials are bold" }),
    uppercase: t.Boolean({ default: true, description: "Whether initials are capitals" }),
    flip: t.Boolean({ default: false, description: "Whether to mirror the picture horizontally" }),
    rotate: t.Integer({
      minimum: 0,
      maximum: 360,
      default: 0,
      description: "The rotation of the drawing within its outline, in degrees",
    }),
  }),
  format: oneOf(["svg", "png", "webp", "jpg", "ico"], {
    default: "svg",
    description: "The file format; an `ico` has four sizes",
  }),
  ...answerFields,
};

export type StyleName = (typeof styleNames)[number];
