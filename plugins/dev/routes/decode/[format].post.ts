import { binary, reply, t, type Upload } from "hub";
import { type FormatName, formatNames, formatNote } from "../../encoding/request.ts";
import { encodedTextFields, rawTypes } from "../../encoding/source-fields.ts";
import dev from "../../plugin.ts";
import { anySpelling, findName } from "../../spelling.ts";

const { encodeBytesMax, fileBytesMax } = dev.limits;
/** Two digits of hexadecimal are one byte, and lines end with a line break. */
const fileMax = Math.ceil((fileBytesMax * 2) / 0.98);

export default dev.route({
  summary: "Decode one of twenty-one formats",
  keywords:
    "url decode, from hexdump, reverse hexdump, unescape html, hex decode, from hex, base32 decode, morse decode, html decode, binary to text, unescape unicode, from base58, from base62, from base45, from morse code, from quoted printable, from html entity, mime decoder",
  description: `Decodes a text in the given format. \`Accept: application/octet-stream\` returns the bytes. With it, a file can have up to ${Math.floor(fileMax / 1_048_576)} MB in hex, binary and all kinds of base32; otherwise ${encodeBytesMax / 1024} kB. The text may also be the raw body, with the other fields in the query.\n\n${formatNote}`,
  params: t.Object({ format: anySpelling(formatNames, { description: "The format of the data" }) }),
  body: t.Object({
    ...encodedTextFields({ textMax: encodeBytesMax, fileMax }),
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
  raw: rawTypes,
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
  heavy: ({ body }) => (body.file?.size ?? 0) > encodeBytesMax,
  bodyBytesMax: fileMax + 65_536,
  example: { params: { format: "base58" }, body: { data: "2NEpo7TZRRrLZSi2U" } },
  async handler({ params, body: { strict, idn, data: text, file } }) {
    const format = findName(params.format, formatNames);
    const { readText } = await import("../../encoding/source.ts");
    const data = await readText({ text, file, name: "data", textMax: encodeBytesMax });
    if (typeof data !== "string") return decodeLarge(data, format, strict);
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

async function decodeLarge(file: Upload, format: FormatName, strict: boolean) {
  const { createJsonError, decodeDigitStream, findStreamedDigits } = await import(
    "../../encoding/decode-stream.ts"
  );
  const digits = findStreamedDigits(format);
  if (!digits)
    throw dev.error(
      "invalid_input",
      `body.file must have at most ${encodeBytesMax} bytes for ${format}: it has ${file.size}`,
      { at: "body.file" },
    );
  const { replyWithBytes } = await import("../../stream-reply.ts");
  const write = () => decodeDigitStream(file, { digits, strict });
  return replyWithBytes({ write, jsonError: createJsonError(file.size, encodeBytesMax) });
}
