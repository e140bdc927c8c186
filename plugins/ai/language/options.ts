import { languageCodes, oneOf, type Static, t } from "hub";

/** Which languages a text may be in, and how many to name. */
export const detectOptions = t.Object({
  top: t.Integer({
    minimum: 1,
    maximum: 10,
    default: 3,
    description: "How many languages to name, the likeliest included",
  }),
  candidates: t.Array(oneOf(Object.keys(languageCodes)), {
    maxItems: 50,
    default: [],
    description: "The only languages it may be; any by default",
  }),
  segments: t.Boolean({ default: false, description: "Whether to part a mixed text" }),
});

export type DetectOptions = Static<typeof detectOptions>;
