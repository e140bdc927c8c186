import { roundScore } from "../round-score.ts";
import { readLists } from "./answer-words.ts";
import type { TextRange } from "./list-spans.ts";
import { type Question, readQuestion } from "./question.ts";
import { listSentences, type RatedSentence, rateSentences } from "./rate-sentences.ts";
import { rateSpans } from "./rate-spans.ts";

/** A question, and the documents to search for the answer. */
export interface AnswerInput {
  question: string;
  documents: readonly string[];
  language: string;
  max_answers: number;
}

/** An answer: a span of a sentence if it is sure, otherwise the sentence alone. */
export interface Answer extends TextRange {
  answer: string | null;
  sentence: string;
  document: number;
  score: number;
  polarity?: "yes" | "no";
}

/** Least probability of a sentence that makes a question answerable. */
const answerableMin = 0.4;
/** Least probability of a listed sentence. */
const listedMin = 0.05;
/** Least probability of a sentence whose span is an answer. */
const spanSentenceMin = 0.45;
/** Least probability of a span that is an answer. */
const spanMin = 0.75;
/** Most words of a sentence, in twenties, that neither the question nor its answer explains. */
const unexplainedMax = 0.6;
const sentencesMax = 12;

/** Returns the question and each sentence, to be compared by a model of sentences. */
export function listComparedTexts({ question, documents, language }: AnswerInput) {
  return { text: question, labels: listSentences(documents, language).map((one) => [one]) };
}

/** Answers a question with sentences of documents, and with a span of the best one if it is sure. */
export function extractAnswers(
  { question, documents, language, max_answers }: AnswerInput,
  likeness?: readonly number[],
) {
  const read = readQuestion(question, language);
  const rated = rateSentences(documents, read, { language, limit: sentencesMax, likeness });
  const answers = rated
    .filter(
      ({ text, probability }, index) =>
        probability >= listedMin && rated.findIndex((other) => other.text === text) === index,
    )
    .slice(0, max_answers)
    .map((sentence, index) => {
      const isOvertaken = index === 0 && rated.some((one) => isBetterByWords(one, sentence));
      return writeAnswer(sentence, read, isOvertaken ? undefined : language);
    });
  return { answers, answerable: (answers[0]?.score ?? 0) >= answerableMin };
}

function isBetterByWords(one: RatedSentence, other: RatedSentence): boolean {
  return one.wordProbability > other.wordProbability;
}

/** Writes an answer: a span of the sentence if it is sure, and the sentence alone without a language. */
function writeAnswer(
  sentence: RatedSentence,
  question: Question,
  language: string | undefined,
): Answer {
  const { text, start, document, probability } = sentence;
  const sure = language === undefined ? undefined : findSureSpan(sentence, question, language);
  const span = sure ?? { start: 0, end: text.length };
  const isWhole = span.start === 0 && span.end === text.length;
  const polarity = question.answerKind === "polar" ? findPolarity(sentence, question) : undefined;
  return {
    answer: isWhole ? null : text.slice(span.start, span.end),
    sentence: text,
    document,
    start: start + span.start,
    end: start + span.end,
    score: roundScore(probability),
    ...(polarity && { polarity }),
  };
}

/** Returns the span of a sentence that answers a question, if both are sure. */
function findSureSpan(
  sentence: RatedSentence,
  question: Question,
  language: string,
): TextRange | undefined {
  const { negations, telling } = readLists();
  const isDenied = sentence.words.some(
    ({ lower }) => negations.has(lower) && !question.words.has(lower),
  );
  if (
    sentence.wordProbability < spanSentenceMin ||
    isDenied ||
    !isAboutQuestion(sentence, question)
  )
    return undefined;
  const [best] = rateSpans(sentence, question, language);
  // "How many voted against it?" needs a number in the clause with "against".
  const isTelling = question.keywords.some(({ lower }) => telling.has(lower));
  if (isTelling && best?.features["same clause"] !== 1) return undefined;
  const isSure =
    best && best.probability >= spanMin && (best.features.unexplained ?? 0) <= unexplainedMax;
  return isSure ? best : undefined;
}

/** Returns yes or no if a sentence has all keywords of a question, and states it without a condition. */
function findPolarity({ words, hits, strengths, text }: RatedSentence, { keywords }: Question) {
  const { negations, conditions } = readLists();
  const isStated = strengths.every((one) => one > 0.5);
  const isDenied = hits.flat().some((hit) => negations.has(words[hit - 1]?.lower ?? ""));
  if (isStated && isDenied) return "no" as const;
  if (!isStated || words.some(({ lower }) => conditions.has(lower)) || /[;:]/.test(text))
    return undefined;
  const denied = words.filter(
    ({ lower }, index) =>
      negations.has(lower) ||
      (lower.startsWith("un") &&
        hits.some((some) => some.includes(index)) &&
        !keywords.some((one) => one.lower === lower)),
  );
  if (denied.length > 1) return undefined;
  return denied.length === 1 ? ("no" as const) : ("yes" as const);
}

/** Whether a sentence has all keywords, or takes those that it lacks from the sentences before: "It was built in 1889". */
function isAboutQuestion(
  { strengths, context, words }: RatedSentence,
  { keywords }: Question,
): boolean {
  const missing = keywords.flatMap(({ isForm }, index) =>
    isForm || (strengths[index] ?? 0) > 0.5 ? [] : [index],
  );
  const isBorrowed = missing.every((index) => (context[index] ?? 0) > 0.5);
  const isPronoun = readLists().pronouns.has(words[0]?.lower ?? "");
  const isName =
    missing.every((index) => keywords[index]?.isSpecific) &&
    keywords.some(({ isForm }, index) => !isForm && (strengths[index] ?? 0) > 0.5);
  return isBorrowed && (isPronoun || isName || missing.length === 0);
}
