import { oneOf, type Static, t } from "hub";
import type { Pixels } from "hub/drawing";
import { colorField } from "../formats.ts";
import image from "../plugin.ts";

const { promptMax, promptSideMin, promptSideMax, promptImagesMax, promptColorsMax } = image.limits;
const side = (what: string) =>
  t.Integer({
    minimum: promptSideMin,
    maximum: promptSideMax,
    default: 512,
    description: `The ${what} in pixels`,
  });

/** What there is to say about a picture from a prompt. */
export const promptFields = {
  prompt: t.String({
    minLength: 1,
    maxLength: promptMax,
    description: "What the picture should show, in English",
  }),
  width: side("width"),
  height: side("height"),
  style: oneOf(["realistic", "artistic", "cartoon", "sketch"], {
    default: "realistic",
    description: "The style of the drawing",
  }),
  num_images: t.Integer({
    minimum: 1,
    maximum: promptImagesMax,
    default: 1,
    description: "The number of pictures",
  }),
  format: oneOf(["png", "jpg", "webp"], { default: "png", description: "The file format" }),
  seed: t.Optional(
    t.Integer({
      minimum: 0,
      maximum: 4_294_967_295,
      description:
        "Decides everything that the prompt leaves open; derived from the prompt by default. The pictures use this seed and the following ones",
    }),
  ),
  negative_prompt: t.Optional(
    t.String({ maxLength: promptMax, description: "What the picture should not show" }),
  ),
  palette: t.Optional(
    t.Array(colorField("A colour"), {
      minItems: 1,
      maxItems: promptColorsMax,
      description: "The colours of the picture",
    }),
  ),
  provider: oneOf(["auto", "embedded", "openai"], {
    default: "auto",
    description:
      "What draws the picture: by default the operator's image model if there is one, otherwise the hub's own engine",
  }),
};

const body = t.Object(promptFields);

/** A picture as a caller asks for it. */
export type PromptAsked = Static<typeof body>;

/** The same with its seed decided. */
export type Commission = PromptAsked & { seed: number };

const list = (description: string) => t.Array(t.String(), { description });
const maybe = (description: string) => t.Union([t.String(), t.Null()], { description });

const understood = t.Object({
  terms: list("The words of the prompt that the picture follows, as written"),
  subjects: list("The things named in the prompt that are drawn"),
  colors: list(
    "The colours named in the prompt that the picture has; a sketch has only their tones",
  ),
  mood: maybe("The mood"),
  time: maybe("The time of day"),
  weather: maybe("The weather"),
  season: maybe("The season"),
  counts: t.Record(t.String(), t.Integer(), {
    description: "The number of each thing, if the prompt says it",
  }),
  composition: maybe("`close-up`, `wide` or `top`"),
  excluded: list("What is left out because the prompt or the negative prompt excludes it"),
});

/** What is answered about pictures from a prompt. */
export const promptAnswer = {
  engine: t.String({
    description: "What drew the picture: `procedural`, or `openai:` followed by the model",
  }),
  degraded: t.Boolean({
    description: "Whether the image model failed and the hub's own engine drew instead",
  }),
  degraded_reason: t.Optional(t.String({ description: "Why the image model failed" })),
  seed: t.Integer({ description: "The seed of the first picture" }),
  prompt: t.String({ description: "The prompt, as given" }),
  images: t.Array(
    t.Object({
      index: t.Integer({ description: "The index of the picture, from 0" }),
      seed: t.Integer({ description: "The seed that reproduces this picture" }),
      width: t.Integer({ description: "Its width in pixels" }),
      height: t.Integer({ description: "Its height in pixels" }),
      format: t.String({ description: "The file format" }),
      bytes: t.Integer({ description: "The file size in bytes" }),
      base64: t.String({ description: "The file as Base64" }),
    }),
    { description: "The pictures" },
  ),
  understood: t.Union([understood, t.Null()], {
    description:
      "What the hub's own engine understood of the prompt; null if an image model drew the picture",
  }),
  ignored_terms: list(
    "Words of the prompt and the negative prompt that the hub's own engine does not follow; every meaningful word is either here or in `terms`",
  ),
};

/** What the hub's own engine made of a prompt. */
export type Understood = Static<typeof understood>;

/** What one who draws has made of a prompt. */
export interface Drawn {
  engine: string;
  pictures: readonly Pixels[];
  /** What was understood, where that is known. */
  understood: Understood | null;
  ignored: readonly string[];
}
