import { openTexts, openWords } from "../../../lib/data-file.ts";

const readTexts = openTexts(new URL("./synonyms.txt", import.meta.url), ["synonyms"]);

const readWeakWords = openWords(new URL("./weak-words.txt", import.meta.url), ["weak"]);

/** Returns the words of the documentation for a word in lower case. */
export function findSynonyms(word: string): string[] {
  return readTexts().synonyms[word]?.split(" ") ?? [];
}

/** Checks whether a word in lower case says little, such as "online" or "converter". */
export function isWeak(word: string): boolean {
  return readWeakWords().weak.has(word);
}
