import { itemAt } from "../lists.ts";
import { readWords } from "../text/word-lists.ts";
import { splitWords, type Word } from "../text/words.ts";
import type { Match, Starts } from "./request.ts";
import { isEnglishWord } from "./spelling.ts";

const determiners = new Set(["the", "these", "those", "my", "your", "his", "her", "our", "their"]);
const plurals = new Set(["people", "children", "men", "women", "police", "teeth", "feet", "mice"]);
// Singular nouns that end in "s".
const singulars = new Set(
  readWords(`
  news physics mathematics maths politics economics ethics athletics series species means always
  boss class glass
  business address process access progress success bus gas lens plus status virus campus focus
  bonus census
  corpus genius analysis basis crisis thesis oasis diabetes headquarters states sales statistics
  logistics this its his
  us yes less unless perhaps towards besides sometimes atlas canvas christmas chaos cosmos tennis
  iris pancreas alias penis fetus genus foetus
`),
);
const before = new Set(
  readWords("of in with for to from by at on about between and or like than than as per plus"),
);
const verbs: ReadonlyMap<string, string> = new Map([
  ["is", "are"],
  ["was", "were"],
  ["has", "have"],
  ["isn't", "aren't"],
  ["wasn't", "weren't"],
  ["hasn't", "haven't"],
  ["doesn't", "don't"],
]);
const countable = new Set(
  readWords(`
  cat dog car book house day week month year hour minute second friend student teacher apple table
  chair phone
  computer question answer problem idea word page room door window city country company customer
  user product order
  email message file image photo picture song movie game team player brother sister boy girl
  parent letter number
  point option reason example step way thing place time meeting project report task test error
  mistake bug feature
  ticket item box bag bottle cup dollar euro kilometer mile meter language
`),
);
const quantifiers = new Set(
  readWords(
    "two three four five six seven eight nine ten several many few both various these those",
  ),
);
const numerals = new Set(["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]);
const neverVerbs = new Set(
  readWords(`
  cat dog car day week month year hour friend student teacher apple chair idea door window city
  country
  company customer movie player brother sister boy girl dollar euro kilometer mile meter language
  bottle
`),
);
const illnesses = new Set([
  "bends",
  "mumps",
  "measles",
  "hives",
  "shingles",
  "arts",
  "hundreds",
  "thousands",
]);

/** Finds nouns that don't agree with their verbs or numbers. */
export function* checkSubjects(text: string, starts: Starts): Generator<Match> {
  for (const sentence of starts.values()) {
    const words = splitWords(sentence.text).map((word) => ({
      ...word,
      start: word.start + sentence.start,
      end: word.end + sentence.start,
    }));
    for (let index = 0; index < words.length; index++) {
      const found = findVerbMismatch(text, words, index) ?? findNumberMismatch(text, words, index);
      if (found) yield found;
    }
  }
}

/** Finds a determiner at the start of a clause, a plural noun and a singular verb: "The dogs is". */
function findVerbMismatch(text: string, words: readonly Word[], index: number): Match | undefined {
  const [head, noun, verb] = [itemAt(words, index), words[index + 1], words[index + 2]];
  if (!noun || !verb || !determiners.has(head.lower) || before.has(words[index - 1]?.lower ?? ""))
    return undefined;
  const right = verbs.get(verb.lower);
  if (!right || !isPlural(noun.lower) || !areNeighbours(text, noun, verb)) return undefined;
  // "The Simpsons is a show": a title.
  if (noun.text !== noun.lower) return undefined;
  return matchAgreement(text, verb, {
    rule: "PLURAL_SUBJECT",
    message: `“${noun.text}” is plural, so the verb is “${right}”`,
    replacement: right,
    // "Losing the keys is no fun": only the first words of a sentence are certainly its subject.
    sure: index === 0 && !illnesses.has(noun.lower) && isPluralOfWord(noun.lower),
  });
}

function findNumberMismatch(
  text: string,
  words: readonly Word[],
  index: number,
): Match | undefined {
  const [number, noun] = [itemAt(words, index), words[index + 1]];
  if (!noun || !quantifiers.has(number.lower) || !countable.has(noun.lower)) return undefined;
  if (!areNeighbours(text, number, noun)) return undefined;
  // "The number two player".
  if (words[index - 1]?.lower === "number") return undefined;
  // "Two day trip": the noun may modify another one.
  const next = words[index + 2];
  if (next && areNeighbours(text, noun, next) && !closing.has(next.lower)) return undefined;
  const plural = /(?:[sx]|ch|sh)$/.test(noun.lower)
    ? `${noun.text}es`
    : /[^aeiou]y$/.test(noun.lower)
      ? `${noun.text.slice(0, -1)}ies`
      : `${noun.text}s`;
  return matchAgreement(text, noun, {
    rule: "NUMBER_NOUN",
    message: `After “${number.text}” the noun is plural`,
    replacement: plural,
    // "Two second this", "many book early": some words and numbers have another reading.
    sure: numerals.has(number.lower) && neverVerbs.has(noun.lower),
  });
}

const closing = new Set(
  readWords(`
  and or in on at for with to from by of is are was were have has had that which who but because
  when if will can
`),
);

interface Finding {
  rule: string;
  message: string;
  replacement: string;
  sure: boolean;
}

function matchAgreement(
  text: string,
  word: Word,
  { rule, message, replacement, sure }: Finding,
): Match {
  return {
    start: word.start,
    end: word.end,
    text: text.slice(word.start, word.end),
    message,
    category: "Agreement",
    rule,
    replacements: [replacement],
    sure,
  };
}

function isPlural(lower: string): boolean {
  if (plurals.has(lower)) return true;
  return (
    lower.length > 3 &&
    lower.endsWith("s") &&
    !lower.endsWith("ss") &&
    !lower.endsWith("'s") &&
    !singulars.has(lower)
  );
}

/** Whether a word is certainly a plural: "bias" and "canvas" aren't, as their singulars aren't words. */
function isPluralOfWord(lower: string): boolean {
  if (plurals.has(lower)) return true;
  return [lower.slice(0, -1), lower.slice(0, -2), `${lower.slice(0, -3)}y`].some(isEnglishWord);
}

function areNeighbours(text: string, a: Word, b: Word): boolean {
  return text.slice(a.end, b.start) === " ";
}
