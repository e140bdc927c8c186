import { openTexts } from "hub/data-file";

const texts = openTexts(new URL("./accents.txt", import.meta.url), ["strokes"])();

/**
 * Removes accents, dots and strokes from letters: `Łódź` becomes `Lodz`. Emoji and scripts that need their marks keep
 * them.
 */
export function stripAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(MARKS, "")
    .replace(STROKED, (letter) => STROKES[letter] ?? letter)
    .normalize("NFC");
}

/** Combining marks of Latin, Greek and Cyrillic. In Indic scripts, Hebrew and Arabic, marks are vowels. */
const MARKS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\ufe20-\ufe2f]/g;

/** Letters with strokes. Unicode doesn't decompose them. */
const STROKES = texts.strokes;

const STROKED = new RegExp(`[${Object.keys(STROKES).join("")}]`, "g");
