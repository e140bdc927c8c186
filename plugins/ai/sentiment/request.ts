import { type Static, t } from "hub";

export const labels = ["positive", "neutral", "negative", "mixed"] as const;

export type Label = (typeof labels)[number];

/** The optional results: sentences, aspects and words. */
export const sentimentOptions = t.Object({
  sentences: t.Boolean({ default: true, description: "Whether to score each sentence" }),
  aspects: t.Array(t.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 20,
    default: [],
    description: "Aspects that the text may mention, such as `battery`, to be scored separately",
  }),
  explain: t.Boolean({
    default: false,
    description: "Whether to list the words that determined the score",
  }),
});

export type SentimentOptions = Static<typeof sentimentOptions>;

/** The paper's threshold between neutral and positive or negative. */
const threshold = 0.05;

/** Returns the label of a score from −1 to 1. */
export function toSentimentLabel(compound: number): "positive" | "neutral" | "negative" {
  if (compound >= threshold) return "positive";
  return compound <= -threshold ? "negative" : "neutral";
}
