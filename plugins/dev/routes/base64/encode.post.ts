import { t } from "hub";
import { base64EncodeOptions } from "../../encoding/request.ts";
import { buildTextFile, rawNote, rawTypes, sourceFields } from "../../encoding/source-fields.ts";
import dev from "../../plugin.ts";

const max = dev.limits.bodyBytesMax;

export default dev.route({
  summary: "Encode text or bytes as base64",
  description: `Returns the base64 of a text, of bytes or of a file. ${rawNote}`,
  body: t.Object({
    ...sourceFields({ textMax: max, fileMax: max }),
    ...base64EncodeOptions.properties,
  }),
  raw: rawTypes,
  response: t.Object({
    result: t.String({ description: "The base64 text" }),
    input_bytes: t.Integer({ description: "The length of the input in bytes" }),
    output_length: t.Integer({
      description: "The number of characters in `result`, including line breaks",
    }),
  }),
  plain: "result",
  example: { body: { file: buildTextFile("Ærøskøbing 😀"), url_safe: true } },
  async handler({ body: { url_safe, padding, wrap, ...source } }) {
    const { sourceBytes } = await import("../../encoding/source.ts");
    const { base64Encode } = await import("../../encoding/base64.ts");
    return base64Encode(await sourceBytes(source), { url_safe, padding, wrap });
  },
});
