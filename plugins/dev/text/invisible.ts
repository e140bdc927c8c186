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
  const name = NAMES[codePoint];
  if (name) return name;
  if (codePoint < 0xa0) return "control character";
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return "lone surrogate";
  if (codePoint >= 0x2000 && codePoint <= 0x200a) return "typographic space";
  if (codePoint >= 0xe0000 && codePoint <= 0xe007f) return "tag character";
  if (codePoint >= 0xe0100 && codePoint <= 0xe01ef) return "variation selector";
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0f) return "variation selector";
  return /\p{Cf}/u.test(String.fromCodePoint(codePoint)) ? "format character" : undefined;
}

const NAMES: Readonly<Record<number, string>> = {
  127: "delete",
  160: "no-break space",
  173: "soft hyphen",
  847: "combining grapheme joiner",
  1564: "Arabic letter mark",
  4447: "Hangul choseong filler",
  4448: "Hangul jungseong filler",
  5760: "Ogham space mark",
  6158: "Mongolian vowel separator",
  8203: "zero width space",
  8204: "zero width non-joiner",
  8205: "zero width joiner",
  8206: "left-to-right mark",
  8207: "right-to-left mark",
  8232: "line separator",
  8233: "paragraph separator",
  8234: "left-to-right embedding",
  8235: "right-to-left embedding",
  8236: "pop directional formatting",
  8237: "left-to-right override",
  8238: "right-to-left override",
  8239: "narrow no-break space",
  8287: "medium mathematical space",
  8288: "word joiner",
  8294: "left-to-right isolate",
  8295: "right-to-left isolate",
  8296: "first strong isolate",
  8297: "pop directional isolate",
  10240: "Braille blank",
  12288: "ideographic space",
  12644: "Hangul filler",
  65279: "zero width no-break space (byte order mark)",
  65440: "halfwidth Hangul filler",
  65532: "object replacement character",
};
