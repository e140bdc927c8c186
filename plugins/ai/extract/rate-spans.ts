import { getStopwords } from "../text/stopwords.ts";
import { isCapitalized } from "../text/words.ts";
import { readLists } from "./answer-words.ts";
import { type Candidate, listSpans, type TextRange } from "./list-spans.ts";
import type { Question } from "./question.ts";
import type { RatedSentence } from "./rate-sentences.ts";
import { applyWeights, type Features } from "./weights.ts";

/** A span that could be the answer, and the probability that it is. */
export interface RatedSpan extends TextRange {
  features: Features;
  probability: number;
}

/** Rates the spans of a sentence that could answer a question, best first. */
export function rateSpans(
  sentence: RatedSentence,
  question: Question,
  language: string,
): RatedSpan[] {
  const spans = listSpans(sentence, question, language);
  const clauses = numberClauses(sentence);
  const places = spans.map((span) => placeSpan(sentence, span, { clauses, verb: question.verb }));
  return spans
    .map((span, index) => {
      const others = places.filter((_, at) => at !== index);
      const features = describeSpan(span, {
        sentence,
        question,
        language,
        clauses,
        place: places[index],
        others,
      });
      return {
        start: span.start,
        end: span.end,
        features,
        probability: applyWeights("span", features),
      };
    })
    .toSorted((a, b) => b.probability - a.probability);
}

/** Numbers the clauses of a sentence: a mark or a word such as "and" begins another one. */
function numberClauses({ words, text }: RatedSentence): number[] {
  const { clauses } = readLists();
  let clause = 0;
  return words.map(({ start, lower }, index) => {
    const between = text.slice(words[index - 1]?.end ?? 0, start);
    if (index > 0 && (/[,;:()–—]/.test(between) || clauses.has(lower))) clause++;
    return clause;
  });
}

/** Where a span is among the words of its sentence. */
interface SpanPlace {
  first: number;
  last: number;
  /** Words between the span and the closest word of the question, and its verb. */
  gap: number;
  verbGap: number;
}

const gapMax = 12;
/** Additional distance of a keyword in another clause. */
const otherClauseGap = 4;

function placeSpan(
  { words, hits }: RatedSentence,
  { start, end }: TextRange,
  { clauses, verb }: { clauses: readonly number[]; verb: number },
): SpanPlace {
  const first = words.findIndex((word) => word.end > start);
  const last = words.findLastIndex((word) => word.start < end);
  const measure = (some: readonly number[]) => {
    const gaps = some
      .filter((hit) => hit < first || hit > last)
      .map(
        (hit) =>
          Math.max(first - hit, hit - last) +
          (clauses[hit] === clauses[first] ? 0 : otherClauseGap),
      );
    return Math.min(gapMax, ...gaps) - 1;
  };
  return { first, last, gap: measure(hits.flat()), verbGap: measure(hits[verb] ?? []) };
}

const spreadMax = 20;

function describeSpan(
  span: Candidate,
  {
    sentence: { words, hits, text, strengths, probability },
    question: { answerKind },
    language,
    clauses,
    place,
    others,
  }: {
    sentence: RatedSentence;
    question: Question;
    language: string;
    clauses: readonly number[];
    place: SpanPlace | undefined;
    others: readonly SpanPlace[];
  },
): Features {
  const { first, last, gap, verbGap } = place ?? {
    first: 0,
    last: 0,
    gap: gapMax,
    verbGap: gapMax,
  };
  const rivalGap = Math.min(gapMax, ...others.map((other) => other.gap));
  const rivalVerbGap = Math.min(gapMax, ...others.map((other) => other.verbGap));
  const own = new Set([clauses[first], clauses[last]]);
  const inClause = hits.filter((some) => some.some((at) => own.has(clauses[at]))).length;
  const matched = hits.filter((some) => some.length > 0).length;
  const spread = hits.map((some) =>
    Math.min(spreadMax, ...some.map((at) => Math.max(first - at, at - last, 0))),
  );
  const stopwords = getStopwords(language);
  const unexplained = [...words.keys()].filter(
    (at) =>
      (at < first || at > last) &&
      !hits.some((some) => some.includes(at)) &&
      !stopwords.has(words[at]?.lower ?? ""),
  );
  const isCovered = strengths.every((one) => one > 0.5);
  const isAlone = others.length === 0;
  const flags = {
    bias: true,
    [`kind ${answerKind}`]: true,
    "other kind": span.rank > 0,
    alone: isAlone,
    nearest: gap < rivalGap,
    "verb nearest": verbGap < rivalVerbGap,
    "verb farther": verbGap > rivalVerbGap,
    covered: isCovered,
    "covered alone": isCovered && isAlone,
    "same clause": inClause === matched,
    "before keyword": hits.some((some) => some.includes(last + 1)),
    "in brackets": /[([]$/.test(text.slice(0, span.start).trimEnd()),
    later: hits.flat().some((at) => at < first),
    "opens person": first === 0 && answerKind === "person",
    capital: isCapitalized(text.slice(span.start)),
  };
  return {
    ...Object.fromEntries(Object.entries(flags).map(([name, isTrue]) => [name, Number(isTrue)])),
    gap: gap / gapMax,
    "farther by": Math.max(0, gap - rivalGap) / gapMax,
    "mean gap": spread.reduce((sum, one) => sum + one, 0) / (spreadMax * (spread.length || 1)),
    "first gap": (spread[0] ?? spreadMax) / spreadMax,
    "clause share": matched === 0 ? 0 : inClause / matched,
    unexplained: Math.min(spreadMax, unexplained.length) / spreadMax,
    "clause unexplained":
      Math.min(10, unexplained.filter((at) => clauses[at] === clauses[first]).length) / 10,
    sentence: Math.log(probability / (1 - probability + 1e-9)) / 4,
    length: Math.min(8, last - first + 1) / 8,
  };
}
