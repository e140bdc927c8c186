import { fileURLToPath } from "node:url";
import { HubFont } from "./font.ts";
import { slicesOf } from "./slices.ts";

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
const kept = new Map<string, readonly HubFont[]>();

/** The fonts that a face draws with, the first choice first. */
export function fontsOf({ family, weight }: Face): readonly HubFont[] {
  return once(`${family} ${weight}`, () => {
    const whole = dejavuOf(family, weight);
    return family === "sans" ? [...noto("", weight), whole] : [whole, ...noto("", weight)];
  });
}

const scripts = {
  arabic: /[\p{Script_Extensions=Arabic}]/u,
  hebrew: /[\p{Script=Hebrew}]/u,
  devanagari: /[\p{Script_Extensions=Devanagari}]/u,
} as const;

const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303F\uFF00-\uFFEF]/u;

/** The fonts that are made for a character's script: none for one that any font has. */
export function scriptFontsOf(
  character: string,
  { weight, language }: { weight: Weight; language: Language },
): readonly HubFont[] {
  if (character < "\u0590") return [];
  for (const [script, pattern] of Object.entries(scripts))
    if (pattern.test(character)) return noto(`-${script}`, weight);
  return eastAsian.test(character) ? eastAsianFonts(language, weight) : [];
}

/** Whatever else may have a character. */
export function lastFontsOf(weight: Weight): readonly HubFont[] {
  return once(`last ${weight}`, () => [
    dejavuOf("sans", weight),
    ...["-arabic", "-hebrew", "-devanagari", "-jp", "-kr", "-sc"].flatMap((part) =>
      noto(part, weight),
    ),
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
  ])[0]!;
}

/** Emoji as outlines of one colour, for whoever cannot draw layers. */
export function plainEmojiFonts(weight: Weight): readonly HubFont[] {
  return once(`plain emoji ${weight}`, () =>
    slicesOf("noto-emoji", { name: "Noto Emoji", weight }),
  );
}

function eastAsianFonts(language: Language, weight: Weight): readonly HubFont[] {
  const order = { ja: ["-jp", "-sc", "-kr"], ko: ["-kr", "-jp", "-sc"], zh: ["-sc", "-jp", "-kr"] };
  return once(`${language} ${weight}`, () => order[language].flatMap((part) => noto(part, weight)));
}

function noto(part: string, weight: Weight): readonly HubFont[] {
  const name = `Noto Sans${part && ` ${part.length > 3 ? part[1]!.toUpperCase() + part.slice(2) : part.slice(1).toUpperCase()}`}`;
  return once(`noto${part} ${weight}`, () => slicesOf(`noto-sans${part}`, { name, weight }));
}

function dejavuOf(family: Family, weight: Weight): HubFont {
  const file = `${dejavu[family]}${weight === 700 ? "-Bold" : ""}`;
  return once(file, () => [
    new HubFont({
      name: file,
      file: fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`)),
    }),
  ])[0]!;
}

function once(key: string, make: () => readonly HubFont[]): readonly HubFont[] {
  let fonts = kept.get(key);
  if (!fonts) {
    fonts = make();
    kept.set(key, fonts);
  }
  return fonts;
}
