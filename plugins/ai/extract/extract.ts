import { dropOverlaps, type TextEntity } from "../recognize/found.ts";
import { roundScore } from "../round-score.ts";
import { toWordKey } from "../text/stem.ts";
import { getStopwords } from "../text/stopwords.ts";
import { getBaseLanguage, splitWords } from "../text/words.ts";
import { contradicts, findAgent } from "./agents.ts";
import { alignSentence } from "./alignment.ts";
import { toAnswerKey } from "./answer-key.ts";
import { findCandidates, findEntities } from "./find-candidates.ts";
import { findSentences } from "./find-sentences.ts";
import { type Question, readQuestion } from "./question.ts";
import { listFeatures, listSpans, type QuestionShape, readShape } from "./span-features.ts";
import { type Ranker, rankers } from "./span-weights.ts";
import { tagWords } from "./tag-words.ts";
import type { TaggedWord } from "./tagged-word.ts";
import { weighEvidence } from "./weigh-evidence.ts";

const wholeFits = 0.6;
/** How well a span fits if its sentence lacks the question's verb. */
const withoutVerb = 0.35;
/** How well a span fits if its sentence is about another thing of the same kind. */
const withoutOwner = 0.35;
/** How well a span fits if a name or number of the question is nowhere in the documents. */
const withoutSpecifics = 0.4;

/** A question, and the documents to search for the answer. */
export interface AnswerInput {
  question: string;
  documents: readonly string[];
  language: string;
  max_answers: number;
}

/** Weight of a reason or definition, found by its words, next to spans that are ranked by their features. */
const specialWeight = 8;
/** Length of the longest sentence whose spans are ranked. The work grows with the square of the length. */
const rankedMax = 1200;
const scoreMin = 0.4;
const passagesMax = 12;

/** Answers a question with spans of documents, and estimates whether the best answer is reliable. */
export function extractAnswers({ question, documents, language, max_answers }: AnswerInput) {
  const read = readQuestion(question, language);
  const passages = findSentences(documents, read, { language, limit: passagesMax });
  const code = getBaseLanguage(language);
  const ranker = rankers.get(code);
  const doubt = ranker && lacksSpecifics(question, documents, code) ? withoutSpecifics : 1;
  const shape = ranker && readShape(tagWords(question, code), read, code);
  const picks = passages.map((passage, rank) => {
    const { text, coverage, similarity } = passage;
    const agent = findAgent(text, read, language);
    const special = agent ? { ...agent, fits: 1 } : ranker && pickSpecialSpan(text, read, language);
    const pick =
      special || !ranker || !shape || text.length > rankedMax
        ? (special ?? pickSpan(text, read, language))
        : pickBestSpan(text, { question: read, shape, rank, ranker, language: code });
    const certainty = code === "en" && contradicts(text, question) ? withoutOwner : 1;
    const words = pick.words ?? (shape ? tagWords(text, code) : []);
    const evidence = shape ? weighEvidence(text, { words, pick }, { read, shape }) : 1;
    const own = (ranker?.coverage ?? 0) * similarity;
    const weight = (pick.weight ?? (special ? specialWeight : 0)) + own;
    return {
      passage,
      pick,
      weight,
      mass: pick.mass === undefined ? weight : pick.mass + own,
      support: coverage * pick.fits * doubt * certainty * evidence,
    };
  });
  const mass = picks.reduce((sum, one) => addLogarithms(sum, one.mass), Number.NEGATIVE_INFINITY);
  let scoreMax = 1;
  const answers = picks
    .map(({ passage: { text, start, document }, pick, weight, support }) => ({
      answer: text.slice(pick.start, pick.end),
      sentence: text,
      document,
      start: start + pick.start,
      end: start + pick.end,
      score: roundScore(support * (ranker ? calibrate(Math.exp(weight - mass)) : 1)),
      weight,
    }))
    .toSorted((a, b) => (ranker ? b.weight - a.weight : b.score - a.score))
    .map(({ weight: _, ...one }) => {
      scoreMax = Math.min(scoreMax, one.score);
      return { ...one, score: scoreMax };
    });
  const different = answers.filter(
    ({ answer }, index) => answers.findIndex((other) => other.answer === answer) === index,
  );
  return {
    answers: different.slice(0, max_answers),
    answerable: (different[0]?.score ?? 0) >= scoreMin,
  };
}

