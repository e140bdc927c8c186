import { type Span, splitSentences } from "hub";
import { findTimes } from "../recognize/dates.ts";
import { getBaseLanguage, isCapitalized } from "../text/words.ts";
import { type KeyedWord, readLists, splitKeyed } from "./answer-words.ts";
import { findValues, getFittingKinds, type Value } from "./find-values.ts";
import type { Keyword, Question } from "./question.ts";
import { applyWeights, type Features } from "./weights.ts";

/** A sentence of a document, with what it has in common with the question. */
interface Sentence extends Span {
  document: number;
  words: readonly KeyedWord[];
  /** The indexes of the words that match each keyword. */
  hits: readonly (readonly number[])[];
  /** How well each keyword is matched, from 0 to 1. */
  strengths: readonly number[];
}

interface ValuedSentence extends Sentence {
  values: readonly Value[];
}

/** A sentence with its values and the probability that it contains the answer. */
export interface RatedSentence extends ValuedSentence {
  /** How well the sentences before match each keyword, from 0 to 1. */
  context: readonly number[];
  features: Features;
  probability: number;
  /** The probability by its words alone. Only this makes a span sure. */
  wordProbability: number;
}

/** Strengths of words that match a keyword: the same word, a synonym, a word with a common part, and one of the heading. */
const strengths = { same: 1, synonym: 0.85, part: 0.6, heading: 0.7 };

interface RatingOptions {
  language: string;
  /** Maximum number of sentences. */
  limit: number;
  /** How near each sentence of `listSentences` is to the question by a model, from 0 to 1. */
  likeness?: readonly number[] | undefined;
}

/** Returns the sentences of documents, in the order in which they are rated. */
export function listSentences(documents: readonly string[], language: string): string[] {
  return documents.flatMap((text) => splitLines(text, language).map((span) => span.text));
}

/** Likeness of a sentence that is as often about the question as not, and its weight in the odds. */
const likenessNeutral = 0.45;
const likenessWeight = 4;

/** Changes the probability of a sentence by its likeness to the question. */
function addLikeness(probability: number, likeness: number | undefined): number {
  if (likeness === undefined) return probability;
  const odds = probability / (1 - probability);
  const changed = odds * Math.exp(likenessWeight * (likeness - likenessNeutral));
  return changed / (1 + changed);
}

/** Rates the sentences of documents that could contain the answer to a question, best first. */
export function rateSentences(
  documents: readonly string[],
  question: Question,
  { language, limit, likeness }: RatingOptions,
): RatedSentence[] {
  const all = documents.flatMap((text, document) =>
    splitLines(text, language).map((span) =>
      matchKeywords({ ...span, document }, question, language),
    ),
  );
  const rarities = question.keywords.map((_, index) => {
    const holders = all.filter(({ strengths: own }) => (own[index] ?? 0) > strengths.part).length;
    return Math.log(1 + (all.length + 0.5) / (holders + 0.5));
  });
  // Without a name or a number of the question the documents are about something else.
  const isForeign = question.keywords.some(
    ({ isSpecific }, index) => isSpecific && all.every(({ strengths: own }) => own[index] === 0),
  );
  const titles = new Map(all.toReversed().map((one) => [one.document, one]));
  return all
    .map((sentence, index) => {
      const before = all[index - 1];
      const near = before?.document === sentence.document ? before : undefined;
      const title = titles.get(sentence.document);
      const context = findContext(sentence, near, title);
      const strength = (at: number) => (sentence.strengths[at] ?? 0) + 0.3 * (context[at] ?? 0);
      const overlap = rarities.reduce((sum, rarity, at) => sum + rarity * strength(at), 0);
      const own = likeness?.[index];
      return { sentence, context, near, title, overlap: overlap + (own ?? 0), likeness: own };
    })
    .filter(({ overlap, sentence }) => overlap > 0 && !isQuestion(sentence))
    .toSorted((a, b) => b.overlap - a.overlap)
    .slice(0, limit)
    .map(({ sentence, context, near, title, likeness: own }) => {
      const valued = { ...sentence, values: findValues(sentence.text, language) };
      const heading = title && isHeading(title) ? title.strengths : undefined;
      const asked = near && isQuestion(near) ? near : undefined;
      const features = describeSentence(valued, {
        question,
        rarities,
        context,
        heading,
        asked,
        language,
      });
      const share = isForeign || contradicts(valued, question) ? contradictedShare : 1;
      const wordProbability = share * applyWeights("sentence", features);
      return {
        ...valued,
        context,
        features,
        wordProbability,
        probability: addLikeness(wordProbability, own),
      };
    })
    .toSorted((a, b) => b.probability - a.probability);
}

