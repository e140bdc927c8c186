import { oneOf, type Static, t } from "hub";
import { colorField } from "../formats.ts";
import image from "../plugin.ts";

const { seedMax, promptSideMin, backgroundSideMax, promptColorsMax } = image.limits;

const side = (what: string, initial: number) =>
  t.Integer({
    minimum: promptSideMin,
    maximum: backgroundSideMax,
    default: initial,
    description: `The ${what}, in pixels`,
  });

const terrains = [
  "mountain",
  "hill",
  "field",
  "forest",
  "river",
  "road",
  "lake",
  "sea",
  "beach",
  "desert",
  "city",
  "cloud",
  "rainbow",
  "aurora",
  "moon",
  "star",
  "space",
  "moon-surface",
  "planet-surface",
  "underwater",
] as const;

/** The fields of a background. */
export const backgroundFields = {
  terrain: t.Array(oneOf(terrains), {
    default: ["hill"],
    maxItems: 5,
    description: `The parts of the landscape and of the sky: ${terrains.map((name) => `\`${name}\``).join(", ")}`,
  }),
  time: t.Optional(
    oneOf(["dawn", "morning", "noon", "day", "golden hour", "sunset", "dusk", "night"], {
      description: "The time of day; by default, one that suits the rest",
    }),
  ),
  weather: t.Optional(
    oneOf(["clear", "cloudy", "rain", "storm", "snow", "fog"], { description: "The weather" }),
  ),
  season: t.Optional(
    oneOf(["spring", "summer", "autumn", "winter"], { description: "The season" }),
  ),
  mood: t.Optional(
    oneOf(["gloomy", "vibrant", "cozy", "retro"], { description: "The mood of the colours" }),
  ),
  palette: t.Optional(
    t.Array(colorField("A colour"), {
      minItems: 1,
      maxItems: promptColorsMax,
      description: "The colours of the picture",
    }),
  ),
  style: oneOf(["realistic", "artistic", "cartoon", "sketch"], {
    default: "realistic",
    description: "The style of the drawing",
  }),
  seed: t.String({
    default: "",
    maxLength: seedMax,
    description: "The seed of everything that the other fields do not decide",
  }),
  width: side("width", 1200),
  height: side("height", 630),
  format: oneOf(["jpg", "png", "webp"], { default: "jpg", description: "The file format" }),
};

const query = t.Object(backgroundFields);

/** A request for a background. */
export type BackgroundRequest = Static<typeof query>;
