import { openWords } from "hub/data-file";
import { joinAlternatives } from "../text/word-lists.ts";

const readPhrases = openWords(new URL("./phrases.txt", import.meta.url), [
  "cuts after a comma",
  "openings",
  "conclusions",
  "dependent openings",
]);

/** Returns the phrases of a list as alternatives of a regular expression. */
export function listPhrases(name: keyof ReturnType<typeof readPhrases>): string {
  return joinAlternatives(readPhrases()[name]);
}