function isQuestion({ text }: Sentence): boolean {
  return text.endsWith("?");
}

/**
 * Splits a text into sentences, and at line breaks that aren't forced: the next word would have fitted into the longest
 * line of the text. The lines of a list or a timetable become sentences, and a wrapped paragraph stays together.
 */
function splitLines(text: string, language: string): Span[] {
  const lineMax = text.split("\n").reduce((most, line) => Math.max(most, line.length), 0);
  return splitSentences(text, language).flatMap((span) => {
    const parts: Span[] = [];
    let start = span.start;
    for (const line of span.text.split("\n")) {
      const last = parts.at(-1);
      const [first = ""] = line.trimStart().split(" ", 1);
      const breaks =
        last &&
        (last.text.split("\n").at(-1) ?? "").length + first.length < lineMax &&
        !/^\p{Ll}/u.test(first);
      if (last && !breaks) {
        last.end = start + line.length;
        last.text = text.slice(last.start, last.end);
      } else parts.push({ text: line, start, end: start + line.length });
      start += line.length + 1;
    }
    return parts.flatMap(trimSpan);
  });
}

/** Returns a span without white space at its ends, or nothing for an empty one. */
function trimSpan({ text, start }: Span): Span[] {
  const trimmed = text.trim();
  const from = start + text.length - text.trimStart().length;
  return trimmed === "" ? [] : [{ text: trimmed, start: from, end: from + trimmed.length }];
}

function matchKeywords(
  span: Span & { document: number },
  { keywords }: Question,
  language: string,
): Sentence {
  const words = splitKeyed(span.text, language);
  const isCompound = getBaseLanguage(language) === "de";
  const hits: number[][] = [];
  const found: number[] = [];
  const { begins, ends, ourselves } = readLists();
  const asksHours = keywords.some(({ lower }) => begins.has(lower) || ends.has(lower));
  const hasHours = asksHours && hasTimeRange(span.text);
  const isOurs = hasHours && words.some(({ lower }) => ourselves.has(lower));
  for (const keyword of keywords) {
    const matches = words.map((word) => matchWord(word, keyword, isCompound));
    const best = Math.max(0, ...matches);
    // "We are open from 9 am to 6 pm" says when the shop closes.
    const isHour = hasHours && (begins.has(keyword.lower) || ends.has(keyword.lower));
    const implied = isHour
      ? strengths.synonym
      : isOurs && !keyword.isSpecific
        ? strengths.heading
        : 0;
    found.push(Math.max(best, implied));
    hits.push(
      matches.flatMap((strength, index) => (strength > 0 && strength === best ? [index] : [])),
    );
  }
  return { ...span, words, hits, strengths: found };
}

/** Whether a sentence has two times as a range: "9 am to 6 pm". */
function hasTimeRange(text: string): boolean {
  const times = [...findTimes(text)].toSorted((a, b) => a.start - b.start);
  return times.some(({ end }, index) => {
    const between = text.slice(end, times[index + 1]?.start ?? end).trim();
    return between !== "and" && readLists().to.has(between);
  });
}

function matchWord(word: KeyedWord, keyword: Keyword, isCompound: boolean): number {
  if (word.key === keyword.key) return strengths.same;
  if (keyword.hasSynonym(word.key)) return strengths.synonym;
  return sharesPart(word.lower, keyword.lower, isCompound && isCapitalized(word.text))
    ? strengths.part
    : 0;
}

const partMin = 5;

