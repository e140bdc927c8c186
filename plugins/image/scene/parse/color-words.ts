import { names } from "../../color/names.ts";
import { hex, type Rgb, shiftColor } from "../rgb.ts";

/** What CSS has no name for, or names otherwise than people do. */
const spoken =
  "amber ffbf00 apricot fbceb1 bronze b0763a burgundy 800020 cerulean 2a7fb8 charcoal 36404a " +
  "cherry c8213f cobalt 2450b8 copper b87333 cream fff3d6 emerald 1f9d63 golden f0b429 " +
  "jade 2fa876 lemon f7e24a lilac c3a2d8 mahogany 7b3f25 mauve b784a7 mint 98e2c2 " +
  "mustard d8a31c ochre c4862c peach ffbd9b pistachio a9cf7f ruby b81d4c rust b7472a " +
  "sapphire 1f4fae scarlet e1261c silver c0c6ce rose e86a92 blonde e6c878 ginger c8692c " +
  "ultramarine 2b3fb0 vermilion e34a33 wine 722f3f ebony 2c2a2b tangerine f28500 " +
  "raspberry c2235f blush f2b6b6 teal 157f86 red d8322c green 3d8f46 blue 2f6fd0 " +
  "yellow f5cf3a orange f08a2c purple 7d3fb0 pink f28bb0 brown 80512f black 23242b white f7f5f0 " +
  "grey 8a8f98 gray 8a8f98 cyan 35c3d6 magenta d6389c violet 8550c8";

/** Words that are colours in CSS and things in a prompt. */
const things = new Set(["snow", "seashell", "linen", "peru", "orchid", "moccasin", "wheat"]);

/** The colours that there are words for. */
export const colorWords: ReadonlyMap<string, Rgb> = new Map([
  ...Array.from(names, ([name, digits]) => [name, hex(digits)] as const).filter(
    ([name]) => !things.has(name),
  ),
  ...Array.from(
    spoken.matchAll(/([a-z]+) (\w{6})/g),
    ([, name, digits]) => [name!, hex(digits!)] as const,
  ),
]);

/** Colours that are called after something to hold: "a lemon" is no colour. */
export const objectColors: ReadonlySet<string> = new Set(
  (
    "apricot cherry chocolate copper coral cream emerald gold jade lavender lemon lime mint mustard " +
    "olive orange orchid peach pistachio plum raspberry rose ruby salmon sapphire silver tangerine " +
    "tomato wine"
  ).split(" "),
);

/** What words before a colour make of it. */
export const colorModifiers: ReadonlyMap<string, (color: Rgb) => Rgb> = new Map([
  ["light", (color: Rgb) => shiftColor(color, { light: 0.14, chroma: 0.8 })],
  ["pale", (color: Rgb) => shiftColor(color, { light: 0.18, chroma: 0.55 })],
  ["pastel", (color: Rgb) => shiftColor(color, { light: 0.16, chroma: 0.5 })],
  ["soft", (color: Rgb) => shiftColor(color, { light: 0.07, chroma: 0.65 })],
  ["muted", (color: Rgb) => shiftColor(color, { chroma: 0.5 })],
  ["dusty", (color: Rgb) => shiftColor(color, { chroma: 0.45 })],
  ["dark", (color: Rgb) => shiftColor(color, { light: -0.16 })],
  ["deep", (color: Rgb) => shiftColor(color, { light: -0.11, chroma: 1.1 })],
  ["bright", (color: Rgb) => shiftColor(color, { light: 0.05, chroma: 1.3 })],
  ["vivid", (color: Rgb) => shiftColor(color, { chroma: 1.4 })],
  ["neon", (color: Rgb) => shiftColor(color, { light: 0.08, chroma: 1.6 })],
  ["electric", (color: Rgb) => shiftColor(color, { light: 0.06, chroma: 1.5 })],
]);
