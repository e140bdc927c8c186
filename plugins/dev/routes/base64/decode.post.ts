import { binary, reply, t } from "hub";
import { base64DecodeOptions } from "../../encoding/request.ts";
import { encodedTextFields, rawTypes } from "../../encoding/source-fields.ts";
import dev from "../../plugin.ts";

const { bodyBytesMax, fileBytesMax } = dev.limits;
/** Four digits of base64 hold three bytes, and lines end with a line break. */
const fileMax = Math.ceil((fileBytesMax * 4) / 3 / 0.98);

export default dev.route({
  summary: "Decode base64",
  keywords: "base64 decode, from base64, base64 to file, base64 to string",
  description:
    "Decodes base64 or a data URI. Line breaks are always ignored. Strict decoding follows RFC 4648: no " +
    "characters outside the alphabet, exactly the required padding, and no leftover bits. " +
    "Otherwise characters outside both alphabets are ignored. Blanks, quotes and the lines around PEM data are skipped with a note. " +
    "`Accept: application/octet-stream` returns the bytes. A text of more than 1 MB requires this header. " +
    "The text may also be the raw body, with the other fields in the query.",
  body: t.Object({
    ...encodedTextFields({ textMax: bodyBytesMax, fileMax }),
    ...base64DecodeOptions.properties,
  }),
  raw: rawTypes,
  response: t.Union([
    t.Object({
      text: t.Union([t.String(), t.Null()], {
        description: "The bytes as text; null if they are not valid UTF-8",
      }),
      is_text: t.Boolean({ description: "Whether the bytes are valid UTF-8" }),
      base64_clean: t.String({
        description: "The same bytes as standard base64 with padding, on one line",
      }),
      hex: t.String({ description: "The bytes as hexadecimal digits" }),
      bytes: t.Integer({ description: "Number of bytes" }),
      mime_guess: t.String({
        description: "The media type in the data URI, otherwise a guess from the first bytes",
      }),
      notes: t.Array(t.String(), { description: "What was skipped around the data" }),
    }),
    binary("application/octet-stream", "text/plain"),
  ]),
  heavy: ({ body }) => (body.file?.size ?? 0) > bodyBytesMax,
  bodyBytesMax: fileMax + 65_536,
  example: { body: { data: "w4Zyw7hza8O4YmluZyDwn5iA" } },
  async handler({ body: { variant, strict, data: text, file } }) {
    const { readText } = await import("../../encoding/source.ts");
    const data = await readText({ text, file, name: "data", textMax: bodyBytesMax });
    if (typeof data !== "string") {
      const { createJsonError, decodeBase64Stream } = await import(
        "../../encoding/decode-stream.ts"
      );
      const { replyWithBytes } = await import("../../stream-reply.ts");
      const write = () => decodeBase64Stream(data, { variant, strict });
      return replyWithBytes({ write, jsonError: createJsonError(data.size, bodyBytesMax) });
    }
    const { base64Decode } = await import("../../encoding/base64.ts");
    const { readOrRefuse } = await import("../../json/fault.ts");
    const result = readOrRefuse(data, "body.data", () => base64Decode(data, { variant, strict }));
    return reply(result, {
      alternatives: {
        "application/octet-stream": () => Uint8Array.fromBase64(result.base64_clean),
        ...(result.text !== null && { "text/plain": () => result.text ?? "" }),
      },
    });
  },
});
