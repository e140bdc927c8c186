export const labels = ["positive", "neutral", "negative", "mixed"] as const;

export type Label = (typeof labels)[number];

/** The paper's own threshold between neutral and felt. */
const threshold = 0.05;

/** What a score from −1 to 1 is called. */
export function labelOf(compound: number): "positive" | "neutral" | "negative" {
  if (compound >= threshold) return "positive";
  return compound <= -threshold ? "negative" : "neutral";
}
