import { oneOf, t } from "hub";
import { formatNames, formatNote } from "../../encoding/request.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Decode one of twenty formats",
  description: `Decodes a text in the given format.\n\n${formatNote}`,
  params: t.Object({ format: oneOf(formatNames, { description: "The format of the data" }) }),
  body: t.Object({
    data: t.String({ maxLength: dev.limits.encodeBytesMax, description: "The encoded text" }),
    strict: t.Boolean({
      default: true,
      description:
        "Rejects input that the format does not allow, with its position. Otherwise decodes what it can",
    }),
    idn: t.Boolean({
      default: true,
      description: "For `punycode`: treats the data as a domain name",
    }),
  }),
  raw: { "text/plain": "data" },
  response: t.Object({
    result: t.Union([t.String(), t.Null()], {
      description: "The decoded text; null if the bytes are not valid UTF-8",
    }),
    is_text: t.Boolean({ description: "Whether the bytes are valid UTF-8" }),
    hex: t.Union([t.String(), t.Null()], {
      description: "The bytes as hexadecimal digits if they are not text; otherwise null",
    }),
    bytes: t.Integer({ description: "Number of bytes" }),
  }),
  plain: "result",
  example: { params: { format: "base58" }, body: { data: "2NEpo7TZRRrLZSi2U" } },
  async handler({ params: { format }, body: { data, strict, idn } }) {
    const { decode } = await import("../../encoding/formats.ts");
    return decode(data, { format, strict, idn });
  },
});
