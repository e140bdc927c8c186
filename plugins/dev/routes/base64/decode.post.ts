import { t } from "hub";
import { base64DecodeOptions } from "../../encoding/request.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Decode base64",
  description:
    "Decodes base64 or a data URI. Line breaks are always ignored. Strict decoding follows RFC 4648: no " +
    "characters outside the alphabet, exactly the required padding, and no leftover bits. " +
    "Otherwise characters outside both alphabets are ignored.",
  body: t.Object({
    data: t.String({ maxLength: dev.limits.bodyBytesMax, description: "The base64 text" }),
    ...base64DecodeOptions.properties,
  }),
  raw: { "text/plain": "data" },
  response: t.Object({
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
  }),
  plain: "text",
  example: { body: { data: "w4Zyw7hza8O4YmluZyDwn5iA" } },
  async handler({ body: { data, variant, strict } }) {
    const { base64Decode } = await import("../../encoding/base64.ts");
    const { readOrRefuse } = await import("../../json/fault.ts");
    return readOrRefuse(data, "body.data", () => base64Decode(data, { variant, strict }));
  },
});
