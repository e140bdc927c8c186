import { oneOf, reply, t } from "hub";
import dev from "../../plugin.ts";
import { checkFlags, engineNames } from "../../regex/options.ts";

const { patternMax, regexTextMax } = dev.limits;
const index = (description: string) => t.Integer({ minimum: 0, description });
const nullable = (description: string) =>
  t.Union([t.Integer({ minimum: 0 }), t.Null()], { description });

/** For starting the engine, and for one search that goes on after the time is up. */
const allowanceMs = 1000;

export default dev.route({
  summary: "Test a regular expression",
  description:
    "`auto` and `ecmascript` read JavaScript's syntax, `re2` reads RE2's own, as Go does. `auto` " +
    "uses RE2, in linear time, for all patterns that RE2 matches like JavaScript. The rest, such as " +
    "lookaheads and backreferences, runs on a backtracking engine. If the time runs out between two " +
    "matches, the response has the matches so far. If a single search does not end, its process is " +
    "killed and the call fails with `job_timeout`.\n\n" +
    "Positions are UTF-16 code units, as in JavaScript. As `text/plain` the response is the " +
    "replaced text if there is one, and otherwise whether the pattern matches.",
  body: t.Object({
    pattern: t.String({ maxLength: patternMax, description: "The regular expression" }),
    flags: t.String({
      maxLength: 8,
      default: "g",
      description:
        "Any of g, i, m, s, u, y, v and d; without g there is one match; d changes nothing, and with `re2` nor do u and v",
    }),
    text: t.String({ maxLength: regexTextMax, description: "The text to search" }),
    engine: oneOf(engineNames, { default: "auto", description: "What matches" }),
    replace: t.Optional(
      t.String({
        maxLength: 1024,
        description:
          "What to put in the place of matches: `$1`, `$<name>`, `$&` and `$$` as in JavaScript",
      }),
    ),
    split: t.Boolean({ default: false, description: "Also splits the text at all matches" }),
    max_matches: t.Integer({
      minimum: 1,
      maximum: 1000,
      default: 100,
      description: "How many matches are listed; all are counted",
    }),
    timeout_ms: t.Integer({
      minimum: 50,
      maximum: 1000,
      default: 500,
      description: "How long to search",
    }),
  }),
  response: t.Object({
    is_match: t.Boolean({ description: "Whether anything matched" }),
    count: t.Integer({ description: "Matches found" }),
    matches: t.Array(
      t.Object({
        match: t.String({ description: "What matched" }),
        index: index("Where it begins"),
        end: index("Where it ends, exclusive"),
        line: t.Integer({ minimum: 1, description: "Its line, ended by LF, CR LF or CR" }),
        column: t.Integer({ minimum: 1, description: "Its place in the line, from 1" }),
        groups: t.Array(
          t.Object({
            n: t.Integer({ minimum: 1, description: "The group's number" }),
            name: t.Union([t.String(), t.Null()], { description: "Its name, if it has one" }),
            value: t.Union([t.String(), t.Null()], {
              description: "What it captured; null if it took no part in the match",
            }),
            index: nullable("Where that begins"),
            end: nullable("Where that ends, exclusive"),
          }),
          { description: "The capturing groups" },
        ),
      }),
      { description: "The first matches" },
    ),
    replaced: t.Union([t.String(), t.Null()], {
      description: "The text after replacement; null if not asked for or not finished",
    }),
    parts: t.Union([t.Array(t.Union([t.String(), t.Null()])), t.Null()], {
      description:
        "The text between the matches, with what groups captured in its place; null as with `replaced`",
    }),
    engine: oneOf(["re2", "ecmascript"], {
      description: "What matched; RE2 also where it checked that a backtracking engine gave up",
    }),
    duration_ms: t.Number({ description: "Time taken" }),
    truncated: t.Boolean({ description: "Whether there are more matches than listed" }),
    timed_out: t.Boolean({ description: "Whether time was up before the text's end" }),
    inconclusive: t.Boolean({
      description:
        "Whether the backtracking engine may have given up, so that there may be more matches",
    }),
  }),
  plain: "is_match",
  heavy: true,
  timeoutMs: ({ body }) => body.timeout_ms + allowanceMs,
  memoryMbMax: 256,
  example: {
    body: {
      pattern: "(?<year>\\d{4})-(?<month>\\d\\d)",
      text: "From 2025-11 to 2026-01",
      replace: "$<month>/$<year>",
    },
  },
  async handler({ body, clock }) {
    checkFlags(body.flags);
    const { tryPattern } = await import("../../regex/try-pattern.ts");
    const answer = await tryPattern(body, clock);
    const { replaced } = answer;
    // Who asks for a replacement as plain text wants the text; a search is true or false.
    return reply(answer, {
      ...(replaced !== null && { alternatives: { "text/plain": () => replaced } }),
    });
  },
});
