import { openWords } from "../data-file.ts";
import { dominantScript } from "./script.ts";

const readLists = openWords(new URL("./english.txt", import.meta.url), ["english", "weaker"]);
const sampleLength = 600;

/**
 * Returns the language of texts that need no statistics: those in a script with one language, and plain
 * English.
 */
export function quickLanguage(text: string): string | undefined {
  const { script, language } = dominantScript(text);
  if (language) return language;
  if (script !== "Latn") return undefined;
  const { english, weaker } = readLists();
  let words = 0;
  const found = new Set<string>();
  let hits = 0;
  let lesser = 0;
  for (const [word] of text.slice(0, sampleLength).matchAll(/[\p{L}'’]+/gu)) {
    words++;
    const lower = word.toLowerCase().replaceAll("’", "'");
    if (weaker.has(lower)) lesser++;
    if (!english.has(lower)) continue;
    hits++;
    found.add(lower);
  }
  const share = hits / Math.max(1, words);
  const isMixed = found.size >= 1 && lesser >= 2 && (hits + lesser) / words >= 0.2;
  return isMixed || (found.size >= 2 && share >= 0.15) || (words <= 6 && share >= 0.25)
    ? "en"
    : undefined;
}
