import { openWords } from "hub/data-file";

/**
 * The names of keys, types, values and glyphs, and the operators of content. They reveal nothing about a file, and
 * renaming one would break it.
 */
const readVocabulary = openWords(new URL("./vocabulary.txt", import.meta.url), [
  "names of the format",
  "names of glyphs",
  "operators of content",
  "character sets",
]);

/** The operators of content streams, and the three words that are values. */
export function listContentWords(): ReadonlySet<string> {
  return readVocabulary()["operators of content"];
}

/** Returns the names of character sets that define the codes of fonts. */
export function listCharacterSets(): ReadonlySet<string> {
  return readVocabulary()["character sets"];
}

/** Glyph names that consist of a number. */
const glyphNumber = /^(?:uni[\dA-F]{4}|u[\dA-F]{4,5}|(?:[a-zA-Z]|cid|gid|glyph|index)\d{1,5})$/;

/**
 * Returns whether a name, without its slash, belongs to the format or to a known set of glyph
 * names.
 */
export function isStandardName(name: string): boolean {
  const vocabulary = readVocabulary();
  return vocabulary["names of the format"].has(name) || vocabulary["names of glyphs"].has(name);
}

/** Returns whether a name is only the number of a glyph. */
export function isGlyphNumber(name: string): boolean {
  return glyphNumber.test(name);
}
