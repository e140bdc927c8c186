import { oneOf, t } from "hub";
import { encode } from "../../encoding/convert.ts";
import { formatNames, formatNote } from "../../encoding/formats.ts";
import { rawNote, rawTypes, sourceBytes, sourceFields } from "../../encoding/source.ts";
import dev from "../../plugin.ts";

const max = dev.limits.encodeBytesMax;

export default dev.route({
  summary: "Write a text or bytes in one of twenty formats",
  description: `${formatNote}\n\n${rawNote}`,
  params: t.Object({ format: oneOf(formatNames, { description: "The format to write" }) }),
  body: t.Object({
    ...sourceFields({ textMax: max, fileMax: max }),
    idn: t.Boolean({
      default: true,
      description:
        "For `punycode`: takes the input for a domain name, each label by itself and after `xn--`",
    }),
  }),
  raw: rawTypes,
  response: t.Object({
    result: t.String({ description: "The input in the format" }),
    input_bytes: t.Integer({ description: "The length of the input in bytes" }),
    output_length: t.Integer({ description: "The characters of `result`" }),
  }),
  plain: "result",
  example: { params: { format: "base58" }, body: { text: "Hello World!" } },
  handler: async ({ params: { format }, body: { idn, ...source } }) =>
    encode(await sourceBytes(source), { format, idn, strict: true }),
});
