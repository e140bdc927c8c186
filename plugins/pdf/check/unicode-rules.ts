import { type PDFDict, PDFName } from "pdf-lib";
import { type EncodingName, getGlyphCharacter, getGlyphName } from "../glyphs/names.ts";
import { readEncoding, readProgram } from "../glyphs/shown-glyphs.ts";
import { dictEntry, listDicts, nameEntry, numberEntry, textEntry } from "../objects/entries.ts";
import { streamBytes } from "../objects/streams.ts";
import { listCodes, readCodeMap } from "../objects/to-unicode.ts";
import type { Finders } from "./rule.ts";

/** The rule of ISO 14289-1 for the characters of codes, which PDF/A-2b doesn't have. */
export const unicodeFinders: Finders = {
  *"unicode-maps"({ shown }) {
    for (const [font, strings] of shown?.strings ?? []) {
      const code = findUnreadableCode(font, strings);
      if (code !== undefined)
        yield { detail: `${nameEntry(font, "BaseFont") ?? "unnamed"}: code ${code}` };
    }
  },
};

function findUnreadableCode(font: PDFDict, strings: readonly Uint8Array[]): number | undefined {
  const isComposite = nameEntry(font, "Subtype") === "Type0";
  const map = streamBytes(font.lookup(PDFName.of("ToUnicode")));
  const letters = map ? readCodeMap(map).letters : new Map<number, string>();
  const hasDefault = isComposite ? hasCharacters(font) : createNameTest(font);
  const codes = listShownCodes(font, strings);
  if (nameEntry(font, "ToUnicode")?.startsWith("Identity-")) return undefined;
  return codes.values().find((code) => {
    const text = letters.get(code);
    // A text of U+FEFF alone is decoded to nothing.
    return text === undefined ? !hasDefault(code) : text === "" || /[\0\uFEFF\uFFFE]/.test(text);
  });
}

/** Returns the codes that a font shows, or none if a composite font doesn't have two bytes in each. */
function listShownCodes(font: PDFDict, strings: readonly Uint8Array[]): Set<number> {
  const isSimple = nameEntry(font, "Subtype") !== "Type0";
  if (!isSimple && !nameEntry(font, "Encoding")?.startsWith("Identity-")) return new Set();
  const codes = new Set<number>();
  for (const text of strings) for (const code of isSimple ? text : listCodes(text)) codes.add(code);
  return codes;
}

const collections = new Set(["Japan1", "CNS1", "GB1", "Korea1", "KR"]);

/** Returns whether the character collection of a composite font gives each code a character. */
function hasCharacters(font: PDFDict): () => boolean {
  const [descendant] = listDicts(font.lookup(PDFName.of("DescendantFonts")));
  const system = dictEntry(descendant, "CIDSystemInfo");
  const isKnown =
    textEntry(system, "Registry") === "Adobe" &&
    collections.has(textEntry(system, "Ordering") ?? "");
  return () => isKnown;
}

/** Creates the test whether the glyph of a code in a simple font is named after a character. */
function createNameTest(font: PDFDict): (code: number) => boolean {
  const { base, differences } = readEncoding(font);
  const descriptor = dictEntry(font, "FontDescriptor");
  const isTrueType = nameEntry(font, "Subtype") === "TrueType";
  const isSymbolic = ((numberEntry(descriptor, "Flags") ?? 0) & 4) !== 0;
  const program = isTrueType ? undefined : readProgram(descriptor);
  const own = program && "glyphsByName" in program ? program : undefined;
  const names = new Map(own?.glyphsByName.entries().map(([name, glyph]) => [glyph, name]));
  const standard: EncodingName | undefined =
    isTrueType && isSymbolic ? undefined : "StandardEncoding";
  return (code) => {
    const glyph = base ? undefined : own?.encoding?.get(code);
    const named = glyph === undefined ? undefined : names.get(glyph);
    const encoding = base ?? standard;
    const name = differences.get(code) ?? named ?? (encoding && getGlyphName(encoding, code));
    return name !== undefined && isCharacterName(name);
  };
}

/** Whether the name of a glyph stands for a character. The Adobe Glyph List has names of letters, and few with digits. */
function isCharacterName(name: string): boolean {
  const [base = ""] = name.split(".", 1);
  if (getGlyphCharacter(base) !== undefined) return true;
  return /^(?:[A-Za-z]{2,40}|afii\d{5}|SF\d{6}|H\d{5}|a\d{1,3})$/.test(base);
}
