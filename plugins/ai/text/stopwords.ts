import { asTable } from "hub";
import { openWords } from "hub/data-file";
import lists from "stopwords-iso/stopwords-iso.json";
import { getBaseLanguage } from "./words.ts";

// That package's English list also has words such as "system", "home" and "million", which can be topics.
const readEnglish = openWords(new URL("./stopwords.txt", import.meta.url), ["English"]);
const allLists: Readonly<Record<string, string[]>> = asTable(lists);
const sets = new Map<string, ReadonlySet<string>>();
const none: ReadonlySet<string> = new Set();

/** Returns the stopwords of a language, in lower case. */
export function getStopwords(language: string): ReadonlySet<string> {
  const code = getBaseLanguage(language);
  let set = sets.get(code);
  if (!set) {
    const words = code === "en" ? readEnglish().English : allLists[code];
    set = words ? new Set(words) : none;
    sets.set(code, set);
  }
  return set;
}
