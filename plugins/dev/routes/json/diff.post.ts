import { oneOf, t } from "hub";
import { arrayModes } from "../../json/diff/options.ts";
import dev from "../../plugin.ts";

const { bodyBytesMax } = dev.limits;

const op = oneOf(["add", "remove", "replace"], { description: "What is done" });

export default dev.route({
  summary: "Compare two JSON texts, as a JSON Patch, a merge patch and a list of changes",
  description:
    "Members are compared regardless of order, and numbers by their value, to the last digit. " +
    "A patch of more than 10,000 operations is answered as one replacement of the whole.",
  body: t.Object({
    a: t.String({ maxLength: bodyBytesMax, description: "The first JSON text" }),
    b: t.String({ maxLength: bodyBytesMax, description: "The second JSON text" }),
    array_mode: oneOf(arrayModes, {
      default: "index",
      description:
        "Compares items of lists by index, or aligns them by their longest common subsequence",
    }),
  }),
  response: t.Object({
    equal: t.Boolean({ description: "Whether both have the same value" }),
    patch: t.Array(
      t.Object({
        op,
        path: t.String({ description: "Where, once the operations before it are done" }),
        value: t.Optional(t.Unknown({ description: "The new value; not with `remove`" })),
      }),
      { description: "The JSON Patch (RFC 6902) that turns `a` into `b`" },
    ),
    changes: t.Array(
      t.Object({
        path: t.String({ description: "JSON Pointer in `a`; in `b` where something is added" }),
        op,
        old: t.Optional(t.Unknown({ description: "The value in `a`" })),
        new: t.Optional(t.Unknown({ description: "The value in `b`" })),
      }),
      { description: "The same operations with what was before" },
    ),
    merge_patch: t.Unknown({ description: "The JSON Merge Patch (RFC 7386) from `a` to `b`" }),
    merge_patch_exact: t.Boolean({
      description: "Whether applying it yields `b` exactly: it cannot where a new member is null",
    }),
    patch_text: t.String({
      description:
        "`patch` as JSON, with numbers as they were written: in the lists a number that no double holds is a string of its digits",
    }),
    merge_patch_text: t.String({ description: "`merge_patch` as JSON, likewise" }),
    warnings: t.Array(t.String(), { description: "What was not taken into account" }),
  }),
  plain: "patch_text",
  heavy: true,
  timeoutMs: 15_000,
  example: {
    body: { a: '{"name":"Ada","tags":["x"]}', b: '{"name":"Ada","tags":["x","y"],"age":36}' },
  },
  async handler({ body: { a, b, array_mode } }) {
    const { answerDiff } = await import("../../json/diff/diff-json.ts");
    return answerDiff(a, b, array_mode);
  },
});
