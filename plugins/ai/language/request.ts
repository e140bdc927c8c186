import { languageCodes, oneOf, type Static, t } from "hub";

/** The languages to choose from, and the number of results. */
export const detectOptions = t.Object({
  top: t.Integer({
    minimum: 1,
    maximum: 10,
    default: 3,
    description: "Number of languages to return, including the most likely one",
  }),
  candidates: t.Array(oneOf(Object.keys(languageCodes)), {
    maxItems: 50,
    default: [],
    description: "The languages to choose from; all by default",
  }),
  segments: t.Boolean({
    default: false,
    description: "Whether to split a text with several languages into segments",
  }),
});

export type DetectOptions = Static<typeof detectOptions>;
