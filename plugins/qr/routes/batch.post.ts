import { binary, oneOf, reply, t } from "hub";
import { listCodes } from "../generate/batch/codes.ts";
import qr from "../plugin.ts";
import { answerFields, itemSchema, logoSchema, lookFields } from "../request.ts";

const { batchMax, batchPixelsMax, bodyBytesMax } = qr.limits;

export default qr.route({
  summary: "Create QR codes in a batch",
  description: `For labels, badges and tickets: a ZIP archive with a code for each item. Send either \`items\` or \`csv\`, with up to ${batchMax} codes and ${batchPixelsMax / 1e6} megapixels. The CSV may also be the raw body, as \`text/csv\`, with the other fields in the query. \`manifest.json\` in the archive lists the file, data, version and error correction of each code, whether it is verified to scan (\`verified\`: true, false, or null if no decoder has read it or that depends on what is behind a transparent background) and the SHA-256 of its file, or the error if it was skipped. Equal requests return equal bytes. A call costs one unit of the daily quota per code.`,
  body: t.Object({
    items: t.Optional(
      t.Array(itemSchema, {
        minItems: 1,
        description: `The codes, at most ${batchMax}; each can override the default appearance`,
      }),
    ),
    csv: t.Optional(
      t.String({
        minLength: 1,
        maxLength: bodyBytesMax,
        description: "The codes as CSV with the header `data` or `data,filename`",
      }),
    ),
    defaults: t.Object(lookFields, {
      default: {},
      description: "Default appearance of the codes",
    }),
    format: oneOf(["png", "svg", "webp", "pdf", "eps"], {
      default: "png",
      description: "Format of the images",
    }),
    on_error: oneOf(["fail", "skip"], {
      default: "fail",
      description:
        "If a code cannot be drawn: `fail` returns 422 and lists these codes, `skip` omits them",
    }),
    logo: t.Optional(logoSchema),
    strict: answerFields.strict,
    verify: t.Boolean({
      default: true,
      description:
        "Whether two decoders read each image, as for `POST /api/qr/generate`. Without it, a batch takes less time, and `verified` in the manifest is null or false. `strict` implies it",
    }),
  }),
  raw: { "text/csv": "csv" },
  cost: ({ body }) => listCodes(body).length,
  response: binary("application/zip"),
  heavy: true,
  timeoutMs: 60_000,
  headers: ["x-batch-count", "x-batch-failed"],
  example: {
    body: {
      items: [
        { data: "https://example.com/1", filename: "one", size: 400 },
        { data: "https://example.com/2", filename: "two", style: "heart" },
      ],
    },
  },
  async handler({ body: { items, csv, on_error, ...options } }) {
    const { drawBatch } = await import("../generate/batch/batch.ts");
    const codes = listCodes({ items, csv });
    const { archive, count, failed } = await drawBatch(codes, { ...options, onError: on_error });
    return reply(archive, {
      headers: {
        "content-disposition": 'attachment; filename="qr-codes.zip"',
        "x-batch-count": String(count),
        "x-batch-failed": String(failed),
      },
    });
  },
});
