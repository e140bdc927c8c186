import { type Span, type Static, splitSentences, t } from "hub";
import { promptModel } from "../language-model/ask-model.ts";
import type { ByModel } from "../language-model/choose-engine.ts";
import { pairUp } from "../lists.ts";
import { roundScore } from "../round-score.ts";
import { findOccurrences } from "../text/places.ts";
import { toSentimentLabel } from "./request.ts";
import { combineResults, type SentimentInput } from "./sentiment.ts";

const score = t.Number({ minimum: -1, maximum: 1 });
const share = t.Number({ minimum: 0, maximum: 1 });
const schema = t.Object({
  texts: t.Array(
    t.Object({
      score,
      positive: share,
      neutral: share,
      negative: share,
      mixed: t.Boolean(),
      sentences: t.Array(score),
      aspects: t.Array(score),
    }),
  ),
});
const instructions = `You tell how texts feel. Answer with one item of "texts" for each of "texts", in order. "score" is how the text feels as a whole, from -1 (as bad as can be) over 0 (no feeling) to 1. "positive", "neutral" and "negative" are the shares of it that are so, and make 1 together. "mixed" tells whether it is as clearly for something as it is against something else. "sentences" has a score for each of its sentences, "aspects" one for each of "aspects": how the text feels about that thing, 0 where it does not speak of it.`;

type SentimentResults = ReturnType<typeof combineResults>;

/** Scores the sentiment of texts with a language model, in any language. It doesn't rate single words. */
export const sentimentsByModel: ByModel<SentimentInput, SentimentResults> = async (
  { texts, aspects, sentences: isParted, explain },
  doors,
  given,
) => {
  const segmented = texts.map((one) => ({ ...one, spans: splitSentences(one.text, one.language) }));
  const data = segmented.map(({ language, spans }) => ({
    language,
    sentences: spans.map(({ text }) => text),
  }));
  const answer = await promptModel(
    {
      name: "sentiment",
      instructions,
      schema,
      data: { texts: data, aspects },
      tokensMax:
        200 +
        texts.length * (60 + 10 * aspects.length) +
        10 * segmented.flatMap(({ spans }) => spans).length,
      fault: ({ texts: scored }) => findFault(scored, segmented, aspects),
    },
    doors,
    given,
  );
  const wishes = { aspects, sentences: isParted, explain };
  return combineResults(pairUp(answer.texts, segmented).map((one) => describeText(one, wishes)));
};

type Scored = Static<typeof schema>["texts"][number];

/** A text sent to the model, with its sentences. */
interface SentimentText {
  text: string;
  language: string;
  spans: readonly Span[];
}

function describeText(
  [{ mixed, sentences, aspects: aspectScores, ...shares }, { text, language, spans }]: [
    Scored,
    SentimentText,
  ],
  { aspects, sentences: isParted, explain }: Omit<SentimentInput, "texts">,
) {
  return {
    language,
    label: mixed ? ("mixed" as const) : toSentimentLabel(shares.score),
    ...shares,
    magnitude: roundScore(sentences.reduce((sum, value) => sum + Math.abs(value), 0)),
    confidence: "high" as const,
    ...(isParted && { sentences: pairUp(spans, sentences).map(describeSentence) }),
    ...(aspects.length > 0 && {
      aspects: pairUp(aspects, aspectScores).map((one) => describeAspect(text, one)),
    }),
    ...(explain && { tokens: [] }),
  };
}

/** Returns why a model's answer is unusable: a score is missing or there is one too many. */
function findFault(
  scored: readonly Scored[],
  segmented: readonly SentimentText[],
  aspects: readonly string[],
): string | undefined {
  const isWhole =
    scored.length === segmented.length &&
    pairUp(scored, segmented).every(
      ([one, { spans }]) =>
        one.sentences.length === spans.length && one.aspects.length === aspects.length,
    );
  return isWhole
    ? undefined
    : "it must have one score for each sentence and each aspect of each text";
}

function describeSentence([span, score]: [Span, number]) {
  return { ...span, score, label: toSentimentLabel(score) };
}

function describeAspect(text: string, [aspect, score]: [string, number]) {
  const positions = findOccurrences(aspect, text);
  return { aspect, score, label: toSentimentLabel(score), mentions: positions.length, positions };
}
