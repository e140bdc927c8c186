import { t } from "hub";
import { rawNote, rawTypes, sourceFields } from "../../encoding/source-fields.ts";
import dev from "../../plugin.ts";

const max = dev.limits.bodyBytesMax;

export default dev.route({
  summary: "Encode text or bytes as base64",
  description: rawNote,
  body: t.Object({
    ...sourceFields({ textMax: max, fileMax: max }),
    url_safe: t.Boolean({
      default: false,
      description: "The alphabet for addresses and file names, with - and _ for + and /",
    }),
    padding: t.Boolean({ default: true, description: 'Fills the last group of four with "="' }),
    wrap: t.Integer({
      minimum: 0,
      maximum: 76,
      default: 0,
      description: "Characters a line: 76 for mail, 64 for PEM, 0 for a single line",
    }),
  }),
  raw: rawTypes,
  response: t.Object({
    result: t.String({ description: "The base64" }),
    input_bytes: t.Integer({ description: "The length of the input in bytes" }),
    output_length: t.Integer({ description: "The characters of `result`, line breaks included" }),
  }),
  plain: "result",
  example: { body: { text: "Ærøskøbing 😀", url_safe: true } },
  async handler({ body: { url_safe, padding, wrap, ...source } }) {
    const { sourceBytes } = await import("../../encoding/source.ts");
    const { base64Encode } = await import("../../encoding/base64.ts");
    return base64Encode(await sourceBytes(source), { url_safe, padding, wrap });
  },
});
