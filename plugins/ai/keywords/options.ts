import { oneOf, type Static, t } from "hub";

/** Which key phrases of a text are wanted. */
export const keywordOptions = t.Object({
  top: t.Integer({ minimum: 1, maximum: 100, default: 10, description: "How many phrases" }),
  method: oneOf(["rake", "textrank", "yake"], {
    default: "textrank",
    description:
      "How words are weighed: by the length of their phrases, by their neighbours, or by place and capitals",
  }),
  max_ngram: t.Integer({
    minimum: 1,
    maximum: 4,
    default: 3,
    description: "Most words of a phrase",
  }),
  stopwords: t.Array(t.String({ minLength: 1, maxLength: 50 }), {
    maxItems: 200,
    default: [],
    description: "Words to leave out, besides the usual ones of the language",
  }),
});

export type KeywordOptions = Static<typeof keywordOptions>;
