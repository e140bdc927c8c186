import { oneOf, t } from "hub";
import dev from "../../plugin.ts";
import { granularities } from "../../text/pieces.ts";

const { diffTextMax } = dev.limits;
const text = (which: string) =>
  t.String({ maxLength: diffTextMax, description: `The ${which} text, of at most 5000 lines` });

export default dev.route({
  summary: "Compare two texts",
  description:
    "The unified diff is always by line; `changes` and the numbers are by the granularity. Words are " +
    "parted by the rules of Unicode, and what stands between them counts as well.",
  body: t.Object({
    a: text("old"),
    b: text("new"),
    granularity: oneOf(granularities, {
      default: "line",
      description: "What is compared: lines, words or characters as a reader sees them",
    }),
    context: t.Integer({
      minimum: 0,
      maximum: 20,
      default: 3,
      description: "Equal lines around a change in the unified diff",
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
    unified: t.String({ description: "As `diff -u` writes it; empty where no line differs" }),
    changes: t.Array(
      t.Object({
        type: oneOf(["equal", "removed", "added"], { description: "Which text has it" }),
        value: t.String({ description: "The text; what is equal is taken from `b`" }),
        count: t.Integer({ description: "Its lines, words and gaps, or characters" }),
      }),
      { description: "Both texts in their order, what is removed before what is added" },
    ),
    added: t.Integer({ description: "Lines, words and gaps, or characters that only `b` has" }),
    removed: t.Integer({ description: "The same for `a`" }),
    similarity: t.Number({
      description: "Twice what is equal, by what both have together: from 0 to 1",
    }),
    distance: t.Integer({ description: "Fewest removals and additions that turn `a` into `b`" }),
  }),
  plain: "unified",
  heavy: true,
  timeoutMs: 20_000,
  example: { body: { a: "one\ntwo\nthree\n", b: "one\n2\nthree\n" } },
  async handler({ body: { a, b, granularity, context, ...ignored } }) {
    const { diff } = await import("../../text/diff-text.ts");
    return diff(a, b, {
      granularity,
      context,
      ignoreCase: ignored.ignore_case,
      ignoreWhitespace: ignored.ignore_whitespace,
    });
  },
});
