import { oneOf, type Static, t } from "hub";

/** The mode of rewriting, and its strength. */
export const rewriteOptions = t.Object({
  mode: oneOf(
    ["formal", "casual", "concise", "simple", "polite", "active", "fix", "expand", "creative"],
    { description: "Mode of rewriting" },
  ),
  strength: t.Integer({
    minimum: 1,
    maximum: 3,
    default: 2,
    description: "Extent of the changes (1: only clear cases; 3: as much as possible)",
  }),
  preserve_terms: t.Array(t.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 100,
    default: [],
    description: "Words that must not be changed (case-insensitive)",
  }),
});

export type RewriteOptions = Static<typeof rewriteOptions>;

export type Mode = RewriteOptions["mode"];

/** A replacement for a span of a text. */
export interface Edit {
  start: number;
  end: number;
  after: string;
  rule: string;
}
