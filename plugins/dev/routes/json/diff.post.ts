import { oneOf, t } from "hub";
import { arrayModes } from "../../json/diff/request.ts";
import dev from "../../plugin.ts";
import { failIfNegative, failQuery } from "../../verdict.ts";

const { bodyBytesMax } = dev.limits;

const op = oneOf(["add", "remove", "replace"], { description: "The operation" });

export default dev.route({
  summary: "Compare two JSON texts",
  keywords: "json diff, compare json, json compare",
  description:
    "Shows what changed between two versions, as a JSON Patch, a merge patch and a list of changes. " +
    "Members are compared regardless of order, and numbers by value, to the last digit. Numbers in the response keep all digits. " +
    "A patch of more than 10,000 operations is returned as one replacement of the whole value.",
  query: failQuery,
  body: t.Object({
    a: t.String({ maxLength: bodyBytesMax, description: "The first JSON text" }),
    b: t.String({ maxLength: bodyBytesMax, description: "The second JSON text" }),
    array_mode: oneOf(arrayModes, {
      default: "index",
      description: "Pairing of list items: by index, or by longest common subsequence",
    }),
  }),
  response: t.Object({
    equal: t.Boolean({ description: "Whether both texts have the same value" }),
    patch: t.Array(
      t.Object({
        op,
        path: t.String({ description: "JSON Pointer after the preceding operations" }),
        value: t.Optional(t.Unknown({ description: "The new value; absent for `remove`" })),
      }),
      { description: "The JSON Patch (RFC 6902) that turns `a` into `b`" },
    ),
    changes: t.Array(
      t.Object({
        path: t.String({ description: "JSON Pointer in `a`, or for additions in `b`" }),
        op,
        old: t.Optional(t.Unknown({ description: "The value in `a`" })),
        new: t.Optional(t.Unknown({ description: "The value in `b`" })),
      }),
      { description: "The same operations with the old values" },
    ),
    merge_patch: t.Unknown({ description: "The JSON Merge Patch (RFC 7386) from `a` to `b`" }),
    merge_patch_exact: t.Boolean({
      description: "Whether applying it results in exactly `b`; impossible if a new member is null",
    }),
    patch_text: t.String({
      description: "`patch` as JSON text with the original spelling of numbers",
    }),
    merge_patch_text: t.String({
      description: "`merge_patch` as JSON text with the original spelling of numbers",
    }),
    warnings: t.Array(t.String(), {
      description: "Duplicate keys, inexact numbers and other limitations of the comparison",
    }),
  }),
  plain: "patch_text",
  heavy: true,
  timeoutMs: 15_000,
  example: {
    query: {},
    body: { a: '{"name":"Ada","tags":["x"]}', b: '{"name":"Ada","tags":["x","y"],"age":36}' },
  },
  async handler({ query, body: { a, b, array_mode } }) {
    const { answerDiff } = await import("../../json/diff/diff-json.ts");
    const result = answerDiff(a, b, array_mode);
    const { equal, patch, patch_text } = result;
    failIfNegative(query, {
      isNegative: !equal,
      detail: `The texts differ: the patch has ${patch.length} operations`,
      result: { equal, patch_text },
    });
    return result;
  },
});
