import { binary, reply, t } from "hub";
import { compressionFormats, compressionNote } from "../../compression/request.ts";
import { buildTextFile, rawNote, rawTypes, streamedFields } from "../../encoding/source-fields.ts";
import dev from "../../plugin.ts";
import { anySpelling, findName } from "../../spelling.ts";

const { bodyBytesMax, compressionBytesMax, fileBytesMax } = dev.limits;

export default dev.route({
  summary: "Compress with gzip, deflate, Brotli or Zstandard",
  keywords: "gzip, brotli, deflate, zstd, compress text",
  description: `Compresses a text, or a file of up to ${fileBytesMax / 1_048_576} MB. \`Accept: application/octet-stream\` returns the bytes. ${rawNote}\n\n${compressionNote}`,
  params: t.Object({
    format: anySpelling(compressionFormats, { description: "The compression format" }),
  }),
  body: t.Object({
    ...streamedFields({ textMax: bodyBytesMax, fileMax: fileBytesMax }),
    level: t.Optional(
      t.Integer({
        minimum: 0,
        maximum: 22,
        description: "Compression level: higher is smaller and slower",
      }),
    ),
  }),
  raw: rawTypes,
  response: t.Union([
    t.Object({
      data_base64: t.String({ description: "The compressed bytes in base64" }),
      format: t.String({ description: "The compression format" }),
      bytes: t.Integer({ description: "Length of the input in bytes" }),
      compressed_bytes: t.Integer({ description: "Length of the compressed data in bytes" }),
    }),
    binary("application/octet-stream"),
  ]),
  heavy: true,
  bodyBytesMax: fileBytesMax + 65_536,
  timeoutMs: 60_000,
  memoryMbMax: 1024,
  example: {
    params: { format: "gzip" },
    body: { file: buildTextFile("Hello Hello Hello World!") },
  },
  async handler({ params, body: { level, ...source } }) {
    const format = findName(params.format, compressionFormats);
    const { openSource, sourceBytes } = await import("../../encoding/source.ts");
    const { compress, compressStream } = await import("../../compression/compress.ts");
    if ((source.file?.size ?? 0) > compressionBytesMax) {
      const { replyWithBase64 } = await import("../../stream-reply.ts");
      return replyWithBase64(compressStream(await openSource(source), { format, level }));
    }
    const { content, ...answer } = compress(await sourceBytes(source), { format, level });
    return reply(answer, { alternatives: { "application/octet-stream": () => content } });
  },
});
