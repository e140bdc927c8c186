import { oneOf, type Static, t } from "hub";

/** What a label is called. */
export const labelName = t.String({
  minLength: 1,
  maxLength: 100,
  description: "What it is called",
});

/** Under what a text is to be sorted: labels of the caller, or a taxonomy. */
export const classifyOptions = t.Object({
  labels: t.Optional(
    t.Array(
      t.Union([
        labelName,
        t.Object({
          name: labelName,
          description: t.Optional(t.String({ maxLength: 500, description: "What it means" })),
          keywords: t.Optional(
            t.Array(t.String({ minLength: 1, maxLength: 100 }), {
              maxItems: 50,
              description: "Words that tell it",
            }),
          ),
          examples: t.Optional(
            t.Array(t.String({ minLength: 1, maxLength: 2000 }), {
              maxItems: 20,
              description: "Texts that have it",
            }),
          ),
        }),
      ]),
      { minItems: 2, maxItems: 50, description: "The labels: names, or what they mean too" },
    ),
  ),
  taxonomy: t.Optional(
    oneOf(["topics", "intent", "spam", "urgency", "toxicity"], {
      description: "Labels that are built in, instead of `labels`",
    }),
  ),
  multi: t.Boolean({
    default: false,
    description: "Whether several labels may hold: then their scores are each for itself",
  }),
  threshold: t.Optional(
    t.Number({
      minimum: 0,
      maximum: 1,
      description: "The least score to be named; 0.3 with `multi`, else 0",
    }),
  ),
});

export type ClassifyOptions = Static<typeof classifyOptions>;

/** A label as a caller writes it: its name, or what it means too. */
type LabelInput = NonNullable<ClassifyOptions["labels"]>[number];

/** A label as the engine takes it. */
export interface Label {
  name: string;
  description: string;
  keywords: readonly string[];
  examples: readonly string[];
}

export function labelOf(input: LabelInput): Label {
  if (typeof input === "string")
    return { name: input, description: "", keywords: [], examples: [] };
  return { description: "", keywords: [], examples: [], ...input };
}
