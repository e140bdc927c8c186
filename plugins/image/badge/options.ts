import { group, oneOf, t } from "hub";
import { answerFields, colorField } from "../formats.ts";

const color = (description: string) => t.Optional(colorField(description));
const link = (what: string) =>
  t.Optional(
    t.String({
      minLength: 1,
      maxLength: 1024,
      description: `Where ${what} leads: an address of http, https or mailto`,
    }),
  );

/** What a badge may be asked for. */
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
  style: oneOf(["flat", "flat-square", "plastic", "for-the-badge", "social"], {
    default: "flat",
    description: "How it looks",
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
    logo_color: color("The colour of an icon; `brand` for its owner's. Default: that of the text"),
    logo_width: t.Integer({
      minimum: 8,
      maximum: 120,
      default: 14,
      description: "The width of the logo, which is 14 pixels high",
    }),
  }),
  ...group("Logo and links", {
    link: link("the badge, or its left side if there is a `link_right`,"),
    link_right: link("its right side"),
    id_suffix: t.String({
      maxLength: 32,
      pattern: "^[A-Za-z0-9_-]*$",
      default: "",
      description: "Appended to the ids within the SVG, for pages with several badges",
    }),
  }),
  format: oneOf(["svg", "png", "webp", "json"], {
    default: "svg",
    description: "The file format; `json` is the same as `response=json`",
  }),
  ...answerFields,
};
