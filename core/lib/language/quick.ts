import { dominantScript } from "./script.ts";

// Words that are frequent in English and in no other language with Latin letters.
const english = new Set(
  (
    "the and this that these those with from would could should has were you your they their there which " +
    "who what when where why how because about very not it's don't i'm can't doesn't didn't isn't won't " +
    "i've you're we're hello hi thanks thank please yes our than into which only other some also after " +
    "before between through while never always every nothing something"
  ).split(" "),
);
// Words that are frequent in English, and also exist in one or two other languages.
const weaker = new Set([
  "to",
  "by",
  "for",
  "on",
  "at",
  "it",
  "my",
  "he",
  "she",
  "if",
  "do",
  "all",
  "can",
  "as",
  "has",
  "be",
  "or",
  "not",
  "us",
]);
const sampleLength = 600;

/**
 * Returns the language of texts that need no statistics: those in a script with one language, and plain
 * English.
 */
export function quickLanguage(text: string): string | undefined {
  const { script, language } = dominantScript(text);
  if (language) return language;
  if (script !== "Latn") return undefined;
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
