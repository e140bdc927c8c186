import { t } from "hub";
import { formatNames, formatNote } from "../../encoding/request.ts";
import {
  buildTextFile,
  isLarge,
  rawNote,
  rawTypes,
  streamedFields,
} from "../../encoding/source-fields.ts";
import dev from "../../plugin.ts";
import { anySpelling, findName } from "../../spelling.ts";

const { encodeBytesMax, fileBytesMax } = dev.limits;

export default dev.route({
  summary: "Encode text or bytes in one of twenty-one formats",
  keywords:
    "url encode, hexdump, to hexdump, xxd, html entities, hex encode, percent encode, escape html, base32 encode, base58, punycode, morse code, rot13, to hex, text to binary, base85, quoted printable, nato alphabet, to base58, to base62, to base45, to punycode, to html entity, url encoder, escape unicode",
  description: `Encodes text or bytes in the given format: a file of up to ${fileBytesMax / 1_048_576} MB, or ${encodeBytesMax / 1024} kB in \`quoted-printable\` and \`json-string\`.\n\n${formatNote}\n\n${rawNote}`,
  params: t.Object({ format: anySpelling(formatNames, { description: "The output format" }) }),
  body: t.Object({
    ...streamedFields({ textMax: encodeBytesMax, fileMax: fileBytesMax }),
    idn: t.Boolean({
      default: true,
      description:
        "For `punycode`: treats the input as a domain name and encodes each label, prefixed with `xn--`",
    }),
    separator: t.String({
      maxLength: 8,
      default: "",
      description: "For `hex`: text between bytes, such as a space",
    }),
  }),
  raw: rawTypes,
  response: t.Object({
    result: t.String({ description: "The encoded input" }),
    input_bytes: t.Integer({ description: "The length of the input in bytes" }),
    output_length: t.Integer({ description: "The number of characters in `result`" }),
  }),
  plain: "result",
  heavy: ({ body }) => isLarge(body.file),
  bodyBytesMax: fileBytesMax + 65_536,
  example: { params: { format: "base58" }, body: { file: buildTextFile("Hello World!") } },
  async handler({ params, body: { idn, separator, ...source } }) {
    const format = findName(params.format, formatNames);
    const { openSource, sourceBytes } = await import("../../encoding/source.ts");
    if (isLarge(source.file) && separator === "") {
      const { encodeStream, isStreamable } = await import("../../encoding/encode-stream.ts");
      const { replyWithText } = await import("../../stream-reply.ts");
      const input = await openSource(source);
      const totals = { input_bytes: 0, output_length: 0 };
      if (isStreamable(format))
        return replyWithText({
          field: "result",
          write: () => encodeStream(input, format, totals),
          finish: () => totals,
        });
    }
    const { encode } = await import("../../encoding/formats.ts");
    return encode(await sourceBytes(source), { format, idn, separator, strict: true });
  },
});
