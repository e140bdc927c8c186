import { names } from "../../color/names.ts";
import { parseNames } from "../nouns.ts";
import { hex, type Rgb, shiftColor } from "../rgb.ts";
import words from "./words.json" with { type: "json" };

/** Colours in CSS whose words mean things in a prompt. */
const notColors = parseNames(words.notColors);

/** The colours by their words. */
export const colorWords: ReadonlyMap<string, Rgb> = new Map(
  [...names, ...Object.entries(words.colors)].flatMap(([name, digits]) =>
    notColors.has(name) ? [] : [[name, hex(digits)] as const],
  ),
);

/** Colours with the name of a thing: "a lemon" isn't a colour. */
export const objectColors: ReadonlySet<string> = parseNames(words.objectColors);

/** The changes that words make to the colour after them. */
export const colorModifiers: ReadonlyMap<string, (color: Rgb) => Rgb> = new Map(
  Object.entries({
    light: { light: 0.14, chroma: 0.8 },
    pale: { light: 0.18, chroma: 0.55 },
    pastel: { light: 0.16, chroma: 0.5 },
    soft: { light: 0.07, chroma: 0.65 },
    muted: { chroma: 0.5 },
    dusty: { chroma: 0.45 },
    dark: { light: -0.16 },
    deep: { light: -0.11, chroma: 1.1 },
    bright: { light: 0.05, chroma: 1.3 },
    vivid: { chroma: 1.4 },
    neon: { light: 0.08, chroma: 1.6 },
    electric: { light: 0.06, chroma: 1.5 },
  }).map(([word, shift]) => [word, (color: Rgb) => shiftColor(color, shift)]),
);
