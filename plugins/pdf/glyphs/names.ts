import { openTexts, openWords } from "hub/data-file";
import { StandardFontEmbedder, StandardFonts } from "pdf-lib";

const texts = openTexts(new URL("./names.txt", import.meta.url), ["more names"])();
const readNames = openWords(new URL("./standard-names.txt", import.meta.url), ["standard names"]);

/** Returns the standard strings of CFF, most of which are names of glyphs (Adobe technical note 5176). */
export function listStandardNames(): readonly string[] {
  standardNames ??= [...readNames()["standard names"]];
  return standardNames;
}

let standardNames: readonly string[] | undefined;

/** The codes above 126 of StandardEncoding that have a glyph, each with its standard string. */
const upperCodes: readonly [first: number, last: number, name: number][] = [
  [161, 175, 96],
  [177, 180, 111],
  [182, 189, 115],
  [191, 191, 123],
  [193, 200, 124],
  [202, 203, 132],
  [205, 208, 134],
  [225, 225, 138],
  [227, 227, 139],
  [232, 235, 140],
  [241, 241, 144],
  [245, 245, 145],
  [248, 251, 146],
];

/** Returns the name of a code's glyph in StandardEncoding. */
function readStandard(code: number): string | undefined {
  if (code >= 32 && code <= 126) return listStandardNames()[code - 31];
  const range = upperCodes.find(([first, last]) => code >= first && code <= last);
  return range && listStandardNames()[range[2] + code - range[0]];
}

const latin = createNames(StandardFonts.Helvetica);
const codesByEncoding = {
  WinAnsiEncoding: new TextDecoder("windows-1252"),
  MacRomanEncoding: new TextDecoder("macintosh" as "utf-8"),
} as const;
/** The characters whose names the library's tables lack. */
const moreNames: ReadonlyMap<number, string> = new Map(
  Object.entries(texts["more names"]).map(([character, name]) => [
    character.codePointAt(0) ?? 0,
    name,
  ]),
);

function createNames(font: StandardFonts): {
  byCharacter: Map<number, string>;
  byCode: Map<number, string>;
} {
  const { encoding } = StandardFontEmbedder.for(font as never);
  const byCharacter = new Map<number, string>();
  const byCode = new Map<number, string>();
  for (const character of encoding.supportedCodePoints) {
    const { code, name } = encoding.encodeUnicodeCodePoint(character);
    byCharacter.set(character, name);
    byCode.set(code, name);
  }
  return { byCharacter, byCode };
}

/** The encodings that a font can have by name. `Symbol` and `ZapfDingbats` are those of the fonts. */
export type EncodingName =
  | "StandardEncoding"
  | "WinAnsiEncoding"
  | "MacRomanEncoding"
  | "Symbol"
  | "ZapfDingbats";

const symbols = {
  Symbol: createNames(StandardFonts.Symbol).byCode,
  ZapfDingbats: createNames(StandardFonts.ZapfDingbats).byCode,
};

/** Returns the name of a code's glyph in an encoding, or undefined if it has none. */
export function getGlyphName(encoding: EncodingName, code: number): string | undefined {
  if (encoding === "StandardEncoding") return readStandard(code);
  if (encoding === "Symbol" || encoding === "ZapfDingbats") return symbols[encoding].get(code);
  if (code < 32 || code === 127) return undefined;
  const character = codesByEncoding[encoding].decode(Uint8Array.of(code)).codePointAt(0) ?? 0;
  return latin.byCharacter.get(character) ?? moreNames.get(character);
}

const charactersByName = new Map(
  [...moreNames, ...latin.byCharacter].map(([character, name]) => [name, character]),
);

/** Returns the character that a glyph name stands for, or undefined if it is unknown. */
export function getGlyphCharacter(name: string): number | undefined {
  const known = charactersByName.get(name);
  if (known !== undefined) return known;
  const digits = /^(?:uni([0-9A-F]{4})|u([0-9A-F]{4,6}))$/.exec(name);
  const hex = digits?.[1] ?? digits?.[2];
  return hex === undefined ? undefined : Number.parseInt(hex, 16);
}
