import { oneOf, t } from "hub";
import { patchFormats } from "../../json/patch/request.ts";
import dev from "../../plugin.ts";

const { bodyBytesMax } = dev.limits;

export default dev.route({
  summary: "Apply a patch to a JSON text",
  keywords: "json patch, merge patch, rfc 6902, apply patch",
  description:
    "Applies a JSON Patch or a merge patch, such as those of `/json/diff`. " +
    "All operations are applied, or none: an error names the operation that failed. Numbers keep all digits.",
  body: t.Object({
    document: t.String({ maxLength: bodyBytesMax, description: "The JSON text to change" }),
    patch: t.String({ maxLength: bodyBytesMax, description: "The patch as JSON text" }),
    format: oneOf(patchFormats, {
      default: "json-patch",
      description:
        "`json-patch`: a list of operations (RFC 6902); `merge-patch`: the changed members (RFC 7386)",
    }),
  }),
  response: t.Object({
    result: t.Unknown({ description: "The changed value" }),
    result_text: t.String({ description: "`result` as JSON text" }),
    changed: t.Boolean({ description: "Whether the value differs from the original one" }),
    warnings: t.Array(t.String(), {
      description: "Duplicate keys and inexact numbers in the texts",
    }),
  }),
  plain: "result_text",
  heavy: true,
  timeoutMs: 15_000,
  example: {
    body: {
      document: '{"name":"Ada","tags":["x"]}',
      patch: '[{"op":"add","path":"/tags/-","value":"y"},{"op":"add","path":"/age","value":36}]',
    },
  },
  async handler({ body: { document, patch, format } }) {
    const { answerPatch } = await import("../../json/patch/apply-patch.ts");
    return answerPatch(document, patch, format);
  },
});
