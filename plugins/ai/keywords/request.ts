import { oneOf, type Static, t } from "hub";
import { termWeightings } from "../key-phrases/weigh.ts";

/** The options of keyword extraction. */
export const keywordOptions = t.Object({
  top: t.Integer({ minimum: 1, maximum: 100, default: 10, description: "Number of phrases" }),
  method: oneOf(termWeightings, {
    default: "textrank",
    description:
      "Method of weighting words: by the length of their phrases, by their neighbours, or by position and capitalization",
  }),
  max_ngram: t.Integer({
    minimum: 1,
    maximum: 4,
    default: 3,
    description: "Maximum number of words in a phrase",
  }),
  stopwords: t.Array(t.String({ minLength: 1, maxLength: 50 }), {
    maxItems: 200,
    default: [],
    description: "Words to leave out, in addition to the usual stopwords of the language",
  }),
});

export type KeywordOptions = Static<typeof keywordOptions>;