/** Whether two words have most of the shorter one in common, at the start or, in compounds and after "un", at the end. */
function sharesPart(one: string, other: string, isCompound: boolean): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < partMin) return false;
  const enough = Math.max(partMin, Math.ceil(shorter * 0.7));
  if (one.startsWith(other.slice(0, enough))) return true;
  return isCompound
    ? one.endsWith(other.slice(-enough))
    : one === `un${other}` || one === `non-${other}`;
}

/** Whether the first line of a text is a heading: it doesn't end like a sentence. */
function isHeading({ start, text }: Sentence): boolean {
  return start === 0 && !/[.!?]$/.test(text);
}

/** Returns how well the title and the sentence before match each keyword. */
function findContext(sentence: Sentence, near?: Sentence, title?: Sentence): number[] {
  const top = title === sentence ? undefined : title;
  return sentence.strengths.map((_, at) =>
    Math.max(near?.strengths[at] ?? 0, top?.strengths[at] ?? 0),
  );
}

interface Surroundings {
  question: Question;
  rarities: readonly number[];
  context: readonly number[];
  /** The strengths of the document's heading. */
  heading: readonly number[] | undefined;
  /** The sentence before, if it is a question. */
  asked: Sentence | undefined;
  language: string;
}

/** Returns the features of a sentence from which the weights predict whether it contains the answer. */
function describeSentence(
  sentence: ValuedSentence,
  { question, rarities, context, heading, asked, language }: Surroundings,
): Features {
  const { keywords, answerKind } = question;
  const { hits, strengths: found, text, words } = sentence;
  const weigh = (some: readonly number[], value: (index: number) => number) =>
    some.reduce((sum, index) => sum + (rarities[index] ?? 0) * value(index), 0) /
    (some.reduce((sum, index) => sum + (rarities[index] ?? 0), 0) || 1);
  const plain = [...keywords.keys()].filter((index) => !keywords[index]?.isForm);
  const formal = [...keywords.keys()].filter((index) => keywords[index]?.isForm);
  const own = (index: number) =>
    Math.max(found[index] ?? 0, (heading?.[index] ?? 0) * strengths.heading);
  const borrowed = (index: number) => Math.max(0, (context[index] ?? 0) - own(index));
  const isMissing = (index: number) => own(index) === 0;
  const hasValue = hasFittingPart(sentence, question);
  const isTyped = hasValue !== undefined;
  const cover = weigh(plain, own);
  const missingNames = plain.filter((index) => keywords[index]?.isSpecific && isMissing(index));
  const places = plain.flatMap((index) => hits[index]?.slice(0, 1) ?? []);
  const spread = places.length < 2 ? 0 : Math.max(...places) - Math.min(...places);
  const isFirstMissing = plain.length > 1 && isMissing(plain[0] ?? 0);
  const flags = {
    bias: true,
    heading: found === heading,
    "only heading": plain.every((index) => found[index] === 0),
    "names missing": missingNames.some((index) => borrowed(index) === 0),
    "names elsewhere": missingNames.some((index) => borrowed(index) > 0),
    "form matched": formal.some((index) => !isMissing(index)),
    "form missing": formal.length > 0 && formal.every(isMissing),
    "kind found": hasValue === true,
    "kind missing": hasValue === false,
    [`kind ${answerKind}`]: true,
    [`${answerKind} ${hasValue ? "found" : "missing"}`]: isTyped,
    "one keyword": plain.length === 1,
    "two keywords": plain.length === 2,
    "first missing": isFirstMissing,
    [`${answerKind} first missing`]: isFirstMissing,
    label: /^[^:]{1,40}:/.test(text) && plain.some((index) => (hits[index]?.[0] ?? 9) < 3),
    [`language ${getBaseLanguage(language)}`]: true,
  };
  return {
    ...Object.fromEntries(Object.entries(flags).map(([name, isTrue]) => [name, Number(isTrue)])),
    cover,
    "cover squared": cover ** 2,
    context: weigh(plain, borrowed),
    "all but kind": hasValue === false ? cover : 0,
    spread: Math.min(20, spread) / 20,
    length: Math.min(60, words.length) / 60,
    "after a question": (asked?.strengths.filter((one) => one > 0).length ?? 0) / keywords.length,
  };
}

