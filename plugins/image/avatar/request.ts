import { asTable, group, oneOf, t } from "hub";
import { answerFields, colorField } from "../formats.ts";
import image from "../plugin.ts";
import { dicebearNames } from "./dicebear.ts";

/** The avatar styles of the hub, which DiceBear lacks or draws with less contrast. */
const ownStyles = ["initials", "sunset"];

/** Former styles of the hub, and the styles of DiceBear that replace them. */
export const replacedStyles: Readonly<Record<string, string>> = asTable({
  pixel: "pixel-art",
  beam: "thumbs",
  marble: "glass",
  bauhaus: "shapes",
  smiley: "fun-emoji",
  robot: "bottts",
});

/** The avatar styles. */
export const styleNames: readonly string[] = [
  ...ownStyles,
  ...dicebearNames.filter((name) => name !== "initials"),
];

const word = (description: string) =>
  t.Optional(t.String({ minLength: 1, maxLength: image.limits.seedMax, description }));

/** The query fields of an avatar. */
export const avatarFields = {
  seed: word("Any text; the same text always gives the same picture"),
  name: word("A name, used for the initials; it is also the default seed"),
  style: oneOf([...styleNames, ...Object.keys(replacedStyles)], {
    default: "initials",
    description:
      "The style: `initials`, `sunset`, or one of DiceBear. The former `pixel`, `beam`, `marble`, `bauhaus`, `smiley` and `robot` are now `pixel-art`, `thumbs`, `glass`, `shapes`, `fun-emoji` and `bottts`",
  }),
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
        description:
          "The colours to draw with, in styles of DiceBear those of the clothes or the main shape. Default: chosen by the seed",
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
