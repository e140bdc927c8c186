import { binary, reply, t } from "hub";
import { formatNames, formatNote } from "../../encoding/request.ts";
import dev from "../../plugin.ts";
import { anySpelling, findName } from "../../spelling.ts";

export default dev.route({
  summary: "Decode one of twenty formats",
  description: `Decodes a text in the given format. \`Accept: application/octet-stream\` returns the bytes.\n\n${formatNote}`,
  params: t.Object({ format: anySpelling(formatNames, { description: "The format of the data" }) }),
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
  raw: { "text/plain": "data", "application/octet-stream": "data" },
  response: t.Union([
    t.Object({
      result: t.Union([t.String(), t.Null()], {
        description: "The decoded text; null if the bytes are not valid UTF-8",
      }),
      is_text: t.Boolean({ description: "Whether the bytes are valid UTF-8" }),
      hex: t.Union([t.String(), t.Null()], {
        description: "The bytes as hexadecimal digits if they are not text; otherwise null",
      }),
      bytes: t.Integer({ description: "Number of bytes" }),
      notes: t.Array(t.String(), { description: "What was skipped around the data" }),
    }),
    binary("application/octet-stream", "text/plain"),
  ]),
  example: { params: { format: "base58" }, body: { data: "2NEpo7TZRRrLZSi2U" } },
  async handler({ params, body: { data, strict, idn } }) {
    const format = findName(params.format, formatNames);
    const { decode } = await import("../../encoding/formats.ts");
    const answer = await decode(data, { format, strict, idn });
    const { result, hex } = answer;
    return reply(answer, {
      alternatives: {
        "application/octet-stream": () =>
          hex === null ? new TextEncoder().encode(result ?? "") : Uint8Array.fromHex(hex),
        ...(result !== null && { "text/plain": () => result }),
      },
    });
  },
});
