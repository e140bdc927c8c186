import { openWords } from "hub/data-file";

/** Reads the words around people's names, and words that aren't names although they look like one. */
export const readContext = openWords(new URL("./person-context.txt", import.meta.url), [
  "not surname",
  "not first name",
  "place heads",
  "japanese given names",
  "chinese given characters",
  "introducers",
  "followers",
  "closings",
  "not in han or hangul",
]);

/** Returns the source of a pattern that matches one of some words, the longest first. */
export function either(words: Iterable<string>): string {
  const longestFirst = [...words].toSorted((a, b) => b.length - a.length);
  return `(?:${longestFirst.map((word) => RegExp.escape(word)).join("|")})`;
}

/** Returns the source of a pattern that matches one of some words, whose first letter may be a capital. */
export function eitherCase(words: Iterable<string>): string {
  const both = Array.from(words, (word) => [word, word.charAt(0).toUpperCase() + word.slice(1)]);
  return either(new Set(both.flat()));
}