/**
 * Whether a sentence has a value of the kind that a question asks for, or the words that begin such a part. Returns
 * undefined if any words can answer.
 */
function hasFittingPart(sentence: ValuedSentence, { answerKind }: Question): boolean | undefined {
  const { places, determiners, definers } = readLists();
  const { words, hits, text, values } = sentence;
  const kinds = getFittingKinds(answerKind);
  if (answerKind === "reason") return findPhrase(text, "reasons") !== undefined;
  if (answerKind === "definition")
    return words.some(
      ({ lower }, index) => definers.has(lower) && hits.some((some) => some.includes(index - 1)),
    );
  const isPlace = ({ lower }: KeyedWord, index: number) =>
    places.has(lower) && determiners.has(words[index + 1]?.lower ?? "");
  if (answerKind === "location" && words.some(isPlace)) return true;
  return kinds && values.some(({ kind }) => kinds.includes(kind));
}

/** Kinds of answers that the lists of names may miss. */
const namedKinds: ReadonlySet<string> = new Set([
  "person",
  "organization",
  "location",
  "reason",
  "definition",
]);

/** Share of the probability that is left to a sentence about another case or another owner. */
const contradictedShare = 0.35;

/** Whether a sentence doesn't deny what a question denies, or is about something of the one whom the question names. */
function contradicts(sentence: ValuedSentence, question: Question): boolean {
  const { words, hits, text } = sentence;
  const { words: asked, answerKind, keywords } = question;
  const { negations, owners, definers, moments } = readLists();
  const isDenied = [...asked].some((one) => negations.has(one));
  const denies = words.some(({ lower }) => negations.has(lower));
  if (answerKind !== "polar" && isDenied && !denies) return true;
  const isMoment = answerKind === "date" && words.some(({ lower }) => moments.has(lower));
  const isOther = hasFittingPart(sentence, question) === false;
  if (isOther && !namedKinds.has(answerKind) && !isMoment) return true;
  // "Who is the wife of Carl?" needs a wife.
  const isComplement = answerKind === "person" && [...asked].some((one) => definers.has(one));
  const [first] = keywords;
  if (isComplement && keywords.length > 1 && !first?.isSpecific && hits[0]?.length === 0)
    return true;
  if (hasOpposite(sentence, keywords) || hasOtherDimension(words, asked)) return true;
  const isMatched = (index: number) => hits.some((some) => some.includes(index));
  const ownsOther = ({ lower }: KeyedWord, index: number) =>
    (isMatched(index) && /['’]s$/.test(lower) && !asked.has(lower)) ||
    (index === 0 && owners.has(lower) && keywords.some((one) => one.isSpecific));
  return words.some(
    (word, index) =>
      ownsOther(word, index) && !isMatched(index + 1) && text.charAt(word.end) === " ",
  );
}

/** Whether a sentence measures another dimension: "300 metres long" doesn't answer "how high". */
function hasOtherDimension(words: readonly KeyedWord[], asked: ReadonlySet<string>): boolean {
  const rows = [...readLists().dimensions].map((row) => new Set(row.split(" ")));
  const wanted = rows.find((row) => [...asked].some((word) => row.has(word)));
  if (!wanted || words.some(({ lower }) => wanted.has(lower))) return false;
  return words.some(({ lower }) => rows.some((row) => row.has(lower)));
}

/** Whether a sentence has the opposite of a keyword that it lacks: "closed" for "opened". */
function hasOpposite({ words, strengths: found }: Sentence, keywords: readonly Keyword[]): boolean {
  const rows = [...readLists().opposites].map((row) => row.split(" "));
  return keywords.some(({ lower }, index) => {
    const row = found[index] === 0 ? rows.find((one) => one.includes(lower)) : undefined;
    return words.some((word) => row?.includes(word.lower));
  });
}

/** Finds the first phrase of a list in a text, as whole words. */
export function findPhrase(
  text: string,
  list: "reasons",
): { start: number; end: number } | undefined {
  const lower = ` ${text.toLowerCase()}`;
  for (const phrase of readLists()[list]) {
    const at = lower.indexOf(` ${phrase} `);
    if (at >= 0) return { start: at, end: at + phrase.length };
  }
  return undefined;
}
