import { openTexts } from "hub/data-file";

/** A character that is invisible or looks like a plain space. */
interface InvisibleCharacter {
  /** Code point as `U+200B`. */
  code_point: string;
  name: string;
  count: number;
  /** Index of the first occurrence in UTF-16 code units. */
  first_index: number;
}

/** Returns the invisible characters of a text, except spaces, tabs and line ends. */
export function findInvisible(
  text: string,
  frequency: ReadonlyMap<number, number>,
): InvisibleCharacter[] {
  const characters: InvisibleCharacter[] = [];
  for (const [codePoint, count] of frequency) {
    const name = findCharacterName(codePoint);
    if (name === undefined) continue;
    if (characters.length === foundMax) break;
    const first_index = text.indexOf(String.fromCodePoint(codePoint));
    characters.push({ code_point: codePointLabel(codePoint), name, count, first_index });
  }
  return characters.sort((a, b) => a.first_index - b.first_index);
}

/** Formats a code point in Unicode notation: `U+0041`. */
export function codePointLabel(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Each result needs a search through the text, and a text of tag characters could need 100 of them. */
const foundMax = 200;

function findCharacterName(codePoint: number): string | undefined {
  if (codePoint < 0x20)
    return codePoint === 0x09 || codePoint === 0x0a || codePoint === 0x0d
      ? undefined
      : "control character";
  if (codePoint < 0x7f) return undefined;
  const name = NAMES.get(codePoint);
  if (name) return name;
  if (codePoint < 0xa0) return "control character";
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return "lone surrogate";
  if (codePoint >= 0x2000 && codePoint <= 0x200a) return "typographic space";
  if (codePoint >= 0xe0000 && codePoint <= 0xe007f) return "tag character";
  if (codePoint >= 0xe0100 && codePoint <= 0xe01ef) return "variation selector";
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0f) return "variation selector";
  return /\p{Cf}/u.test(String.fromCodePoint(codePoint)) ? "format character" : undefined;
}

const texts = openTexts(new URL("./invisible.txt", import.meta.url), ["names"])();
const NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(texts.names).map(([code, name]) => [Number.parseInt(code, 16), name]),
);
