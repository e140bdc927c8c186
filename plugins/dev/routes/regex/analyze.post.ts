import { oneOf, t } from "hub";
import dev from "../../plugin.ts";
import { checkFlags, complexities, evidences, tokenKinds, verdicts } from "../../regex/request.ts";
import { failIfNegative, failQuery } from "../../verdict.ts";

const { patternMax } = dev.limits;
const position = {
  start: t.Integer({
    minimum: 0,
    description: "Start position in the pattern, in UTF-16 code units",
  }),
  end: t.Integer({ minimum: 0, description: "End position in the pattern, exclusive" }),
};
const text = (description: string) => t.Union([t.String(), t.Null()], { description });

export default dev.route({
  summary: "Explain a regular expression, and find texts that make it hang",
  keywords: "redos, regex explain, catastrophic backtracking, regex visualizer, explain regex",
  description:
    "Returns an explanation of a pattern in JavaScript syntax, and whether it is vulnerable. A vulnerable pattern can take a backtracking " +
    "engine, such as those of JavaScript, Python, Java and PHP, very long. The attack " +
    "string is a text that demonstrates it: it was run in an engine that counts its steps, and took more than 20,000,000. Steps are the same on every machine and in every engine. Positions count UTF-16 code units.",
  query: failQuery,
  body: t.Object({
    pattern: t.String({ maxLength: patternMax, description: "The regular expression" }),
    flags: t.String({
      maxLength: 8,
      default: "",
      description: "Any of g, i, m, s, u, y, v and d",
    }),
  }),
  raw: { "text/plain": "pattern", "application/octet-stream": "pattern" },
  response: t.Object({
    valid: t.Boolean({ description: "Whether the pattern is valid" }),
    error: t.Union(
      [
        t.Object({
          message: t.String({ description: "The problem" }),
          position: t.Union([t.Integer({ minimum: 0 }), t.Null()], {
            description: "Position of the error, if it has one",
          }),
        }),
        t.Null(),
      ],
      { description: "The syntax error; null if the pattern is valid" },
    ),
    verdict: oneOf(verdicts, { description: "Whether some text makes the pattern take very long" }),
    reason: text("Reason for an unknown verdict"),
    evidence: t.Union([oneOf(evidences), t.Null()], {
      description:
        "The basis of the verdict: a proof, a search that found no slow text, or an attack that was run. Null if unknown",
    }),
    complexity: t.Union([oneOf(complexities), t.Null()], {
      description: "Growth of the matching time with the length of the text. Null if unknown",
    }),
    degree: t.Union([t.Integer({ minimum: 2 }), t.Null()], {
      description: "Exponent of polynomial growth",
    }),
    attack_string: text("A text for which the pattern takes very long"),
    attack_expression: text("The attack string as a JavaScript expression"),
    attack_steps: t.Union([t.Integer(), t.Null()], {
      description:
        "Steps of a backtracking engine on the attack string; counting stops above 20,000,000",
    }),
    hotspot: t.Array(
      t.Object({ ...position, text: t.String({ description: "Source text of the part" }) }),
      { description: "The parts of the pattern that are retried excessively" },
    ),
    explanation: t.Array(
      t.Object({
        depth: t.Integer({ minimum: 0, description: "Nesting depth, starting at 0" }),
        kind: oneOf(tokenKinds, { description: "Type of the token" }),
        text: t.String({ description: "Source text of the part" }),
        ...position,
        description: t.String({ description: "Explanation of the token" }),
      }),
      {
        description:
          "The pattern as a tree in document order: nested tokens follow their parent, one level deeper",
      },
    ),
    groups: t.Integer({ minimum: 0, description: "Number of capturing groups" }),
    named_groups: t.Array(
      t.Object({
        name: t.String({ description: "The name" }),
        numbers: t.Array(t.Integer(), {
          description: "Numbers of the groups with this name: alternatives may share one",
        }),
      }),
      { description: "The named groups" },
    ),
    re2_compatible: t.Boolean({
      description: "Whether RE2, which runs in linear time, can match the same texts",
    }),
    re2_pattern: text("The pattern in RE2 syntax, with the same group numbers"),
    re2_obstacles: t.Array(
      t.Object({
        message: t.String({ description: "Reason why RE2 cannot match it" }),
        ...position,
      }),
      { description: "Parts that RE2 cannot match identically" },
    ),
  }),
  plain: "verdict",
  heavy: true,
  // Steps limit the work. They take 20 s at most on a machine that is not busy.
  timeoutMs: 60_000,
  memoryMbMax: 1536,
  example: { query: {}, body: { pattern: "^(a+)+$" } },
  async handler({ query, body: { pattern, flags } }) {
    checkFlags(flags);
    const { analyzePattern } = await import("../../regex/analyze-pattern.ts");
    const result = await analyzePattern(pattern, flags);
    const { verdict, valid, error, attack_expression } = result;
    failIfNegative(query, {
      isNegative: verdict !== "safe",
      detail: valid
        ? `The pattern is not safe: the verdict is ${verdict}`
        : `The pattern is invalid: ${error?.message}`,
      result: { verdict, attack_expression },
    });
    return result;
  },
});
