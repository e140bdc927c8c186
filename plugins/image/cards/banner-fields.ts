import { oneOf, type Static, t } from "hub";
import { answerFields, colorField } from "../formats.ts";
import { groundFields } from "./fields.ts";
import { presetNames } from "./platforms.ts";

const side = (description: string) =>
  t.Optional(t.Integer({ minimum: 200, maximum: 3000, description }));

/** What there is to say about a banner. */
export const bannerFields = {
  title: t.String({ minLength: 1, maxLength: 120, description: "The large words" }),
  subtitle: t.Optional(
    t.String({ minLength: 1, maxLength: 200, description: "The small words below" }),
  ),
  icon: t.Optional(
    t.String({ minLength: 1, maxLength: 32, description: "An emoji, or a letter or two" }),
  ),
  preset: oneOf(presetNames, {
    default: "github",
    description: "Where it will be shown; `custom` has the size of `width` and `height`",
  }),
  width: side("In pixels, for `custom`; 1200 by default"),
  height: side("In pixels, for `custom`; 400 by default"),
  background: oneOf(["gradient", "pattern", "solid"], {
    default: "gradient",
    description: "What lies below",
  }),
  ...groundFields,
  align: oneOf(["start", "center", "end"], {
    default: "center",
    description: "Where the words are, as seen by who reads them",
  }),
  font: oneOf(["sans", "serif", "mono"], { default: "sans", description: "How letters look" }),
  color: t.Optional(
    colorField(
      "Of the words, which is kept even where it cannot be read; by default what is read best on the background",
    ),
  ),
  format: oneOf(["svg", "png", "jpg", "webp"], {
    default: "png",
    description: "The kind of file",
  }),
  ...answerFields,
};

const fields = t.Object(bannerFields);

/** A banner as a caller describes it. */
export type BannerAsked = Static<typeof fields>;
