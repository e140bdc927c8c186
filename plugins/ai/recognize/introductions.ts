import { openWords } from "hub/data-file";
import { joinAlternatives } from "../text/word-lists.ts";

const readIntroductions = openWords(new URL("./introductions.txt", import.meta.url), [
  "card",
  "card without spaces",
  "certain card",
  "certain card without spaces",
  "passport",
  "passport without spaces",
  "birth",
  "birth without spaces",
  "card code",
  "card expiry",
  "password",
  "foreign password",
  "foreign password without spaces",
  "no password",
  "version",
  "network",
  "phone",
  "foreign phone",
  "phone without spaces",
  "between phone and number",
  "before a year",
  "between years",
]);

type ListName = keyof ReturnType<typeof readIntroductions>;

/** Returns the source of a pattern for a word of one of some lists, between word boundaries. */
export function buildWordPattern(...lists: readonly ListName[]): string {
  return `(?<![\\p{L}\\p{M}])(?:${joinLists(lists)})(?![\\p{L}\\p{M}])`;
}

/** Returns the source of a pattern for an entry of one of some lists, also as a part of a longer word. */
export function joinLists(lists: readonly ListName[]): string {
  const words = lists.flatMap((list) => [...readIntroductions()[list]]);
  return joinAlternatives(words).replaceAll("\\*", "\\p{L}{0,4}");
}

/** Returns a pattern for the end of a text: an introducing word, and a few characters that are no digits or line breaks. */
export function buildEndPattern(
  list: ListName,
  unspaced: ListName,
  [gap, unspacedGap]: readonly [gap: number, unspacedGap: number],
): RegExp {
  const space = (length: number) => `[^\\p{Nd}\\n]{0,${length}}$`;
  return new RegExp(
    `${buildWordPattern(list)}${space(gap)}|(?:${joinLists([unspaced])})${space(unspacedGap)}`,
    "iu",
  );
}

/** Whether a text is an entry of a list, in any case. */
export function isListed(list: ListName, text: string): boolean {
  return readIntroductions()[list].has(text.toLowerCase());
}
