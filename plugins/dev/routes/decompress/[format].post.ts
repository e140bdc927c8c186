import { binary, reply, t } from "hub";
import { compressionFormats, compressionNote } from "../../compression/request.ts";
import { rawNote, rawTypes, sourceFields } from "../../encoding/source-fields.ts";
import dev from "../../plugin.ts";
import { anySpelling, findName } from "../../spelling.ts";

const { bodyBytesMax, compressionBytesMax } = dev.limits;
const formats = [...compressionFormats, "auto"] as const;

export default dev.route({
  summary: "Decompress gzip, deflate, Brotli or Zstandard",
  keywords: "gunzip, ungzip, inflate, unzip text, decompress",
  description: `Decompresses at most ${compressionBytesMax / 1_048_576} MB. \`auto\` detects gzip, deflate and Zstandard. Truncated data is an error. \`Accept: application/octet-stream\` returns the bytes. ${rawNote}\n\n${compressionNote}`,
  params: t.Object({ format: anySpelling(formats, { description: "The compression format" }) }),
  body: t.Object(sourceFields({ textMax: bodyBytesMax, fileMax: compressionBytesMax })),
  raw: rawTypes,
  response: t.Union([
    t.Object({
      text: t.Union([t.String(), t.Null()], {
        description: "The content as text; null if it is not valid UTF-8",
      }),
      data_base64: t.Union([t.String(), t.Null()], {
        description: "The content in base64 if it is not text; otherwise null",
      }),
      format: t.String({ description: "The compression format" }),
      bytes: t.Integer({ description: "Length of the content in bytes" }),
      compressed_bytes: t.Integer({ description: "Length of the input in bytes" }),
      notes: t.Array(t.String(), { description: "What was ignored after the compressed data" }),
    }),
    binary("application/octet-stream", "text/plain"),
  ]),
  heavy: true,
  bodyBytesMax: compressionBytesMax + 65_536,
  timeoutMs: 60_000,
  memoryMbMax: 1024,
  example: {
    params: { format: "gzip" },
    body: {
      file: new File([Bun.gzipSync("Hello Hello Hello World!")], "note.txt.gz", {
        type: "application/gzip",
      }),
    },
  },
  async handler({ params, body }) {
    const { sourceBytes } = await import("../../encoding/source.ts");
    const { decompress, findFormat } = await import("../../compression/compress.ts");
    const bytes = await sourceBytes(body);
    const { content, ...answer } = decompress(bytes, findFormat(findName(params.format, formats)));
    const { text } = answer;
    return reply(answer, {
      alternatives: {
        "application/octet-stream": () => content,
        ...(text !== null && { "text/plain": () => text }),
      },
    });
  },
});
