import { oneOf, type Static, t } from "hub";
import { answerFields, colorField } from "../formats.ts";
import { patternNames } from "../pattern/names.ts";
import image from "../plugin.ts";
import { backgrounds, templates } from "./card.ts";

const text = (maxLength: number, description: string) =>
  t.Optional(t.String({ minLength: 1, maxLength, description }));
const address = (what: string) =>
  t.Optional(
    t.String({
      minLength: 1,
      maxLength: image.limits.pictureAddressMax,
      description: `${what}: the address of a PNG, JPEG, WebP, GIF or SVG image, or the image as a \`data:\` URI`,
    }),
  );

/** What lies below a card or a banner. */
export const groundFields = {
  colors: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 80 }), {
      minItems: 1,
      maxItems: 4,
      description:
        "Of the background: of a pattern, what is below and then its lines. A gradient on which neither white nor black words could be read all over becomes as much darker or lighter as that takes",
    }),
  ),
  angle: t.Number({
    minimum: 0,
    maximum: 360,
    default: 135,
    description: "Which way a gradient goes, in degrees as in CSS",
  }),
  pattern: oneOf(patternNames, {
    default: "dots",
    description: "Where `background` is pattern; it fades away behind words",
  }),
};

/** What a card says. */
export const contentFields = {
  title: t.String({ minLength: 1, maxLength: 200, description: "The headline" }),
  description: text(300, "A sentence or two below it"),
  site_name: text(60, "Whose it is"),
  author: text(80, "Who wrote or said it"),
  handle: text(60, "Where the author is found, as `@ada`"),
  date: text(40, "A date of ISO 8601, written as the locale does, or any text"),
  reading_time: text(40, "How long it takes, as `6 min read`"),
  eyebrow: text(60, "A word above the headline: a kind or a section"),
  tags: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 30 }), {
      maxItems: 6,
      description: "As many are shown as there is room for",
    }),
  ),
  quote: text(300, "What was said, for `quote`"),
  stat: text(20, "A figure or a price, shown large by `split` and `product`"),
  cta: text(40, "What to do next, as a button"),
  avatar_url: address("The author's picture"),
  logo_url: address("The site's logo"),
};

/** How a card looks. */
export const lookFields = {
  template: oneOf(templates, { default: "article", description: "The design" }),
  theme: t.String({
    minLength: 1,
    maxLength: 80,
    default: "light",
    description:
      "`light`, `dark`, `auto` (in an SVG whichever the viewer prefers, else light), or the colour of the whole card",
  }),
  accent: t.Optional(
    colorField("The colour of what stands out; words have it as dark or light as they are read"),
  ),
  background: oneOf(backgrounds, {
    default: "auto",
    description: "What lies below: by default what the template has",
  }),
  ...groundFields,
  dir: oneOf(["auto", "ltr", "rtl"], {
    default: "auto",
    description: "Which side it is read from; by default as the headline",
  }),
  locale: t.String({
    minLength: 2,
    maxLength: 35,
    default: "en",
    description: "Whose way of writing dates, after BCP 47",
  }),
  format: oneOf(["png", "jpg", "webp", "svg"], {
    default: "png",
    description: "The kind of file",
  }),
  ...answerFields,
};

const card = t.Object({ ...contentFields, ...lookFields, quote: text(300, "") });

/** A card as a caller describes it. */
export type CardAsked = Static<typeof card>;
