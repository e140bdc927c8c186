import { group, oneOf, t } from "hub";
import { answerFields, colorField } from "../formats.ts";

const color = (description: string) => t.Optional(colorField(description));
const link = (part: string) =>
  t.Optional(
    t.String({
      minLength: 1,
      maxLength: 1024,
      description: `The link target of ${part}: an http, https or mailto URL`,
    }),
  );

/** The query fields of a badge. */
export const badgeFields = {
  label: t.String({ maxLength: 100, default: "", description: "The text on the left" }),
  message: t.String({ minLength: 1, maxLength: 200, description: "The text on the right" }),
  color: colorField(
    "The colour behind the message: a name such as `brightgreen` or `critical`, any CSS colour, or `red..blue` for a gradient",
    { default: "brightgreen" },
  ),
  ...group("Colours", {
    label_color: color("The colour behind the label, in the same forms. Default: `555`"),
    dark_color: color("The colour behind the message in dark mode"),
    dark_label_color: color("The colour behind the label in dark mode"),
  }),
  contrast: oneOf(["usual", "readable"], {
    default: "usual",
    description:
      "The colour of the texts: `usual` is white except on light colours, as on shields.io. `readable` chooses text and gloss for a contrast of 4.5:1",
  }),
  style: oneOf(["flat", "flat-square", "plastic", "for-the-badge", "social"], {
    default: "flat",
    description: "The style of the badge",
  }),
  logo: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 45_000,
      description:
        "An icon of Simple Icons by its slug, such as `github`, or an image of at most 32 KB as a `data:` URI in base64",
    }),
  ),
  ...group("Logo and links", {
    logo_color: color(
      "The colour of an icon; `brand` for its brand colour. Default: the colour of the text",
    ),
    logo_size: oneOf(["fixed", "auto"], {
      default: "fixed",
      description: "`auto` gives a wide icon, such as `amg`, its own width instead of `logo_width`",
    }),
    logo_width: t.Integer({
      minimum: 8,
      maximum: 120,
      default: 14,
      description: "The width of the logo, in pixels; its height is 14",
    }),
  }),
  ...group("Logo and links", {
    link: link("the badge, or of its left side if `link_right` is set"),
    link_right: link("the right side"),
    id_suffix: t.String({
      maxLength: 32,
      pattern: "^[A-Za-z0-9_-]*$",
      errorMessage: "letters, digits, hyphens and underscores",
      default: "",
      description: "A suffix for the ids within the SVG, for pages with several badges",
    }),
  }),
  format: oneOf(["svg", "png", "webp", "json"], {
    default: "svg",
    description: "The file format; `json` is the same as `response=json`",
  }),
  ...answerFields,
};
