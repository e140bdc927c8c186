import { binary, oneOf, reply, t } from "hub";
import { listCodes } from "../batch/codes.ts";
import { answerFields, itemSchema, lookFields } from "../options.ts";
import qr from "../plugin.ts";

const { batchMax, batchPixelsMax, bodyBytesMax } = qr.limits;

export default qr.route({
  summary: "Draw many QR codes into a ZIP archive",
  description: `Send either \`items\` or \`csv\`, with up to ${batchMax} codes and ${batchPixelsMax / 1e6} megapixels. The CSV may also be the whole body, as \`text/csv\`, with the other fields in the query. \`manifest.json\` in the archive lists the file, data, version and error correction of each code, whether it is known to scan (\`verified\`: true, false, or null if that depends on what is behind a transparent background) and the SHA-256 of its file, or why it was left out. Equal requests get equal bytes. A call costs a unit of the day for each code.`,
  body: t.Object({
    items: t.Optional(
      t.Array(itemSchema, {
        minItems: 1,
        description: `The codes, at most ${batchMax}, each with its own look if it differs from the others`,
      }),
    ),
    csv: t.Optional(
      t.String({
        minLength: 1,
        maxLength: bodyBytesMax,
        description: "The codes as CSV whose first line is `data` or `data,filename`",
      }),
    ),
    defaults: t.Object(lookFields, {
      default: {},
      description: "Look of every code that has none of its own",
    }),
    format: oneOf(["png", "svg", "webp"], { default: "png", description: "Format of the images" }),
    on_error: oneOf(["fail", "skip"], {
      default: "fail",
      description:
        "If a code cannot be drawn: `fail` answers 422 and names each such code, `skip` leaves it out",
    }),
    strict: answerFields.strict,
  }),
  raw: { "text/csv": "csv" },
  cost: ({ body }) => listCodes(body).length,
  response: binary("application/zip"),
  heavy: true,
  timeoutMs: 60_000,
  example: {
    body: {
      items: [
        { data: "https://example.com/1", filename: "one", size: 400 },
        { data: "https://example.com/2", filename: "two", style: "heart" },
      ],
    },
  },
  async handler({ body: { items, csv, on_error, ...options } }) {
    const { drawBatch } = await import("../batch/batch.ts");
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
