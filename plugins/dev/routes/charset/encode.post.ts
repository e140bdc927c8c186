import { binary, file, oneOf, reply, t } from "hub";
import { unencodableChoices } from "../../charset/request.ts";
import { buildTextFile } from "../../encoding/source-fields.ts";
import dev from "../../plugin.ts";

const { bodyBytesMax, fileBytesMax } = dev.limits;

export default dev.route({
  summary: "Encode text in another charset",
  keywords: "encode latin1, iso-8859-1, change encoding",
  description: `Returns the bytes of a text in a charset of the Encoding Standard, under any of its labels. A file can have up to ${fileBytesMax / 1_048_576} MB. Each character is decoded again, so that none is changed silently. \`Accept: application/octet-stream\` returns the bytes.`,
  body: t.Object({
    text: t.Optional(t.String({ maxLength: bodyBytesMax, description: "The text" })),
    file: t.Optional(
      file({
        maxBytes: fileBytesMax,
        streamed: true,
        description: "The text in UTF-8, as a file upload in a form",
      }),
    ),
    charset: t.String({
      maxLength: 40,
      description: "The charset: `shift_jis`, `GB18030`, `latin1`, `utf-16le` …",
    }),
    unencodable: oneOf(unencodableChoices, {
      default: "fail",
      description:
        "Result for characters that the charset lacks: an error, a question mark, or a reference such as `&#8364;`",
    }),
    bom: t.Boolean({
      default: false,
      description: "Adds a byte order mark, for `utf-8`, `utf-16le` and `utf-16be`",
    }),
  }),
  raw: { "application/octet-stream": "file", "text/plain": "text" },
  response: t.Union([
    t.Object({
      data_base64: t.String({ description: "The bytes in base64" }),
      charset: t.String({ description: "The name of the charset in the Encoding Standard" }),
      bytes: t.Integer({ description: "Number of bytes" }),
      notes: t.Array(t.String(), { description: "Characters that were replaced" }),
    }),
    binary("application/octet-stream"),
  ]),
  heavy: true,
  bodyBytesMax: fileBytesMax + 65_536,
  example: { body: { file: buildTextFile("日本語"), charset: "shift_jis" } },
  async handler({ body: { text: given, file, ...options } }) {
    const { decodePieces, readText } = await import("../../encoding/source.ts");
    const { encodeCharset, encodeCharsetStream } = await import("../../charset/charset.ts");
    const text = await readText({ text: given, file, name: "text", textMax: bodyBytesMax });
    if (typeof text !== "string") {
      const { replyWithBase64 } = await import("../../stream-reply.ts");
      return replyWithBase64(encodeCharsetStream(() => decodePieces(text), options));
    }
    const { content, ...answer } = encodeCharset(text, options);
    return reply(answer, { alternatives: { "application/octet-stream": () => content } });
  },
});
