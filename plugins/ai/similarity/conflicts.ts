import { openTexts, openWords } from "hub/data-file";
import { findPlace } from "../names/gazetteer.ts";
import { firstNames } from "../names/name-words.ts";
import type { Document } from "../text/documents.ts";
import { getStopwords } from "../text/stopwords.ts";
import { readWords } from "../text/word-lists.ts";
import { getBaseLanguage } from "../text/words.ts";
import type { Conflict } from "./request.ts";

const texts = openTexts(new URL("./conflicts.txt", import.meta.url), ["negations", "numbers"])();
const lists = openWords(new URL("./opposites.txt", import.meta.url), [
  "opposites",
  "symmetric",
  "fillers",
  "origins",
  "goals",
])();

/** Longer texts make many statements: one difference doesn't contradict the whole. */
const wordsMax = 40;

const negations = texts.negations;

/** Pairs of English opposites, in their commonest forms. */
const opposites = [...lists.opposites].map((pair) => pair.split(" "));
const oppositeOf = new Map<string, Set<string>>();
for (const [a = "", b = ""] of opposites)
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const)
    oppositeOf.set(one, (oppositeOf.get(one) ?? new Set()).add(other));

const numberWords = new Map(Object.entries(texts.numbers));
/** Verbs whose subject and object may change places. */
const symmetric = lists.symmetric;

interface Reading {
  words: readonly string[];
  isQuestion: boolean;
  isNegated: boolean;
  numbers: ReadonlySet<string>;
  names: ReadonlySet<string>;
}

/** Finds how two short texts conflict though they have nearly the same words. */
export function findConflicts(a: Document, b: Document, language: string): Conflict[] {
  const base = getBaseLanguage(language);
  if (a.text === b.text || !areAlike(a, b)) return [];
  const [one, other] = [readOnce(a, base), readOnce(b, base)];
  if (!one || !other) return [];
  const found: Conflict[] = [];
  const isOpposite = base === "en" && hasOpposite(one.words, other.words);
  // "Isn't good" and "is bad" agree, and a question states nothing.
  if (!one.isQuestion && !other.isQuestion) {
    if (one.isNegated !== other.isNegated && !isOpposite) found.push("negation");
    if (one.isNegated === other.isNegated && isOpposite) found.push("opposite");
  }
  if (differ(one.numbers, other.numbers)) found.push("number");
  if (differ(one.names, other.names)) found.push("name");
  if (hasOtherOrder([one, a], [other, b])) found.push("order");
  return found;
}

/** Whether texts have enough words in common to state the same or the opposite. */
function areAlike({ counts: a }: Document, { counts: b }: Document): boolean {
  let shared = 0;
  for (const key of a.keys()) if (b.has(key)) shared++;
  return shared > 0 && shared * 2 >= Math.max(a.size, b.size);
}

const readings = new WeakMap<Document, { reading: Reading | undefined }>();

function readOnce(document: Document, language: string): Reading | undefined {
  const known = readings.get(document) ?? { reading: readStatement(document.text, language) };
  readings.set(document, known);
  return known.reading;
}

