import { oneOf, type Static, t } from "hub";

/** The options of a summary. */
export const summaryOptions = t.Object({
  sentences: t.Optional(
    t.Integer({
      minimum: 1,
      maximum: 50,
      description: "Maximum number of sentences; 3 if no limit is given",
    }),
  ),
  ratio: t.Optional(
    t.Number({ minimum: 0.05, maximum: 0.9, description: "Share of the sentences to keep" }),
  ),
  max_words: t.Optional(
    t.Integer({
      minimum: 10,
      maximum: 2000,
      description:
        "Maximum number of words in `summary`. A bullet, or a dash between spaces, counts as a word. If every sentence is longer, `summary` is empty",
    }),
  ),
  format: oneOf(["paragraph", "bullets", "headline", "tldr"], {
    default: "paragraph",
    description: "Format of the summary",
  }),
  keywords: t.Integer({
    minimum: 0,
    maximum: 20,
    default: 5,
    description: "Number of key phrases to return",
  }),
  focus: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 200,
      description: "Topic of the summary, in words that occur in the text",
    }),
  ),
});

export type SummaryOptions = Static<typeof summaryOptions>;

export type Format = SummaryOptions["format"];
