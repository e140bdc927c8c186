import { openTexts } from "../../../lib/data-file.ts";

const readTexts = openTexts(new URL("./synonyms.txt", import.meta.url), ["synonyms"]);

/** Returns the words of the documentation for a word in lower case. */
export function findSynonyms(word: string): string[] {
  return readTexts().synonyms[word]?.split(" ") ?? [];
}
