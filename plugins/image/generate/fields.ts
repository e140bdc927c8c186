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
    description: "What the picture is to show, in English",
  }),
  width: side("width"),
  height: side("height"),
  style: oneOf(["realistic", "artistic", "cartoon", "sketch"], {
    default: "realistic",
    description: "How it is drawn",
  }),
  num_images: t.Integer({
    minimum: 1,
    maximum: promptImagesMax,
    default: 1,
    description: "How many pictures",
  }),
  format: oneOf(["png", "jpg", "webp"], { default: "png", description: "The kind of file" }),
  seed: t.Optional(
    t.Integer({
      minimum: 0,
      maximum: 4_294_967_295,
      description:
        "What decides all that the prompt does not; by default the prompt itself. The pictures have this seed and those after it",
    }),
  ),
  negative_prompt: t.Optional(
    t.String({ maxLength: promptMax, description: "What the picture is not to show" }),
  ),
  palette: t.Optional(
    t.Array(colorField("A colour"), {
      minItems: 1,
      maxItems: promptColorsMax,
      description: "The colours that it is to be in",
    }),
  ),
  provider: oneOf(["auto", "embedded", "openai"], {
    default: "auto",
    description:
      "Who draws: the operator's image model where there is one and the hub's own engine otherwise, or one of them",
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
  terms: list("The words of the prompt that the picture follows, as they are written"),
  subjects: list("What is drawn of what the prompt names"),
  colors: list("The colours that it names and the picture has; a sketch has their tones"),
  mood: maybe("How it is to feel"),
  time: maybe("When it is"),
  weather: maybe("What the weather is"),
  season: maybe("What season it is"),
  counts: t.Record(t.String(), t.Integer(), {
    description: "How many of what, where the prompt says it",
  }),
  composition: maybe("`close-up`, `wide` or `top`"),
  excluded: list("What is left out since the prompt or the negative prompt asks for that"),
});

/** What is answered about pictures from a prompt. */
export const promptAnswer = {
  engine: t.String({ description: "Who has drawn: `procedural`, or `openai:` and the model" }),
  degraded: t.Boolean({ description: "Whether an image model was to draw and could not" }),
  degraded_reason: t.Optional(t.String({ description: "Why it could not" })),
  seed: t.Integer({ description: "The seed of the first picture" }),
  prompt: t.String({ description: "The prompt, as given" }),
  images: t.Array(
    t.Object({
      index: t.Integer({ description: "Its place, from 0" }),
      seed: t.Integer({ description: "Its own seed, which gives it again" }),
      width: t.Integer({ description: "Its width in pixels" }),
      height: t.Integer({ description: "Its height in pixels" }),
      format: t.String({ description: "The kind of file" }),
      bytes: t.Integer({ description: "Its size" }),
      base64: t.String({ description: "The file in Base64" }),
    }),
    { description: "The pictures" },
  ),
  understood: t.Union([understood, t.Null()], {
    description:
      "What the hub's own engine made of the prompt; null where a model has drawn, which does not say",
  }),
  ignored_terms: list(
    "Words of the prompt and the negative prompt that the picture of the hub's own engine does not follow; each word that says something is here or in `terms`",
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
