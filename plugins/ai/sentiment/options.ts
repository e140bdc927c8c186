import { type Static, t } from "hub";

export const labels = ["positive", "neutral", "negative", "mixed"] as const;

export type Label = (typeof labels)[number];

/** What to tell besides how the whole text feels. */
export const sentimentOptions = t.Object({
  sentences: t.Boolean({ default: true, description: "Whether to score each sentence" }),
  aspects: t.Array(t.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 20,
    default: [],
    description: "Aspects that the text may mention, such as `battery`, to be scored separately",
  }),
  explain: t.Boolean({
    default: false,
    description: "Whether to list the words that made up the score",
  }),
});

export type SentimentOptions = Static<typeof sentimentOptions>;

/** The paper's own threshold between neutral and felt. */
const threshold = 0.05;

/** What a score from −1 to 1 is called. */
export function toSentimentLabel(compound: number): "positive" | "neutral" | "negative" {
  if (compound >= threshold) return "positive";
  return compound <= -threshold ? "negative" : "neutral";
}
