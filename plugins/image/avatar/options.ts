import { oneOf, t } from "hub";
import { answerFields, colorField } from "../formats.ts";
import image from "../plugin.ts";

/** The styles that avatars are drawn in. */
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

/** What an avatar may be asked for. */
export const avatarFields = {
  seed: word("Any text: the same text is always the same picture"),
  name: word("A name, for its initials; it is the seed too where there is none"),
  style: oneOf(styleNames, { default: "initials", description: "What is drawn" }),
  size: t.Integer({ minimum: 16, maximum: 1024, default: 256, description: "Its side in pixels" }),
  colors: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 80 }), {
      minItems: 2,
      maxItems: 8,
      description: "The colours to draw with. Default: some that the seed decides",
    }),
  ),
  background: t.Optional(colorField("What it stands on; `transparent` for nothing")),
  color: t.Optional(
    colorField("The letters, kept even where they cannot be read, or what is drawn most of"),
  ),
  rounded: t.Integer({
    minimum: 0,
    maximum: 50,
    default: 0,
    description: "How round its corners are, in percent of its side: 50 is a circle",
  }),
  length: t.Integer({
    minimum: 1,
    maximum: 3,
    default: 2,
    description:
      "How many initials at most: one for each word, and where there are more words the first ones and the last; a single word gives as many of its letters",
  }),
  bold: t.Boolean({ default: false, description: "Whether initials are bold" }),
  uppercase: t.Boolean({ default: true, description: "Whether initials are capitals" }),
  flip: t.Boolean({ default: false, description: "Whether left and right change places" }),
  rotate: t.Integer({
    minimum: 0,
    maximum: 360,
    default: 0,
    description: "Degrees that the drawing is turned by, within its outline",
  }),
  format: oneOf(["svg", "png", "webp", "jpg", "ico"], {
    default: "svg",
    description: "The kind of file; an `ico` has four sizes",
  }),
  ...answerFields,
};

export type StyleName = (typeof styleNames)[number];
