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
    description: `The ${what}, in pixels`,
  });

/** The request body for a picture from a prompt. */
export const promptFields = {
  prompt: t.String({
    minLength: 1,
    maxLength: promptMax,
    description: "The content of the picture, in English",
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
  format: oneOf(["png", "jpg", "webp"], {
    default: "png",
    description:
      "The file format of the pictures. They are base64 in JSON, or the response itself if the client accepts images only",
  }),
  seed: t.Optional(
    t.Integer({
      minimum: 0,
      maximum: 4_294_967_295,
      description:
        "The random seed for everything that the prompt does not specify; derived from the prompt by default. The pictures use this seed and the following ones",
    }),
  ),
  negative_prompt: t.Optional(
    t.String({ maxLength: promptMax, description: "The content to exclude from the picture" }),
  ),
  palette: t.Optional(
    t.Array(colorField("A colour"), {
      minItems: 1,
      maxItems: promptColorsMax,
      description: "The colours of the picture",
    }),
  ),
  strict: t.Boolean({
    default: false,
    description:
      "Whether the built-in engine fails with 422 if it cannot draw the main noun. By default, it then draws a background from the words it knows",
  }),
  provider: oneOf(["auto", "embedded", "openai", "stable-diffusion", "comfyui"], {
    default: "auto",
    description:
      "The engine that draws the picture: by default the operator's image model if there is one, otherwise the built-in engine",
  }),
};

const body = t.Object(promptFields);

/** A request for pictures. */
export type PromptRequest = Static<typeof body>;

/** A request with its seed resolved. */
export type Commission = PromptRequest & { seed: number };

const list = (description: string) => t.Array(t.String(), { description });
const nullableText = (description: string) => t.Union([t.String(), t.Null()], { description });

const understood = t.Object({
  terms: list("The words of the prompt that the picture shows, as written"),
  subjects: list("The illustration and the parts of the landscape that are drawn"),
  colors: list("The colours of the whole picture; a sketch has only their tones"),
  mood: nullableText("The mood"),
  time: nullableText("The time of day"),
  weather: nullableText("The weather"),
  season: nullableText("The season"),
  excluded: list("The things that the prompt or the negative prompt excludes"),
});

/** The response fields of pictures from a prompt. */
export const promptAnswer = {
  engine: t.String({
    description:
      "The engine that drew the picture: `procedural`, `stable-diffusion`, `comfyui`, or `openai:` followed by the model",
  }),
  degraded: t.Boolean({
    description:
      "Whether the built-in engine drew the picture, which draws backgrounds and single illustrations",
  }),
  degraded_reason: t.Optional(t.String({ description: "Why no image model drew the picture" })),
  seed: t.Integer({ description: "The seed of the first picture" }),
  prompt: t.String({ description: "The prompt, as sent" }),
  images: t.Array(
    t.Object({
      index: t.Integer({ description: "The index of the picture, starting at 0" }),
      seed: t.Integer({ description: "The seed that reproduces this picture" }),
      width: t.Integer({ description: "The width, in pixels" }),
      height: t.Integer({ description: "The height, in pixels" }),
      format: t.String({ description: "The file format" }),
      bytes: t.Integer({ description: "The file size, in bytes" }),
      base64: t.String({ description: "The file in base64" }),
    }),
    { description: "The pictures" },
  ),
  understood: t.Union([understood, t.Null()], {
    description:
      "The parts of the prompt that the built-in engine understood; null if an image model drew the picture",
  }),
  ignored_terms: list(
    "Words of the prompt and the negative prompt that the picture does not show; every meaningful word is either here or in `terms`",
  ),
};

/** The parts of a prompt that the built-in engine understood. */
export type Understood = Static<typeof understood>;

/** The pictures that an engine drew from a prompt. */
export interface Drawn {
  engine: string;
  pictures: readonly Pixels[];
  /** The parts of the prompt that were understood, if known. */
  understood: Understood | null;
  ignored: readonly string[];
}
