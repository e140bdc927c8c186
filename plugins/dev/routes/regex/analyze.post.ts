import { oneOf, t } from "hub";
import dev from "../../plugin.ts";
import { checkFlags, complexities, tokenKinds, verdicts } from "../../regex/options.ts";

const { patternMax } = dev.limits;
const place = {
  start: t.Integer({ minimum: 0, description: "Where it begins in the pattern" }),
  end: t.Integer({ minimum: 0, description: "Where it ends, exclusive" }),
};
const text = (description: string) => t.Union([t.String(), t.Null()], { description });

export default dev.route({
  summary: "Explain a regular expression, and find texts that make it hang",
  description:
    "Reads JavaScript's syntax. A vulnerable pattern is one that a backtracking " +
    "engine, such as those of JavaScript, Python, Java and PHP, can take very long for; the attack " +
    "string is a text that shows it: it was run, perhaps at a shorter length, and took very long. All places are counted in UTF-16 code units.",
  body: t.Object({
    pattern: t.String({ maxLength: patternMax, description: "The regular expression" }),
    flags: t.String({
      maxLength: 8,
      default: "",
      description: "Any of g, i, m, s, u, y, v and d",
    }),
  }),
  response: t.Object({
    valid: t.Boolean({ description: "Whether it is well-formed" }),
    error: t.Union(
      [
        t.Object({
          message: t.String({ description: "What is wrong" }),
          position: t.Union([t.Integer({ minimum: 0 }), t.Null()], {
            description: "Where, if it is in one place",
          }),
        }),
        t.Null(),
      ],
      { description: "Why it is not well-formed" },
    ),
    verdict: oneOf(verdicts, { description: "Whether a text can make it take very long" }),
    reason: text("Why the verdict is unknown"),
    complexity: t.Union([oneOf(complexities), t.Null()], {
      description: "Growth of the matching time with the length of the text. Null if unknown",
    }),
    degree: t.Union([t.Integer({ minimum: 2 }), t.Null()], {
      description: "The power a polynomial grows with",
    }),
    attack_string: text("A text it takes very long for"),
    attack_expression: text("The same as an expression of JavaScript"),
    hotspot: t.Array(
      t.Object({ ...place, text: t.String({ description: "This part of the pattern" }) }),
      { description: "The parts that are tried again and again" },
    ),
    explanation: t.Array(
      t.Object({
        depth: t.Integer({ minimum: 0, description: "How many tokens it is inside of" }),
        kind: oneOf(tokenKinds, { description: "What it is" }),
        text: t.String({ description: "This part of the pattern" }),
        ...place,
        description: t.String({ description: "What it matches" }),
      }),
      { description: "The pattern as a tree: the tokens inside a token follow it, one deeper" },
    ),
    groups: t.Integer({ minimum: 0, description: "How many groups capture" }),
    named_groups: t.Array(
      t.Object({
        name: t.String({ description: "The name" }),
        numbers: t.Array(t.Integer(), {
          description: "The groups that have it: alternatives may share one",
        }),
      }),
      { description: "The groups with names" },
    ),
    re2_compatible: t.Boolean({
      description: "Whether RE2, whose time grows with the text alone, can match the same",
    }),
    re2_pattern: text("The pattern for RE2, its groups numbered alike"),
    re2_obstacles: t.Array(
      t.Object({ message: t.String({ description: "Why RE2 cannot match it" }), ...place }),
      { description: "What RE2 cannot match alike" },
    ),
  }),
  plain: "verdict",
  heavy: true,
  timeoutMs: 15_000,
  memoryMbMax: 1536,
  example: { body: { pattern: "^(a+)+$" } },
  async handler({ body: { pattern, flags } }) {
    checkFlags(flags);
    const { analyzePattern } = await import("../../regex/analyze-pattern.ts");
    return analyzePattern(pattern, flags);
  },
});
