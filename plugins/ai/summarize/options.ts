import { oneOf, type Static, t } from "hub";

/** How a text is to be summarized. */
export const summaryOptions = t.Object({
  sentences: t.Optional(
    t.Integer({ minimum: 1, maximum: 50, description: "Most sentences; 3 if no limit is given" }),
  ),
  ratio: t.Optional(
    t.Number({ minimum: 0.05, maximum: 0.9, description: "Share of the sentences to keep" }),
  ),
  max_words: t.Optional(
    t.Integer({
      minimum: 10,
      maximum: 2000,
      description:
        "Most words of `summary`, each bullet and dash between spaces counted as one; where every sentence is longer the summary is empty",
    }),
  ),
  format: oneOf(["paragraph", "bullets", "headline", "tldr"], {
    default: "paragraph",
    description: "How to write the summary",
  }),
  keywords: t.Integer({
    minimum: 0,
    maximum: 20,
    default: 5,
    description: "How many key phrases to name",
  }),
  focus: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 200,
      description: "What the summary should be about, in words of the text",
    }),
  ),
});

export type SummaryOptions = Static<typeof summaryOptions>;

export type Format = SummaryOptions["format"];
