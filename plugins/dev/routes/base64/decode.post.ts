import { t } from "hub";
import { base64DecodeOptions } from "../../encoding/options.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Decode base64",
  description:
    "Also reads data URIs. Line breaks are always ignored. Strict decoding follows RFC 4648: no " +
    "characters outside the alphabet, exactly the padding that is required, and no bits left over. " +
    "Otherwise all characters that are in neither alphabet are ignored.",
  body: t.Object({
    data: t.String({ maxLength: dev.limits.bodyBytesMax, description: "The base64" }),
    ...base64DecodeOptions.properties,
  }),
  raw: { "text/plain": "data" },
  response: t.Object({
    text: t.Union([t.String(), t.Null()], {
      description: "The bytes as a text; null if they are not UTF-8",
    }),
    is_text: t.Boolean({ description: "Whether the bytes are UTF-8" }),
    base64_clean: t.String({
      description: "The same bytes in standard base64, with padding and in one line",
    }),
    hex: t.String({ description: "The bytes in hexadecimal digits" }),
    bytes: t.Integer({ description: "How many bytes there are" }),
    mime_guess: t.String({
      description: "The media type the data URI names, or else the one the bytes begin like",
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
