import { binary, oneOf, reply, t } from "hub";
import { unencodableChoices } from "../../charset/request.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Encode text in another charset",
  description:
    "Returns the bytes of a text in a charset of the Encoding Standard, under any of its labels. Each character is decoded again, so that none is changed silently. `Accept: application/octet-stream` returns the bytes.",
  body: t.Object({
    text: t.String({ maxLength: dev.limits.bodyBytesMax, description: "The text" }),
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
  raw: { "text/plain": "text", "application/octet-stream": "text" },
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
  example: { body: { text: "日本語", charset: "shift_jis" } },
  async handler({ body: { text, ...options } }) {
    const { encodeCharset } = await import("../../charset/charset.ts");
    const { content, ...answer } = encodeCharset(text, options);
    return reply(answer, { alternatives: { "application/octet-stream": () => content } });
  },
});
