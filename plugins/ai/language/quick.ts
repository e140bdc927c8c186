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
const looked = 600;

/** The language of texts that need no statistics: scripts of one language, and plain English. */
export function quickLanguage(text: string): string | undefined {
  const { script, language } = dominantScript(text);
  if (language) return language;
  if (script !== "Latn") return undefined;
  let words = 0;
  const found = new Set<string>();
  let hits = 0;
  for (const [word] of text.slice(0, looked).matchAll(/[\p{L}'’]+/gu)) {
    words++;
    const lower = word.toLowerCase().replaceAll("’", "'");
    if (!english.has(lower)) continue;
    hits++;
    found.add(lower);
  }
  const share = hits / Math.max(1, words);
  return (found.size >= 2 && share >= 0.15) || (words <= 6 && share >= 0.25) ? "en" : undefined;
}
