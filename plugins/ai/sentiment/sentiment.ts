import { type Span, splitSentences } from "hub";
import { itemAt, pairUp } from "../lists.ts";
import ai from "../plugin.ts";
import { roundScore } from "../round-score.ts";
import { getBaseLanguage } from "../text/words.ts";
import { findLexicon } from "../word-ratings/other-languages.ts";
import { type Score, score } from "../word-ratings/score.ts";
import { scoreAspects } from "./aspects.ts";
import { type Label, type SentimentOptions, toSentimentLabel } from "./request.ts";

interface ScoringOptions extends SentimentOptions {
  language: string;
}

/**
 * Measures the sentiment of a text. The rules are for English. Six other languages have lexicons, and the rest
 * only emoji and emoticons. Outside English, `confidence` is at most medium, and none if nothing is rated.
 */
export function measureSentiment(
  text: string,
  { language, sentences, aspects, explain }: ScoringOptions,
) {
  const base = getBaseLanguage(language);
  const whole = score(text, base);
  const spans = splitSentences(text, language);
  const parts = spans.map((span) => ({ span, found: score(span.text, base) }));
  const { compound, positive, neutral, negative } = whole;
  const magnitude = parts.reduce((sum, { found }) => sum + Math.abs(found.compound), 0);
  return {
    label: labelWhole(whole, parts),
    score: compound,
    positive,
    neutral,
    negative,
    magnitude: roundScore(magnitude),
    confidence: assessConfidence(whole, base),
    ...(sentences && { sentences: parts.map(describePart) }),
    ...(aspects.length > 0 && { aspects: scoreAspects(text, spans, aspects) }),
    ...(explain && { tokens: explainScore(text, whole) }),
  };
}

interface RatedPart {
  span: Span;
  found: Score;
}

function describePart({ span, found }: RatedPart) {
  return { ...span, score: found.compound, label: labelSentence(found) };
}

/** Labels a text. It is mixed if some sentences are as clearly positive as others are negative. */
function labelWhole(whole: Score, parts: readonly RatedPart[]): Label {
  const sum = (sign: number) =>
    parts.reduce((total, { found }) => total + Math.max(0, found.compound * sign), 0);
  const [good, bad] = [sum(1), sum(-1)];
  const lesser = Math.min(good, bad);
  if (parts.length > 1 && lesser >= 0.3 && lesser >= 0.5 * Math.max(good, bad)) return "mixed";
  return parts.length === 1 ? labelSentence(whole) : toSentimentLabel(whole.compound);
}

/** Labels a sentence. It is mixed if strong positive and negative words nearly cancel out. */
function labelSentence({ compound, valences }: Score): Label {
  let [good, bad] = [0, 0];
  for (const { valence } of valences) {
    if (valence > 0) good += valence;
    else bad -= valence;
  }
  const lesser = Math.min(good, bad);
  return lesser >= 1 && lesser >= 0.6 * Math.max(good, bad) && Math.abs(compound) < 0.4
    ? "mixed"
    : toSentimentLabel(compound);
}

/** Confidence levels, lowest first. */
const confidences = ["none", "low", "medium", "high"] as const;

type Confidence = (typeof confidences)[number];

/**
 * Returns low if nothing is rated or the text may be ironic, medium if few words are rated or the statement is
 * indirect.
 */
function assessConfidence({ tokens, valences, construed }: Score, language: string): Confidence {
  const felt = valences.filter(({ rating }) => rating !== 0);
  const isOne =
    felt.every(({ valence }) => valence >= 0) || felt.every(({ valence }) => valence <= 0);
  if (language !== "en" && felt.length === 0) return "none";
  if (language !== "en")
    return felt.length >= 2 && isOne && findLexicon(language) ? "medium" : "low";
  if (felt.length === 0 || construed.isUnsure) return "low";
  if (construed.valences.size > 0 || !isOne) return "medium";
  return felt.length >= 2 || tokens.length <= 4 ? "high" : "medium";
}

/** Returns the words that count, strongest first. */
function explainScore(text: string, { tokens, valences }: Score) {
  return pairUp(tokens, valences)
    .map(([{ start, end }, valence]) => ({ start, end, ...valence }))
    .filter(({ rating }) => rating !== 0)
    .toSorted((a, b) => Math.abs(b.valence) - Math.abs(a.valence))
    .map(({ start, end, rating, valence, because }) => ({
      text: text.slice(start, end),
      start,
      end,
      rating,
      valence: roundScore(valence),
      because,
    }));
}

/** The texts to score, with the options. */
export interface SentimentInput extends SentimentOptions {
  texts: readonly { text: string; language: string }[];
}

/** Scores one or several texts. With several, the top-level fields are means over the readable ones. */
export function scoreSentiments({ texts, ...options }: SentimentInput) {
  const results = texts.map(({ text, language }) => ({
    language,
    ...measureSentiment(text, { ...options, language }),
  }));
  const isUnknown = ({ confidence, language }: Result) =>
    confidence === "none" && !findLexicon(getBaseLanguage(language));
  if (results.every(isUnknown))
    throw ai.error(
      "language_unsupported",
      `Cannot measure the sentiment of a text in "${itemAt(results, 0).language}" without a rated word, emoji or emoticon`,
      { at: "body.text" },
    );
  return combineResults(results);
}

type Result = ReturnType<typeof measureSentiment> & { language: string };

/** Returns the top-level fields and those of each text. The former are means over the readable texts. */
export function combineResults(results: Result[]): {
  first: Omit<Result, "language">;
  results: Result[];
} {
  if (results.length === 1) return { first: itemAt(results, 0), results };
  const rated = results.filter(({ confidence }) => confidence !== "none");
  const read = rated.length > 0 ? rated : results;
  const mean = (field: "score" | "positive" | "neutral" | "negative" | "magnitude") =>
    roundScore(read.reduce((sum, one) => sum + one[field], 0) / read.length);
  const found = {
    score: mean("score"),
    positive: mean("positive"),
    neutral: mean("neutral"),
    negative: mean("negative"),
    magnitude: mean("magnitude"),
    confidence: leastConfident(read.map(({ confidence }) => confidence)),
  };
  return { first: { ...found, label: toSentimentLabel(found.score) }, results };
}

function leastConfident(all: readonly Confidence[]): Confidence {
  return confidences.find((one) => all.includes(one)) ?? "none";
}
