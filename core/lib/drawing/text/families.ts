import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openTable } from "../../data-file.ts";
import { HubFont } from "./font.ts";

const face = /url\(\.\/(files\/[\w.-]+\.woff)\)[^}]*?unicode-range:\s*([^;}]+)/g;

/** A font family: sans-serif, serif, monospaced, or sans-serif with the width of Verdana. */
export type Family = "sans" | "serif" | "mono" | "wide";
export type Weight = 400 | 700;

/** The language whose Han character variants are used. */
export type Language = "ja" | "ko" | "zh";

export interface Face {
  family: Family;
  weight: Weight;
}

const dejavu = {
  sans: "DejaVuSans",
  serif: "DejaVuSerif",
  mono: "DejaVuSansMono",
  wide: "DejaVuSans",
} as const;
const fontsByKey = new Map<string, Fonts>();

/** Fonts in order of preference. */
type Fonts = readonly [HubFont, ...HubFont[]];

/** Returns the fonts of a face in order of preference. */
export function getFonts({ family, weight }: Face): Fonts {
  return getCached(`${family} ${weight}`, () => {
    const dejavuFont = getDejavu(family, weight);
    return family === "sans"
      ? [...getNotoFonts("", weight), dejavuFont]
      : [dejavuFont, ...getNotoFonts("", weight)];
  });
}

const readScripts = openTable(new URL("./families.tsv", import.meta.url), {
  name: "text",
  property: ["Script", "Script_Extensions"],
});

/** Noto families for single scripts, by the last part of their names. */
const scripts = readScripts().map(
  ({ name, property }) => [name, new RegExp(`\\p{${property}=${name}}`, "u")] as const,
);

const eastAsian = /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}]/u;
const eastAsianSigns = /[\u3000-\u303F\uFF00-\uFFEF]/;

/** Returns the fonts for a character's script. Empty for scripts that all fonts cover. */
export function getScriptFonts(
  character: string,
  { weight, language }: { weight: Weight; language: Language },
): readonly HubFont[] {
  if (character < "\u0590") return [];
  for (const [name, pattern] of scripts)
    if (pattern.test(character)) return getNotoFonts(name, weight);
  return eastAsian.test(character) || eastAsianSigns.test(character)
    ? eastAsianFonts(language, weight)
    : [];
}

/** Returns fallback fonts that may contain a character. */
export function getFallbackFonts(weight: Weight): readonly HubFont[] {
  return getCached(`last ${weight}`, () => [
    getDejavu("sans", weight),
    ...[...scripts.map(([name]) => name), "JP", "KR", "SC"].flatMap((name) =>
      getNotoFonts(name, weight),
    ),
  ]);
}

/** Returns the colour emoji font, which is a single file. */
export function emojiFont(): HubFont {
  return getCached("emoji", () => [
    new HubFont({
      name: "Twemoji",
      file: fileURLToPath(import.meta.resolve("twemoji-colr-font/twemoji.woff2")),
      colour: true,
    }),
  ])[0];
}

/** Returns emoji fonts with single-colour outlines, for renderers without layers. */
export function plainEmojiFonts(weight: Weight): readonly HubFont[] {
  return getCached(`plain emoji ${weight}`, () =>
    createSlices("noto-emoji", { name: "Noto Emoji", weight }),
  );
}

function eastAsianFonts(language: Language, weight: Weight): readonly HubFont[] {
  const preference = {
    ja: ["JP", "SC", "KR"],
    ko: ["KR", "JP", "SC"],
    zh: ["SC", "JP", "KR"],
  } as const;
  const [own, ...others] = preference[language];
  return getCached(`${language} ${weight}`, () => [
    ...getNotoFonts(own, weight),
    ...others.flatMap((name) => getNotoFonts(name, weight)),
  ]);
}

function getNotoFonts(part: string, weight: Weight): Fonts {
  // Tibetan exists only as a serif font.
  const name = `Noto ${part === "Tibetan" ? "Serif" : "Sans"} ${part}`.trimEnd();
  const family = name.toLowerCase().replaceAll(" ", "-");
  return getCached(`${name} ${weight}`, () => createSlices(family, { name, weight }));
}

function getDejavu(family: Family, weight: Weight): HubFont {
  const file = `${dejavu[family]}${weight === 700 ? "-Bold" : ""}`;
  return getCached(file, () => [
    new HubFont({
      name: file,
      file: fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`)),
    }),
  ])[0];
}

function getCached(key: string, create: () => Fonts): Fonts {
  let fonts = fontsByKey.get(key);
  if (!fonts) {
    fonts = create();
    fontsByKey.set(key, fonts);
  }
  return fonts;
}

/**
 * Returns the slices of a Fontsource family: small files, each with the characters that its style sheet
 * lists. A slice is opened only for a character that it lists.
 */
function createSlices(family: string, { name, weight }: { name: string; weight: number }): Fonts {
  const sheet = fileURLToPath(import.meta.resolve(`@fontsource/${family}/${weight}.css`));
  const folder = dirname(sheet);
  const [first, ...others] = Array.from(
    readFileSync(sheet, "utf8").matchAll(face),
    ([, file = "", ranges = ""]) =>
      new HubFont({
        name,
        file: join(folder, file),
        claims: createRangeCheck(ranges),
      }),
  );
  if (!first) throw new Error(`Cannot find a font in "${sheet}"`);
  return [first, ...others];
}

/** Returns a check of unicode ranges such as `U+0-FF,U+131`. Fonts have 25,000 of them, so they stay numbers. */
function createRangeCheck(text: string): (codePoint: number) => boolean {
  const bounds = Uint32Array.from(
    text.split(",").flatMap((range) => {
      const [first = "", last = first] = range.trim().slice(2).split("-");
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    }),
  );
  return (codePoint) =>
    bounds.some(
      (first, at) => at % 2 === 0 && codePoint >= first && codePoint <= (bounds[at + 1] ?? 0),
    );
}
