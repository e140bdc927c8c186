import { oneOf, t } from "hub";
import { formatNames, formatNote } from "../../encoding/options.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Decode one of twenty formats",
  description: formatNote,
  params: t.Object({ format: oneOf(formatNames, { description: "The format to read" }) }),
  body: t.Object({
    data: t.String({ maxLength: dev.limits.encodeBytesMax, description: "What to read" }),
    strict: t.Boolean({
      default: true,
      description:
        "Rejects input that the format does not allow, with its position. Otherwise decodes what it can",
    }),
    idn: t.Boolean({
      default: true,
      description: "For `punycode`: takes the data for a domain name",
    }),
  }),
  raw: { "text/plain": "data" },
  response: t.Object({
    result: t.Union([t.String(), t.Null()], {
      description: "The text; null if the bytes are not UTF-8",
    }),
    is_text: t.Boolean({ description: "Whether the bytes are UTF-8" }),
    hex: t.Union([t.String(), t.Null()], {
      description: "Bytes that are no text, in hexadecimal digits; null where `result` is the text",
    }),
    bytes: t.Integer({ description: "How many bytes there are" }),
  }),
  plain: "result",
  example: { params: { format: "base58" }, body: { data: "2NEpo7TZRRrLZSi2U" } },
  async handler({ params: { format }, body: { data, strict, idn } }) {
    const { decode } = await import("../../encoding/formats.ts");
    return decode(data, { format, strict, idn });
  },
});
