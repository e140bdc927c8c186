import { t } from "hub";
import { formatNames, formatNote } from "../../encoding/request.ts";
import { buildTextFile, rawNote, rawTypes, sourceFields } from "../../encoding/source-fields.ts";
import dev from "../../plugin.ts";
import { anySpelling, findName } from "../../spelling.ts";

const max = dev.limits.encodeBytesMax;

export default dev.route({
  summary: "Encode text or bytes in one of twenty formats",
  description: `Encodes text or bytes in the given format.\n\n${formatNote}\n\n${rawNote}`,
  params: t.Object({ format: anySpelling(formatNames, { description: "The output format" }) }),
  body: t.Object({
    ...sourceFields({ textMax: max, fileMax: max }),
    idn: t.Boolean({
      default: true,
      description:
        "For `punycode`: treats the input as a domain name and encodes each label, prefixed with `xn--`",
    }),
  }),
  raw: rawTypes,
  response: t.Object({
    result: t.String({ description: "The encoded input" }),
    input_bytes: t.Integer({ description: "The length of the input in bytes" }),
    output_length: t.Integer({ description: "The number of characters in `result`" }),
  }),
  plain: "result",
  example: { params: { format: "base58" }, body: { file: buildTextFile("Hello World!") } },
  async handler({ params, body: { idn, ...source } }) {
    const format = findName(params.format, formatNames);
    const { sourceBytes } = await import("../../encoding/source.ts");
    const { encode } = await import("../../encoding/formats.ts");
    return encode(await sourceBytes(source), { format, idn, strict: true });
  },
});
