import { group, oneOf, type Static, t } from "hub";
import { answerFields, colorField } from "../formats.ts";
import { patternNames } from "../pattern/names.ts";
import image from "../plugin.ts";
import { backgrounds, templates } from "./layout/card.ts";

const text = (maxLength: number, description: string) =>
  t.Optional(t.String({ minLength: 1, maxLength, description }));
const address = (what: string) =>
  t.Optional(
    t.String({
      minLength: 1,
      maxLength: image.limits.pictureAddressMax,
      description: `${what}: the URL of a PNG, JPEG, WebP, GIF or SVG image, or the image as a \`data:\` URI`,
    }),
  );

/** The fields of the background of a card or banner. */
export const groundFields = {
  ...group("Colours and background", {
    colors: t.Optional(
      t.Array(t.String({ minLength: 1, maxLength: 80 }), {
        minItems: 1,
        maxItems: 4,
        description:
          "The colours of the background; for a pattern, the background and then the lines. A gradient on which neither white nor black text would be readable throughout is darkened or lightened as needed",
      }),
    ),
    angle: t.Number({
      minimum: 0,
      maximum: 360,
      default: 135,
      description: "The direction of a gradient in degrees, as in CSS",
    }),
    pattern: oneOf(patternNames, {
      default: "dots",
      description: "The pattern if `background` is `pattern`; it fades out behind text",
    }),
  }),
};

/** The fields of a card's content. */
export const contentFields = {
  title: t.String({ minLength: 1, maxLength: 200, description: "The headline" }),
  description: text(300, "One or two sentences below the headline"),
  site_name: text(60, "The name of the site"),
  author: text(80, "The author or speaker"),
  ...group("Further content", {
    handle: text(60, "The author's handle, such as `@ada`"),
    date: text(40, "An ISO 8601 date, formatted for the locale, or any text"),
    reading_time: text(40, "The reading time, such as `6 min read`"),
    eyebrow: text(
      60,
      "A short line above the headline, such as a category; for `code`, the file name, whose extension chooses the colours",
    ),
    tags: t.Optional(
      t.Array(t.String({ minLength: 1, maxLength: 30 }), {
        maxItems: 6,
        description: "Tags; those that do not fit are left out",
      }),
    ),
    quote: text(300, "The quotation, for `quote`"),
    stat: text(20, "A figure or a price that `split` and `product` show in large type"),
    cta: text(40, "A call to action, shown as a button"),
  }),
  ...group("Pictures", {
    avatar_url: address("The author's picture"),
    logo_url: address("The site's logo"),
  }),
};

/** The fields of a card's design. */
export const lookFields = {
  template: oneOf(templates, {
    default: "article",
    description:
      "The design. `code` shows `title` and `description` as the lines of a file, with nothing added",
  }),
  ...group("Colours and background", {
    theme: t.String({
      minLength: 1,
      maxLength: 80,
      default: "light",
      description:
        "`light`, `dark`, `auto` (the viewer's preference in an SVG, otherwise light), or a colour for the whole card",
    }),
    accent: t.Optional(
      colorField("The accent colour; for text it is lightened or darkened until it is readable"),
    ),
    background: oneOf(backgrounds, {
      default: "auto",
      description: "The background; by default that of the template",
    }),
  }),
  ...groundFields,
  ...group("Language", {
    dir: oneOf(["auto", "ltr", "rtl"], {
      default: "auto",
      description: "The reading direction; by default that of the headline",
    }),
    locale: t.String({
      minLength: 2,
      maxLength: 35,
      default: "en",
      description: "The locale for dates, as a BCP 47 tag",
    }),
  }),
  format: oneOf(["png", "jpg", "webp", "svg"], {
    default: "png",
    description: "The file format",
  }),
  ...answerFields,
};

const card = t.Object({ ...contentFields, ...lookFields, quote: text(300, "") });

/** A request for a card. */
export type CardRequest = Static<typeof card>;
