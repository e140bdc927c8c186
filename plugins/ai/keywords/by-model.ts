import { t } from "hub";
import { promptModel } from "../language-model/ask-model.ts";
import type { ByModel } from "../language-model/choose-engine.ts";
import { roundScore } from "../round-score.ts";
import { findOccurrences } from "../text/places.ts";
import type { findKeywords, KeywordsInput } from "./keywords.ts";
import { buildHashtags } from "./keywords.ts";

const schema = t.Object({
  keywords: t.Array(t.Object({ phrase: t.String(), score: t.Number({ minimum: 0, maximum: 1 }) })),
});
const instructions = `You find what texts are about. Answer with up to "top" phrases of "text" as "keywords", the most telling first, none of more than "max_ngram" words and none of the "stopwords". Each "phrase" stands in the text exactly as you write it. "score" is how telling it is, from 0 to 1.`;

/** Finds the key phrases of a text with a language model. Phrases that aren't in the text are dropped. */
export const keywordsByModel: ByModel<
  KeywordsInput,
  ReturnType<typeof findKeywords> & { sentence_model: string | null }
> = async ({ text, language, top, max_ngram, stopwords }, doors, given) => {
  const answer = await promptModel(
    {
      name: "keywords",
      instructions,
      schema,
      data: { text, language, top, max_ngram, stopwords },
      tokensMax: 200 + 30 * top,
      fault: ({ keywords: phrases }) =>
        phrases.some(({ phrase }) => findOccurrences(phrase, text).length > 0)
          ? undefined
          : "none of the phrases is in the text",
    },
    doors,
    given,
  );
  const unwanted = new Set(stopwords.map((word) => word.toLowerCase()));
  const found = new Map<string, ReturnType<typeof findKeywords>["keywords"][number]>();
  for (const { phrase, score } of answer.keywords) {
    const positions = findOccurrences(phrase, text);
    const words = phrase.trim().split(/\s+/);
    const key = phrase.trim().toLowerCase();
    const isWanted = words.length <= max_ngram && !unwanted.has(key) && !found.has(key);
    if (positions.length === 0 || !isWanted) continue;
    const [{ start, end } = { start: 0, end: 0 }] = positions;
    const form = text.slice(start, end);
    found.set(key, { phrase: form, score, count: positions.length, positions });
  }
  const best = [...found.values()].toSorted((a, b) => b.score - a.score).slice(0, top);
  const most = best[0]?.score || 1;
  return {
    keywords: best.map((one) => ({ ...one, score: roundScore(one.score / most) })),
    hashtags: buildHashtags(best.map(({ phrase }) => phrase)),
    sentence_model: null,
  };
};
