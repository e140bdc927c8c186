import { oneOf, type Static, t } from "hub";

/** The name of a label. */
export const labelName = t.String({
  minLength: 1,
  maxLength: 100,
  description: "Name of the label",
});

/** The options of the endpoint: the caller's labels, or a taxonomy. */
export const classifyOptions = t.Object({
  labels: t.Optional(
    t.Array(
      t.Union([
        labelName,
        t.Object({
          name: labelName,
          description: t.Optional(
            t.String({ maxLength: 500, description: "Meaning of the label" }),
          ),
          keywords: t.Optional(
            t.Array(t.String({ minLength: 1, maxLength: 100 }), {
              maxItems: 50,
              description: "Words that indicate the label",
            }),
          ),
          examples: t.Optional(
            t.Array(t.String({ minLength: 1, maxLength: 2000 }), {
              maxItems: 20,
              description: "Example texts with this label",
            }),
          ),
        }),
      ]),
      {
        minItems: 2,
        maxItems: 50,
        description: "The labels: names, or objects that describe them",
      },
    ),
  ),
  taxonomy: t.Optional(
    oneOf(["topics", "intent", "spam", "urgency", "toxicity"], {
      description: "A built-in set of labels, instead of `labels`",
    }),
  ),
  multi: t.Boolean({
    default: false,
    description: "Whether several labels may apply; each is then scored independently",
  }),
  threshold: t.Optional(
    t.Number({
      minimum: 0,
      maximum: 1,
      description:
        "Minimum score of a label to be returned; by default 0.3 with `multi`, otherwise 0",
    }),
  ),
});

export type ClassifyOptions = Static<typeof classifyOptions>;

/** A label in a request: its name, or an object that describes it. */
type LabelInput = NonNullable<ClassifyOptions["labels"]>[number];

/** A label in normalized form. */
export interface Label {
  name: string;
  description: string;
  keywords: readonly string[];
  examples: readonly string[];
}

export function toLabel(input: LabelInput): Label {
  if (typeof input === "string")
    return { name: input, description: "", keywords: [], examples: [] };
  return { description: "", keywords: [], examples: [], ...input };
}
