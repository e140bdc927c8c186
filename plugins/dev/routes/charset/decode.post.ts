import { binary, reply, t } from "hub";
import { rawNote, rawTypes, streamedFields } from "../../encoding/source-fields.ts";
import dev from "../../plugin.ts";

const { bodyBytesMax, fileBytesMax } = dev.limits;

export default dev.route({
  summary: "Decode text in another charset",
  keywords:
    "mojibake, latin1, windows-1252, shift_jis, decode charset, fix encoding, text encoding brute force",
  description: `Returns the text that bytes mean in a charset of the Encoding Standard, under any of its labels. A file can have up to ${fileBytesMax / 1_048_576} MB. A byte order mark is removed. \`Accept: application/octet-stream\` returns the text as UTF-8. ${rawNote}`,
  body: t.Object({
    ...streamedFields({ textMax: bodyBytesMax, fileMax: fileBytesMax }),
    charset: t.String({
      default: "auto",
      maxLength: 40,
      description:
        "The charset: `shift_jis`, `GB18030`, `latin1`, `utf-16le` …; `auto` reads a byte order mark or UTF-8, detects other charsets with a note, and restores UTF-8 that was read as windows-1252",
    }),
    strict: t.Boolean({
      default: true,
      description: "Rejects invalid bytes, with their offset. Otherwise they become U+FFFD",
    }),
  }),
  raw: rawTypes,
  response: t.Union([
    t.Object({
      text: t.String({ description: "The text" }),
      charset: t.String({ description: "The name of the charset in the Encoding Standard" }),
      bytes: t.Integer({ description: "Length of the input in bytes" }),
      had_bom: t.Boolean({ description: "Whether the input has a byte order mark" }),
      notes: t.Array(t.String(), {
        description:
          "Invalid bytes that were replaced, a charset that was guessed, and a restored text",
      }),
    }),
    binary("application/octet-stream"),
  ]),
  plain: "text",
  heavy: true,
  bodyBytesMax: fileBytesMax + 65_536,
  memoryMbMax: 1024,
  example: {
    body: {
      file: new File([Buffer.from("93fa967b8cea", "hex")], "note.txt", { type: "text/plain" }),
      charset: "shift_jis",
    },
  },
  async handler({ body: { charset, strict, ...source } }) {
    const { openSource, sourceBytes } = await import("../../encoding/source.ts");
    const { decodeCharset, decodeCharsetStream } = await import("../../charset/charset.ts");
    if ((source.file?.size ?? 0) > bodyBytesMax) {
      const { replyWithText } = await import("../../stream-reply.ts");
      const decoded = await decodeCharsetStream(await openSource(source), { charset, strict });
      return replyWithText({ field: "text", allowsBytes: true, ...decoded });
    }
    const answer = decodeCharset(await sourceBytes(source), { charset, strict });
    return reply(answer, {
      alternatives: { "application/octet-stream": () => new TextEncoder().encode(answer.text) },
    });
  },
});
