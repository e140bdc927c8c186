import { oneOf, type Static, t } from "hub";
import { answerFields, colorField } from "../formats.ts";
import { presetNames } from "./platforms.ts";
import { groundFields } from "./request.ts";

const side = (description: string) =>
  t.Optional(t.Integer({ minimum: 200, maximum: 3000, description }));

/** The query fields of a banner. */
export const bannerFields = {
  title: t.String({ minLength: 1, maxLength: 120, description: "The title, in large type" }),
  subtitle: t.Optional(
    t.String({ minLength: 1, maxLength: 200, description: "A line below the title" }),
  ),
  icon: t.Optional(
    t.String({ minLength: 1, maxLength: 32, description: "An emoji, or one or two letters" }),
  ),
  preset: oneOf(presetNames, {
    default: "github",
    description: "The target of the banner; `custom` uses `width` and `height`",
  }),
  width: side("The width for `custom`, in pixels; 1200 by default"),
  height: side("The height for `custom`, in pixels; 400 by default"),
  background: oneOf(["gradient", "pattern", "solid"], {
    default: "gradient",
    description: "The background",
  }),
  ...groundFields,
  layout: oneOf(["centered", "side", "headline", "framed", "split", "band", "rings", "poster"], {
    default: "centered",
    description:
      "The composition: everything in the centre, the icon next to the text, a large title at the bottom below the subtitle, a frame with a rule, a panel with the icon, a band with the subtitle, rings in a corner, or a very large icon",
  }),
  align: oneOf(["start", "center", "end"], {
    default: "center",
    description:
      "The alignment of the text in `centered` and `framed`, in reading direction. The others start where reading starts",
  }),
  font: oneOf(["sans", "serif", "mono"], { default: "sans", description: "The font family" }),
  color: t.Optional(
    colorField(
      "The text colour, used even if it is not readable; by default the one with the most contrast",
    ),
  ),
  format: oneOf(["svg", "png", "jpg", "webp"], {
    default: "png",
    description: "The file format",
  }),
  ...answerFields,
};

const fields = t.Object(bannerFields);

/** A request for a banner. */
export type BannerRequest = Static<typeof fields>;
