import { asTable } from "hub";
import { openTexts } from "hub/data-file";
import { readPairs, readWords } from "./word-lists.ts";
import { getBaseLanguage } from "./words.ts";

const texts = openTexts(new URL("./stem.txt", import.meta.url), ["exceptions"])();

// Inflectional endings. They are only removed from words long enough to stay distinct.
const endings: Readonly<Record<string, RegExp>> = asTable({
  de: /(?:ern|em|er|en|es|e|s|n)$/,
  nl: /(?:en|e|s)$/,
  fr: /(?:aux|es|s|e)$/,
  es: /(?:es|os|as|s|o|a)$/,
  pt: /(?:es|os|as|s|o|a)$/,
  it: /[aeio]$/,
  sv: /(?:arna|erna|orna|ar|er|or|en|et|n|t|a|s)$/,
  da: /(?:erne|ene|er|en|et|e|s)$/,
  no: /(?:ene|er|en|et|e|s)$/,
});

// The Porter2 stemmer, as described by Martin Porter: https://snowballstem.org/algorithms/english/stemmer.html

const vowels = new Set("aeiouy");
const doubles = new Set(["bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"]);
const liEnds = new Set("cdeghkmnrt");

const exceptions = texts.exceptions;
const afterPlural = new Set([
  "inning",
  "outing",
  "canning",
  "herring",
  "earring",
  "proceed",
  "exceed",
  "succeed",
]);
const secondStep = readPairs(`
  ization:ize ational:ate fulness:ful ousness:ous iveness:ive tional:tion biliti:ble lessli:less
  entli:ent
  ation:ate alism:al aliti:al ousli:ous iviti:ive fulli:ful enci:ence anci:ance abli:able izer:ize
  ator:ate
  alli:al bli:ble ogi:og li:
`);
const thirdStep = readPairs(
  "ational:ate tional:tion alize:al icate:ic iciti:ic ative: ical:ic ness: ful:",
);
const fourthStep = readWords(
  "ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic",
);

const known = new Map<string, string>();
const knownMax = 20_000;

/** Returns the stem of a lower-case English word: `connection`, `connected` and `connects` become `connect`. */
export function stem(word: string): string {
  if (word.length <= 2 || word.length > 40) return word;
  const before = known.get(word);
  if (before !== undefined) return before;
  const found = exceptions[word] ?? computeStem(word);
  if (known.size >= knownMax) known.clear();
  known.set(word, found);
  return found;
}

function computeStem(original: string): string {
  let word = markConsonantY(original.startsWith("'") ? original.slice(1) : original);
  const [first, second] = regions(word);
  word = withoutPlural(withoutGenitive(word));
  if (afterPlural.has(word)) return word;
  word = withoutParticiple(word, first);
  if (word.length > 2 && /[yY]$/.test(word) && !vowels.has(word.slice(-2, -1)))
    word = `${word.slice(0, -1)}i`;
  word = withoutSuffix(word, secondStep, { first, second });
  word = withoutSuffix(word, thirdStep, { first, second });
  return withoutLast(withoutFourth(word, second), { first, second }).toLowerCase();
}

function markConsonantY(word: string): string {
  let marked = "";
  for (const char of word)
    marked += char === "y" && (marked === "" || vowels.has(marked.slice(-1))) ? "Y" : char;
  return marked;
}

function regions(word: string): [number, number] {
  const special = ["gener", "commun", "arsen"].find((start) => word.startsWith(start));
  const first = special ? special.length : regionAfter(word, 0);
  return [first, regionAfter(word, first)];
}

function regionAfter(word: string, from: number): number {
  for (let index = from + 1; index < word.length; index++)
    if (!vowels.has(word.charAt(index)) && vowels.has(word.charAt(index - 1))) return index + 1;
  return word.length;
}

function withoutGenitive(word: string): string {
  for (const suffix of ["'s'", "'s", "'"])
    if (word.endsWith(suffix)) return word.slice(0, -suffix.length);
  return word;
}

function withoutPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ied") || word.endsWith("ies")) return word.slice(0, word.length > 4 ? -2 : -1);
  if (!word.endsWith("s") || word.endsWith("us") || word.endsWith("ss")) return word;
  return hasVowel(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

function withoutParticiple(word: string, first: number): string {
  for (const suffix of ["eedly", "eed"])
    if (word.endsWith(suffix))
      return word.length - suffix.length >= first ? `${word.slice(0, -suffix.length)}ee` : word;
  const suffix = ["ingly", "edly", "ing", "ed"].find((one) => word.endsWith(one));
  if (!suffix) return word;
  const rest = word.slice(0, -suffix.length);
  if (!hasVowel(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (doubles.has(rest.slice(-2))) return rest.slice(0, -1);
  return first >= rest.length && endsShort(rest) ? `${rest}e` : rest;
}

function withoutSuffix(
  word: string,
  table: readonly (readonly [string, string])[],
  { first, second }: { first: number; second: number },
): string {
  const row = table.find(([suffix]) => word.endsWith(suffix));
  if (!row) return word;
  const [suffix, replacement] = row;
  const rest = word.slice(0, -suffix.length);
  if (rest.length < (suffix === "ative" ? second : first)) return word;
  if (suffix === "ogi" && !rest.endsWith("l")) return word;
  if (suffix === "li" && !liEnds.has(rest.slice(-1))) return word;
  return rest + replacement;
}

function withoutFourth(word: string, second: number): string {
  const suffix = fourthStep.find((one) => word.endsWith(one));
  if (!suffix || word.length - suffix.length < second) return word;
  const rest = word.slice(0, -suffix.length);
  return suffix === "ion" && !/[st]$/.test(rest) ? word : rest;
}

function withoutLast(word: string, { first, second }: { first: number; second: number }): string {
  const rest = word.slice(0, -1);
  if (word.endsWith("e"))
    return rest.length >= second || (rest.length >= first && !endsShort(rest)) ? rest : word;
  return word.endsWith("ll") && rest.length >= second ? rest : word;
}

/** Whether a word ends in a short syllable: a vowel between consonants, the last of which isn't w, x or Y. */
function endsShort(word: string): boolean {
  const [before, vowel, last] = [word.at(-3), word.at(-2), word.at(-1)];
  if (!vowel || !last || !vowels.has(vowel) || vowels.has(last)) return false;
  return before === undefined ? true : !vowels.has(before) && !"wxY".includes(last);
}

function hasVowel(part: string): boolean {
  return [...part].some((char) => vowels.has(char));
}

/**
 * Returns the key under which a word is counted: its stem in English, the word without its ending in some other
 * languages.
 */
export function toWordKey(lower: string, language: string): string {
  const code = getBaseLanguage(language);
  if (code === "en") return stem(lower);
  const ending = endings[code];
  return ending && lower.length > 5 ? lower.replace(ending, "") : lower;
}
