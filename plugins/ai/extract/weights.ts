import { openTable } from "hub/data-file";

/** Numbers that describe a sentence or a span, by name. */
export type Features = Readonly<Record<string, number>>;

const models = ["sentence", "span"] as const;

const readWeights = openTable(
  new URL("./weights.tsv", import.meta.url),
  { model: models, feature: "text", weight: "number" },
  { unique: ["model", "feature"] },
);
/** Returns the probability that a logistic model gives to features. */
export function applyWeights(model: (typeof models)[number], features: Features): number {
  let sum = 0;
  for (const row of readWeights())
    if (row.model === model) sum += row.weight * (features[row.feature] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}
