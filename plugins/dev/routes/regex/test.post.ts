import { oneOf, reply, t } from "hub";
import dev from "../../plugin.ts";
import { checkFlags, engineNames } from "../../regex/request.ts";
import { failIfNegative, failQuery } from "../../verdict.ts";

const { patternMax, regexTextMax } = dev.limits;
const index = (description: string) => t.Integer({ minimum: 0, description });
const nullable = (description: string) =>
  t.Union([t.Integer({ minimum: 0 }), t.Null()], { description });

/** Extra time for starting the engine, and for slow machines: steps limit the work. */
const allowanceMs = 9000;

export default dev.route({
  summary: "Test a regular expression",
  keywords: "regex tester, regex, regular expression tester, regexp, regex replace",
  description:
    "Shows what a pattern matches, captures and replaces, before it is in your code. `auto` and `ecmascript` use JavaScript syntax, `re2` RE2's own, like Go. `auto` " +
    "uses RE2, in linear time, for all patterns that RE2 matches like JavaScript. The rest, such as " +
    "lookaheads and backreferences, runs on a backtracking engine that counts its steps. If they run out, " +
    "`timed_out` is true and the response has the matches so far, or those of RE2 if it matches like JavaScript. " +
    "Steps are the same on every machine; RE2 stops by time.\n\n" +
    "Positions are UTF-16 code units, as in JavaScript. As `text/plain` the response is the " +
    "replaced text if there is one, and otherwise whether the pattern matches.",
  query: failQuery,
  body: t.Object({
    pattern: t.String({ maxLength: patternMax, description: "The regular expression" }),
    flags: t.String({
      maxLength: 8,
      default: "g",
      description:
        "Any of g, i, m, s, u, y, v and d; without g there is one match; d has no effect, nor have u and v with `re2`",
    }),
    text: t.String({ maxLength: regexTextMax, description: "The text to search" }),
    engine: oneOf(engineNames, { default: "auto", description: "The engine" }),
    replace: t.Optional(
      t.String({
        maxLength: 1024,
        description:
          "Replacement for matches, with `$1`, `$<name>`, `$&` and `$$` as in JavaScript",
      }),
    ),
    split: t.Boolean({ default: false, description: "Also splits the text at all matches" }),
    max_matches: t.Integer({
      minimum: 1,
      maximum: 1000,
      default: 100,
      description: "Maximum number of matches to list; all are counted",
    }),
    timeout_ms: t.Integer({
      minimum: 50,
      maximum: 1000,
      default: 500,
      description:
        "Limit of the search in milliseconds, for a backtracking engine in units of 10,000 steps",
    }),
  }),
  raw: { "text/plain": "text", "application/octet-stream": "text" },
  response: t.Object({
    is_match: t.Boolean({ description: "Whether there is a match" }),
    count: t.Integer({ description: "Number of matches" }),
    matches: t.Array(
      t.Object({
        match: t.String({ description: "The matched text" }),
        index: index("Start position, in UTF-16 code units"),
        end: index("End position, exclusive"),
        line: t.Integer({
          minimum: 1,
          description: "Line, starting at 1; lines end with LF, CR LF or CR",
        }),
        column: t.Integer({ minimum: 1, description: "Column, starting at 1" }),
        groups: t.Array(
          t.Object({
            n: t.Integer({ minimum: 1, description: "Group number" }),
            name: t.Union([t.String(), t.Null()], { description: "Group name, if it has one" }),
            value: t.Union([t.String(), t.Null()], {
              description: "The captured text; null if the group did not participate in the match",
            }),
            index: nullable("Start position of the capture"),
            end: nullable("End position of the capture, exclusive"),
          }),
          { description: "The capturing groups" },
        ),
      }),
      { description: "The first matches" },
    ),
    replaced: t.Union([t.String(), t.Null()], {
      description: "The replaced text; null if not requested or not finished",
    }),
    parts: t.Union([t.Array(t.Union([t.String(), t.Null()])), t.Null()], {
      description:
        "The text between the matches, with captures in between; null if not requested or not finished",
    }),
    engine: oneOf(["re2", "ecmascript"], {
      description:
        "The engine that matched; RE2 also if it replaced a backtracking engine that gave up",
    }),
    duration_ms: t.Number({ description: "Duration in milliseconds" }),
    truncated: t.Boolean({ description: "Whether there are more matches than listed" }),
    timed_out: t.Boolean({
      description: "Whether the limit was reached before the end of the text",
    }),
    inconclusive: t.Boolean({
      description:
        "Whether there may be more matches, because a backtracking engine did not finish",
    }),
  }),
  plain: "is_match",
  heavy: true,
  timeoutMs: ({ body }) => body.timeout_ms + allowanceMs,
  memoryMbMax: 256,
  example: {
    query: {},
    body: {
      pattern: "(?<year>\\d{4})-(?<month>\\d\\d)",
      text: "From 2025-11 to 2026-01",
      replace: "$<month>/$<year>",
    },
  },
  async handler({ query, body, clock }) {
    checkFlags(body.flags);
    const { tryPattern } = await import("../../regex/try-pattern.ts");
    const result = await tryPattern(body, clock);
    const { replaced, is_match, timed_out } = result;
    failIfNegative(query, {
      isNegative: !is_match,
      detail: timed_out ? "The search did not finish" : "The pattern does not match the text",
      result: { is_match, timed_out },
    });
    // A caller that requests a replacement as plain text wants the text; a search returns true or false.
    return reply(result, {
      ...(replaced !== null && { alternatives: { "text/plain": () => replaced } }),
    });
  },
});
