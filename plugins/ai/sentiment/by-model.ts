import { t } from "hub";
import { askModel } from "../model/ask-model.ts";
import type { ByModel } from "../model/choose-engine.ts";
import { roundScore } from "../round-score.ts";
import { placesOf } from "../text/places.ts";
import { splitSentences } from "../text/sentences.ts";
import { labelOf } from "./options.ts";
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

type Found = ReturnType<typeof combineResults>;

/** How a language model finds that texts feel, in any language. It does not tell single words. */
export const sentimentsByModel: ByModel<SentimentInput, Found> = async (
  { texts, aspects, sentences: isParted, explain },
  doors,
  given,
) => {
  const spans = texts.map(({ text, language }) => splitSentences(text, language));
  const data = spans.map((sentences, index) => ({
    language: texts[index]!.language,
    sentences: sentences.map(({ text }) => text),
  }));
  const answer = await askModel(
    {
      name: "sentiment",
      instructions,
      schema,
      data: { texts: data, aspects },
      tokensMax: 200 + texts.length * (60 + 10 * aspects.length) + 10 * spans.flat().length,
      fault: ({ texts: scored }) =>
        scored.length === texts.length &&
        scored.every(
          (one, index) =>
            one.sentences.length === spans[index]!.length && one.aspects.length === aspects.length,
        )
          ? undefined
          : "it has not one score for each sentence and each aspect of each text",
    },
    doors,
    given,
  );
  const results = answer.texts.map(({ mixed, sentences, aspects: scores, ...one }, index) => {
    const { text, language } = texts[index]!;
    const magnitude = sentences.reduce((sum, value) => sum + Math.abs(value), 0);
    return {
      language,
      label: mixed ? ("mixed" as const) : labelOf(one.score),
      ...one,
      magnitude: roundScore(magnitude),
      confidence: "high" as const,
      ...(isParted && {
        sentences: spans[index]!.map((span, at) => ({
          ...span,
          score: sentences[at]!,
          label: labelOf(sentences[at]!),
        })),
      }),
      ...(aspects.length > 0 && {
        aspects: aspects.map((aspect, at) => {
          const positions = placesOf(aspect, text);
          const felt = scores[at]!;
          return {
            aspect,
            score: felt,
            label: labelOf(felt),
            mentions: positions.length,
            positions,
          };
        }),
      }),
      ...(explain && { tokens: [] }),
    };
  });
  return combineResults(results);
};
