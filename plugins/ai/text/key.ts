import { base } from "../language/base.ts";
import { stem } from "./stem.ts";

// Endings that only inflect. Cut from words long enough to stay themselves.
const endings: Readonly<Record<string, RegExp>> = {
  de: /(?:ern|em|er|en|es|e|s|n)$/,
  nl: /(?:en|e|s)$/,
  fr: /(?:aux|es|s|e)$/,
  es: /(?:es|os|as|s|o|a)$/,
  pt: /(?:es|os|as|s|o|a)$/,
  it: /[aeio]$/,
  sv: /(?:arna|erna|orna|ar|er|or|en|et|n|t|a|s)$/,
  da: /(?:erne|ene|er|en|et|e|s)$/,
  no: /(?:ene|er|en|et|e|s)$/,
};

/** What a word is counted as: in English its stem, in some languages the word without its ending. */
export function keyOf(lower: string, language: string): string {
  const code = base(language);
  if (code === "en") return stem(lower);
  const ending = endings[code];
  return ending && lower.length > 5 ? lower.replace(ending, "") : lower;
}
