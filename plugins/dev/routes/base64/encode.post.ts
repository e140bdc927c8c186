import { t } from "hub";
import { base64EncodeOptions } from "../../encoding/request.ts";
import {
  buildTextFile,
  isLarge,
  rawNote,
  rawTypes,
  streamedFields,
} from "../../encoding/source-fields.ts";
import dev from "../../plugin.ts";

const { bodyBytesMax, fileBytesMax } = dev.limits;

export default dev.route({
  summary: "Encode text or bytes as base64",
  keywords: "base64 encode, to base64, data uri, string to base64, file to base64",
  description: `Returns the base64 of a text, of bytes or of a file of up to ${fileBytesMax / 1_048_576} MB. ${rawNote}`,
  body: t.Object({
    ...streamedFields({ textMax: bodyBytesMax, fileMax: fileBytesMax }),
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
  heavy: ({ body }) => isLarge(body.file),
  bodyBytesMax: fileBytesMax + 65_536,
  example: { body: { file: buildTextFile("Ærøskøbing 😀"), url_safe: true } },
  async handler({ body: { url_safe, padding, wrap, ...source } }) {
    const { openSource, sourceBytes } = await import("../../encoding/source.ts");
    if (isLarge(source.file)) {
      const { encodeBase64Stream } = await import("../../encoding/encode-stream.ts");
      const { replyWithText } = await import("../../stream-reply.ts");
      const input = await openSource(source);
      const totals = { input_bytes: 0, output_length: 0 };
      return replyWithText({
        field: "result",
        write: () => encodeBase64Stream(input, { url_safe, padding, wrap }, totals),
        finish: () => totals,
      });
    }
    const { base64Encode } = await import("../../encoding/base64.ts");
    return base64Encode(await sourceBytes(source), { url_safe, padding, wrap });
  },
});
