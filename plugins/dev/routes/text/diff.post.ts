import { oneOf, t } from "hub";
import dev from "../../plugin.ts";
import { granularities } from "../../text/pieces.ts";
import { failIfNegative, failQuery } from "../../verdict.ts";

const { diffTextMax } = dev.limits;
const text = (which: string) =>
  t.String({ maxLength: diffTextMax, description: `The ${which} text, of at most 5000 lines` });

export default dev.route({
  summary: "Compare two texts",
  keywords:
    "text diff, diff, compare text, diff checker, unified diff, text comparer, list compare, compare lists",
  description:
    "Shows what changed between two versions, as a unified diff and a list of changes. The unified diff is always by line; `changes` and the counts use `granularity`. Words are " +
    "split by Unicode rules, and the text between them counts, too.",
  query: failQuery,
  body: t.Object({
    a: text("old"),
    b: text("new"),
    granularity: oneOf(granularities, {
      default: "line",
      description: "Unit of comparison: lines, words or user-perceived characters",
    }),
    context: t.Integer({
      minimum: 0,
      maximum: 20,
      default: 3,
      description: "Number of equal lines around a change in the unified diff",
    }),
    ignore_whitespace: t.Boolean({
      default: false,
      description: "Ignores differences in whitespace, as `diff -w` does",
    }),
    ignore_case: t.Boolean({
      default: false,
      description: "Ignores case",
    }),
  }),
  response: t.Object({
    unified: t.String({ description: "Unified diff like `diff -u`; empty if no line differs" }),
    changes: t.Array(
      t.Object({
        type: oneOf(["equal", "removed", "added"], {
          description: "Whether the text is in both, only in `a`, or only in `b`",
        }),
        value: t.String({ description: "The text; equal text is taken from `b`" }),
        count: t.Integer({ description: "Number of lines, words and gaps, or characters" }),
      }),
      { description: "Changes in order, removals before additions" },
    ),
    added: t.Integer({ description: "Number of lines, words and gaps, or characters only in `b`" }),
    removed: t.Integer({
      description: "Number of lines, words and gaps, or characters only in `a`",
    }),
    similarity: t.Number({
      description: "Twice the equal part divided by the total of both texts, from 0 to 1",
    }),
    distance: t.Integer({
      description: "Minimum number of removals and additions that turn `a` into `b`",
    }),
  }),
  plain: "unified",
  heavy: true,
  timeoutMs: 20_000,
  example: { query: {}, body: { a: "one\ntwo\nthree\n", b: "one\n2\nthree\n" } },
  async handler({ query, body: { a, b, granularity, context, ...ignored } }) {
    const { diff } = await import("../../text/diff-text.ts");
    const result = diff(a, b, {
      granularity,
      context,
      ignoreCase: ignored.ignore_case,
      ignoreWhitespace: ignored.ignore_whitespace,
    });
    const { added, removed, unified } = result;
    failIfNegative(query, {
      isNegative: result.distance > 0,
      detail: `The texts differ: ${added} added and ${removed} removed by ${granularity}`,
      result: { added, removed, unified },
    });
    return result;
  },
});