function readStatement(text: string, language: string): Reading | undefined {
  const words = (text.match(/[\p{L}\p{M}\p{N}]+(?:['’.,][\p{L}\p{N}]+)*/gu) ?? []).map(String);
  if (words.length === 0 || words.length > wordsMax) return undefined;
  const lower = words.map((word) => word.toLowerCase().replaceAll("’", "'"));
  const negators = new Set(readWords(negations[language] ?? "-"));
  const isNegation = (word: string) =>
    negators.has(word) ||
    (language === "en" && /n't$/.test(word)) ||
    (language === "fr" && negators.has(word.replace(/^[dlnjmst]'/, "")));
  const numbers = lower.flatMap((word) =>
    /^\d/.test(word)
      ? [word.replaceAll(/(?<=\d)[.,'](?=\d{3}(?!\d))/g, "")]
      : language === "en"
        ? (numberWords.get(word) ?? [])
        : [],
  );
  return {
    words: lower,
    isQuestion: /[?？]\s{0,3}$/u.test(text),
    isNegated: lower.some((word, index) => isNegation(word) && !isFiller(lower, index, text)),
    // "One" is mostly no number.
    numbers: new Set(numbers.filter((value) => value !== "1" || /\b1\b/.test(text))),
    names: new Set(words.flatMap((word, index) => readNameWord(word, index, language))),
  };
}

/** Whether a negation negates nothing: "no, …", "not only", "no doubt". */
function isFiller(words: readonly string[], index: number, text: string): boolean {
  const next = words[index + 1] ?? "";
  if (lists.fillers.has(next)) return true;
  return index === 0 && /^\p{L}{1,6}[,!.]/u.test(text.trimStart());
}

/** Returns a word of a name in lower case. German nouns have capitals, and so has the first word of a text. */
function readNameWord(word: string, index: number, language: string): string[] {
  if (!/^\p{Lu}[\p{L}'’]{1,30}$/u.test(word)) return [];
  const isKnown = firstNames.has(word) || findPlace(word, language) !== undefined;
  if (language === "de" || index === 0 ? !isKnown : getStopwords(language).has(word.toLowerCase()))
    return [];
  return [word.toLowerCase().replace(/['’]s$/, "")];
}

/** Whether each of two sets has something that the other lacks. */
function differ(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size > 0 && b.size > 0 && !a.isSubsetOf(b) && !b.isSubsetOf(a);
}

/** Whether one text has a word whose opposite the other has in its place: "rose" and "fell", "legal" and "illegal". */
function hasOpposite(a: readonly string[], b: readonly string[]): boolean {
  const [own, others] = [new Set(a), new Set(b)];
  return [...own].some((word) => {
    if (others.has(word) || word.length < 2) return false;
    const known = oppositeOf.get(word);
    return [...others].some(
      (other) =>
        !own.has(other) &&
        (known?.has(other) || isPrefixed(word, other) || isPrefixed(other, word)),
    );
  });
}

function isPrefixed(long: string, short: string): boolean {
  return (
    short.length > 3 &&
    long.endsWith(short) &&
    /^(?:un|in|im|il|ir|dis|non)$/.test(long.slice(0, -short.length))
  );
}

/** Whether the same words have changed places around a verb: "dog bites man" and "man bites dog". */
function hasOtherOrder(
  [{ words: first }, a]: readonly [Reading, Document],
  [{ words: second }, b]: readonly [Reading, Document],
): boolean {
  const all = [...first, ...second];
  if (all.some((word) => symmetric.has(word))) return false;
  const [one, other] = [[...a.counts.keys()], [...b.counts.keys()]];
  if (one.length !== other.length || one.join(" ") === other.join(" ")) return false;
  if (one.toSorted().join(" ") !== other.toSorted().join(" ")) return false;
  // "The man is bitten by the dog" says the same as "the dog bites the man".
  const isPassive = (words: readonly string[]) =>
    words.some((word) => /^(?:by|von|par|por|da|dal|door|av|af)$/.test(word));
  if (isPassive(first) !== isPassive(second)) return false;
  const route = (words: readonly string[]) => {
    const from = words.findIndex(
      (word, at) => lists.origins.has(word) && lists.goals.has(words[at + 2] ?? ""),
    );
    return from < 0 ? undefined : [words[from + 1], words[from + 3]];
  };
  const [there, back] = [route(first), route(second)];
  if (there && back && there[0] === back[1] && there[1] === back[0]) return true;
  // Adverbs may move, so that both neighbours of a verb must have changed places.
  return one.some((verb, at) => {
    const place = other.indexOf(verb);
    const [before, after] = [one[at - 1], one[at + 1]];
    return (
      before !== undefined &&
      after !== undefined &&
      other[place - 1] === after &&
      other[place + 1] === before
    );
  });
}

/** Factors of a score by conflict: statements that exclude each other aren't alike. */
const factors: Readonly<Record<Conflict, number>> = {
  negation: 0.5,
  opposite: 0.5,
  order: 0.5,
  number: 0.7,
  name: 0.7,
};

/** Returns the score of texts with conflicts. */
export function lowerScore(score: number, some: readonly Conflict[]): number {
  return score * Math.min(1, ...some.map((one) => factors[one]));
}
