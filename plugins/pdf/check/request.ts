import { oneOf, type Static, t } from "hub";
import { sourceFields } from "../input/request.ts";
import { profiles } from "./rule.ts";

/** The request body for checking a PDF. */
export const checkBody = t.Object({
  ...sourceFields,
  profile: oneOf(["auto", ...profiles], {
    default: "auto",
    description:
      "The standard to check; `auto` takes the one that the file claims, or `pdfa-2b` if it claims none",
  }),
});

export type CheckBody = Static<typeof checkBody>;

/** The response schema of `checkPdf`. */
export const checkAnswer = t.Object({
  profile: oneOf(profiles, { description: "The standard that was checked" }),
  claims: t.Array(t.String(), {
    description: "The standards that the metadata claims, such as `pdfa-3b` and `pdfua-1`",
  }),
  passed: t.Boolean({
    description: "Whether no rule is violated; rules that are not listed were not checked",
  }),
  verdict: oneOf(["no_violation_found", "violations_found"], {
    description:
      "The result of the rules that were checked. `no_violation_found` is not a proof of conformance: see `clauses`",
  }),
  clauses: t.Object(
    {
      checked: t.Integer({ description: "Number of clauses with at least one rule" }),
      total: t.Integer({
        description: "Number of clauses of the standard that a program can check",
      }),
      share: t.Number({ description: "The share of clauses with a rule, from 0 to 1" }),
      unchecked: t.Array(t.String(), { description: "The clauses without a rule" }),
    },
    { description: "How much of the standard was checked" },
  ),
  rules: t.Array(t.String(), { description: "The rules that were checked" }),
  violations: t.Array(
    t.Object({
      rule: t.String({ description: "The rule, as in `rules`" }),
      clause: t.String({ description: "The clause of the standard" }),
      requires: t.String({ description: "What the rule requires" }),
      count: t.Integer({ description: "Number of violations, at most 10000" }),
      pages: t.Array(t.Integer(), { description: "The first 20 pages with a violation" }),
      details: t.Array(t.String(), {
        description: "What violates the rule, such as names of fonts; at most 20",
      }),
    }),
    { description: "The violated rules" },
  ),
});