/** Returns the factor of the score for the probability that a span is the answer, among all spans. */
function calibrate(probability: number): number {
  return Math.min(1, 0.42 + 0.65 * probability);
}

/** Whether a name or number of a question is nowhere in the documents. */
function lacksSpecifics(question: string, documents: readonly string[], language: string): boolean {
  const specifics = listSpecifics(question, language);
  if (specifics.length === 0) return false;
  const toKey = (lower: string) => toAnswerKey(lower.replace(/'s?$/, ""), language);
  const present = new Set(
    documents.flatMap((text) => splitWords(text, language).map(({ lower }) => toKey(lower))),
  );
  return specifics.some(({ lower }) => !present.has(toKey(lower)));
}

/** Lists the names and numbers of a question. German nouns have a capital too, so there the tagger finds the names. */
function listSpecifics(question: string, language: string): { lower: string }[] {
  if (language === "de")
    return tagWords(question, language).filter(
      ({ wordClass, lower }) => wordClass === "name" || /^\p{N}/u.test(lower),
    );
  return splitWords(question, language)
    .slice(1)
    .filter(
      ({ text, lower }) => /^[\p{Lu}\p{N}]/u.test(text) && !getStopwords(language).has(lower),
    );
}

/** A span of a sentence, and how well it fits the question, from 0 to 1. */
interface Pick {
  start: number;
  end: number;
  fits: number;
  /** Sum of the weights of its features. */
  weight?: number;
  /** The tagged words of the sentence. */
  words?: readonly TaggedWord[];
  /** Logarithm of the sum of the exponentials of all weights in its sentence. */
  mass?: number;
}

/** Returns the span of a sentence whose features have the highest weight. */
function pickBestSpan(
  sentence: string,
  {
    question,
    shape,
    rank,
    ranker,
    language,
  }: {
    question: Question;
    shape: QuestionShape;
    rank: number;
    ranker: Ranker;
    language: string;
  },
): Pick {
  const words = tagWords(sentence, language);
  const tagged = {
    words,
    typed: dropOverlaps(findCandidates(sentence, question, language)),
    entities: dropOverlaps([...findEntities(sentence, language)]),
    rank,
    alignment: alignSentence(words, { question, shape }),
  };
  // A German or Spanish measure includes its unit, and no other span replaces it.
  const measures =
    shape.known && ["amount", "duration"].includes(question.answerKind) ? tagged.typed : [];
  let best = { start: 0, end: sentence.length, weight: Number.NEGATIVE_INFINITY };
  let mass = Number.NEGATIVE_INFINITY;
  for (const span of listSpans(words)) {
    const inside = words.slice(span.from, span.to + 1);
    if (isSeason(inside) && question.answerKind === "thing" && shape.nounKind !== "date") continue;
    if (
      repeatsQuestion(inside, question) ||
      (shape.known && repeatsSubject(inside, { question, shape }))
    )
      continue;
    const weight = listFeatures(tagged, span, { question, shape }).reduce(
      (sum, name) => sum + (ranker.weights.get(name) ?? 0),
      (belongsToOtherVerb(words, span.from, question) ? otherVerbWeight : 0) +
        (countsVerb(words, span, question) ? countedWeight : 0),
    );
    const [start, end] = [words[span.from]?.start ?? 0, words[span.to]?.end ?? 0];
    const measure = measures.find((one) => one.start <= start && one.end >= end);
    mass = addLogarithms(mass, weight);
    if (weight <= best.weight || (measures.length > 0 && !measure)) continue;
    best = { start: measure?.start ?? start, end: measure?.end ?? end, weight };
  }
  if (best.weight === Number.NEGATIVE_INFINITY)
    return { ...best, words, weight: 0, fits: wholeFits };
  const hasVerb =
    question.verbs.size === 0 ||
    words.some(({ key }) => question.verbs.has(key)) ||
    (isAuthorship(question) && /(?<!\p{L}ed|\p{L}en) by \p{Lu}/u.test(sentence));
  return { ...best, words, mass, fits: hasVerb ? 1 : withoutVerb };
}

/** Returns the logarithm of the sum of two numbers, given their logarithms. */
function addLogarithms(one: number, other: number): number {
  const larger = Math.max(one, other);
  return larger === Number.NEGATIVE_INFINITY
    ? larger
    : larger + Math.log1p(Math.exp(Math.min(one, other) - larger));
}

/** Whether a question asks for the maker of a work: "a novel by Leo Tolstoy" has no verb. */
function isAuthorship({ answerKind, verbs }: Question): boolean {
  return answerKind === "person" && makers.some((verb) => verbs.has(toWordKey(verb, "en")));
}

const makers = ["wrote", "composed", "painted", "directed", "sang", "designed", "published"];

/** Whether a span of a requested kind only repeats the question: "Caesar" doesn't answer "Who killed Caesar?". */
function repeatsQuestion(inside: readonly TaggedWord[], { answerKind, words }: Question): boolean {
  return answerKind !== "thing" && inside.every(({ lower }) => words.has(lower));
}

/** Seasons in the languages that are ranked by features. */
const seasons = new Set(
  "spring summer autumn winter frühling frühjahr sommer herbst primavera verano otoño invierno".split(
    " ",
  ),
);

/** Whether a span is only a season: "In the spring they found silver" doesn't answer "What did they find?". */
function isSeason(inside: readonly TaggedWord[]): boolean {
  const last = inside.at(-1);
  return (
    last !== undefined &&
    seasons.has(last.lower) &&
    inside
      .slice(0, -1)
      .every(({ wordClass }) => wordClass === "determiner" || wordClass === "preposition")
  );
}

/**
 * Whether a span starts with the question's subject and goes on with its verb or object: "Chile es Santiago", or "Bergleute
 * Silber" for "Was fanden die Bergleute?".
 */
function repeatsSubject(
  [first, second]: readonly TaggedWord[],
  { question, shape }: { question: Question; shape: QuestionShape },
): boolean {
  if (!first || !second || !question.words.has(first.lower)) return false;
  return second.wordClass === "aux" || shape.lowers.at(-1) === first.lower;
}

/** Weight of a number before the question's verb: "12 were injured and 3 died". */
const countedWeight = 4;

function countsVerb(
  words: readonly TaggedWord[],
  { from, to }: { from: number; to: number },
  { answerKind, verbs }: Question,
): boolean {
  return (
    answerKind === "number" &&
    from === to &&
    words[from]?.wordClass === "number" &&
    verbs.has(words[to + 1]?.key ?? "")
  );
}

/** Weight of a span that follows another verb than the question's: "born in Eisenach and died in Leipzig". */
const otherVerbWeight = -2;

/** Whether the question's verb is in the sentence, but another verb is closer before a span. */
function belongsToOtherVerb(
  words: readonly TaggedWord[],
  from: number,
  { verbs }: Question,
): boolean {
  const verb = words.slice(0, from).findLastIndex(({ wordClass }) => wordClass === "verb");
  const own = words.slice(0, from).findLastIndex(({ key }) => verbs.has(key));
  return own >= 0 && verb > own;
}

/** Returns the reason or the definition in a sentence, if the question asks for one. */
function pickSpecialSpan(sentence: string, question: Question, language: string): Pick | undefined {
  if (question.answerKind === "reason") return findReason(sentence);
  if (question.answerKind === "definition") return findDefinition(sentence, question, language);
  return undefined;
}

/** Returns the part of a sentence that answers a question, or the whole sentence. */
function pickSpan(sentence: string, question: Question, language: string): Pick {
  const whole = { start: 0, end: sentence.length, fits: wholeFits };
  if (question.answerKind === "reason" || question.answerKind === "definition")
    return pickSpecialSpan(sentence, question, language) ?? whole;
  const found = dropOverlaps(findCandidates(sentence, question, language)).filter(
    ({ start, end }) => !isInQuestion(sentence.slice(start, end), question),
  );
  const near = listKeySpans(sentence, question.keys, language);
  const verbs = question.verb && listKeySpans(sentence, question.verb, language);
  // A sentence without the verb may say when the war began, not when it ended.
  const certainty = verbs?.length === 0 ? withoutVerb : 1;
  const distance = (one: TextEntity) =>
    verbs && verbs.length > 0 ? measureVerbDistance(verbs, one) : measureDistance(near, one);
  const best = found
    .map((one) => ({ ...one, distance: distance(one) }))
    .toSorted((a, b) => a.distance - b.distance || b.confidence - a.confidence)[0];
  if (best) return { start: best.start, end: best.end, fits: certainty };
  return question.answerKind === "thing" ? { ...whole, fits: 0.85 } : whole;
}

/** Returns the reason in a sentence, from "because" or a similar word to the end of the sentence. */
function findReason(sentence: string): Pick | undefined {
  const match =
    /\b(?:because of|because|due to|owing to|thanks to|as a result of|so that|in order to|since|citing|caused by|weil|wegen|aufgrund|infolge|da|parce qu[e']|à cause d[eu]|car|porque|debido a|gracias a|a causa de|ya que|puesto que|perché)\s/iu.exec(
      sentence,
    );
  if (!match) return undefined;
  const start = match.index;
  let end = sentence.length;
  while (end > start && /[.!?\s]/.test(sentence.charAt(end - 1))) end--;
  return { start, end, fits: 1 };
}

/** Returns the text after "is" or a similar verb if the subject of the question precedes it. */
function findDefinition(sentence: string, question: Question, language: string): Pick | undefined {
  for (const match of sentence.matchAll(
    /\s(?:is|are|was|were|means|refers to|ist|sind|war|est|sont|es|son|è)\s/giu,
  )) {
    const before = splitWords(sentence.slice(0, match.index), language).slice(-6);
    if (!before.some(({ lower }) => question.keys.has(toAnswerKey(lower, language)))) continue;
    const start = match.index + match[0].length;
    let end = sentence.length;
    while (end > start && /[.!?\s]/.test(sentence.charAt(end - 1))) end--;
    if (end - start > 3) return { start, end, fits: 1 };
  }
  return undefined;
}

function isInQuestion(value: string, { words }: Question): boolean {
  const own = splitWords(value);
  return own.length > 0 && own.every(({ lower }) => words.has(lower));
}

function listKeySpans(sentence: string, keys: ReadonlySet<string>, language: string): TextRange[] {
  return splitWords(sentence, language)
    .filter(({ lower }) => keys.has(toAnswerKey(lower, language)))
    .map(({ start, end }) => [start, end] as const);
}

type TextRange = readonly [start: number, end: number];

/** Returns the distance to the closest verb. Spans before it are further away: they belong to the verb before. */
function measureVerbDistance(verbs: readonly TextRange[], { start, end }: TextEntity): number {
  return Math.min(
    ...verbs.map(([from, to]) => (start >= to ? start - to : 20 + Math.max(0, from - end))),
  );
}

/** Returns the mean distance to the two closest words of the question. */
function measureDistance(places: readonly TextRange[], { start, end }: TextEntity): number {
  if (places.length === 0) return start;
  const sorted = places
    .map(([from, to]) => {
      // "Three levels" answers "how many levels": the counted thing follows the number.
      if (from >= end && from - end <= 2) return -100;
      return to <= start ? start - to : Math.max(0, from - end);
    })
    .toSorted((a, b) => a - b)
    .slice(0, 2);
  return sorted.reduce((sum, distance) => sum + distance, 0) / sorted.length;
}
