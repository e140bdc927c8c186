import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { HubFont } from "./font.ts";

const face = /url\(\.\/(files\/[\w.-]+\.woff)\)[^}]*?unicode-range:\s*([^;}]+)/g;

/** How letters look: without serifs, with them, all of one width, or without serifs and as wide as Verdana. */
export type Family = "sans" | "serif" | "mono" | "wide";
export type Weight = 400 | 700;

/** Whose forms of Chinese characters are drawn. */
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
const kept = new Map<string, Fonts>();

/** The first choice first. */
type Fonts = readonly [HubFont, ...HubFont[]];

/** The fonts that a face draws with, the first choice first. */
export function fontsOf({ family, weight }: Face): Fonts {
  return once(`${family} ${weight}`, () => {
    const whole = dejavuOf(family, weight);
    return family === "sans" ? [...noto("", weight), whole] : [whole, ...noto("", weight)];
  });
}

/** The families that are made for one script each, by the last words of their names. */
const scripts: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["Hebrew", /\p{Script=Hebrew}/u],
  ["Cherokee", /\p{Script=Cherokee}/u],
  ["Ethiopic", /\p{Script_Extensions=Ethiopic}/u],
  ["Khmer", /\p{Script=Khmer}/u],
  ["Lao", /\p{Script=Lao}/u],
  ["Malayalam", /\p{Script_Extensions=Malayalam}/u],
  ["Myanmar", /\p{Script_Extensions=Myanmar}/u],
  ["Sinhala", /\p{Script=Sinhala}/u],
  ["Tamil", /\p{Script=Tamil}/u],
  ["Thai", /\p{Script=Thai}/u],
  ["Tibetan", /\p{Script_Extensions=Tibetan}/u],
  // The stops of Devanagari are those of its neighbours, too, whose letters are looked for first.
  ["Bengali", /\p{Script=Bengali}/u],
  ["Gujarati", /\p{Script=Gujarati}/u],
  ["Gurmukhi", /\p{Script=Gurmukhi}/u],
  ["Kannada", /\p{Script=Kannada}/u],
  ["Oriya", /\p{Script=Oriya}/u],
  ["Telugu", /\p{Script=Telugu}/u],
  ["Arabic", /\p{Script_Extensions=Arabic}/u],
  ["Devanagari", /\p{Script_Extensions=Devanagari}/u],
];

const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303F\uFF00-\uFFEF]/u;

/** The fonts that are made for a character's script: none for one that any font has. */
export function scriptFontsOf(
  character: string,
  { weight, language }: { weight: Weight; language: Language },
): readonly HubFont[] {
  if (character < "\u0590") return [];
  for (const [name, pattern] of scripts) if (pattern.test(character)) return noto(name, weight);
  return eastAsian.test(character) ? eastAsianFonts(language, weight) : [];
}

/** Whatever else may have a character. */
export function lastFontsOf(weight: Weight): readonly HubFont[] {
  return once(`last ${weight}`, () => [
    dejavuOf("sans", weight),
    ...[...scripts.map(([name]) => name), "JP", "KR", "SC"].flatMap((name) => noto(name, weight)),
  ]);
}

/** Emoji in colour, in one file. */
export function emojiFont(): HubFont {
  return once("emoji", () => [
    new HubFont({
      name: "Twemoji",
      file: fileURLToPath(import.meta.resolve("twemoji-colr-font/twemoji.woff2")),
      colour: true,
    }),
  ])[0];
}

/** Emoji as outlines of one colour, for whoever cannot draw layers. */
export function plainEmojiFonts(weight: Weight): readonly HubFont[] {
  return once(`plain emoji ${weight}`, () =>
    slicesOf("noto-emoji", { name: "Noto Emoji", weight }),
  );
}

function eastAsianFonts(language: Language, weight: Weight): readonly HubFont[] {
  const order = {
    ja: ["JP", "SC", "KR"],
    ko: ["KR", "JP", "SC"],
    zh: ["SC", "JP", "KR"],
  } as const;
  const [own, ...others] = order[language];
  return once(`${language} ${weight}`, () => [
    ...noto(own, weight),
    ...others.flatMap((name) => noto(name, weight)),
  ]);
}

function noto(part: string, weight: Weight): Fonts {
  // There is no Tibetan without serifs.
  const name = `Noto ${part === "Tibetan" ? "Serif" : "Sans"} ${part}`.trimEnd();
  const family = name.toLowerCase().replaceAll(" ", "-");
  return once(`${name} ${weight}`, () => slicesOf(family, { name, weight }));
}

function dejavuOf(family: Family, weight: Weight): HubFont {
  const file = `${dejavu[family]}${weight === 700 ? "-Bold" : ""}`;
  return once(file, () => [
    new HubFont({
      name: file,
      file: fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`)),
    }),
  ])[0];
}

function once(key: string, make: () => Fonts): Fonts {
  let fonts = kept.get(key);
  if (!fonts) {
    fonts = make();
    kept.set(key, fonts);
  }
  return fonts;
}

/**
 * The slices of a family of Fontsource: small files, each with the characters that its style sheet
 * says. A slice is opened only for a character that it claims.
 */
function slicesOf(family: string, { name, weight }: { name: string; weight: number }): Fonts {
  const sheet = fileURLToPath(import.meta.resolve(`@fontsource/${family}/${weight}.css`));
  const folder = dirname(sheet);
  const [first, ...others] = Array.from(
    readFileSync(sheet, "utf8").matchAll(face),
    ([, file = "", ranges = ""]) =>
      new HubFont({ name, file: join(folder, file), claims: within(rangesOf(ranges)) }),
  );
  if (!first) throw new Error(`No font is named in "${sheet}"`);
  return [first, ...others];
}

type Range = readonly [first: number, last: number];

/** Reads `U+0-FF,U+131`. */
function rangesOf(text: string): Range[] {
  return text.split(",").map((range) => {
    const [first = "", last = first] = range.trim().slice(2).split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

function within(ranges: readonly Range[]): (codePoint: number) => boolean {
  return (codePoint) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
}
