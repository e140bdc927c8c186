import { t } from "hub";
import { base64Answer, imageAnswer, jsonAnswer } from "../../answer-schemas.ts";
import { qrHeaders } from "../../media-types.ts";
import qr from "../../plugin.ts";
import { formatField, queryFields } from "../../request.ts";

export default qr.route({
  summary: "Create a QR code",
  keywords: "qr code, qr generator, create qr code, qrcode",
  description:
    "For links on paper and screens: a code in one of nine styles and your colours. With `verify` or `strict`, two decoders read the image as for POST, and `X-QR-Verified` has the verdict. Otherwise no decoder reads it: `X-QR-Verified` is `false` if phones are known to fail (a contrast below 3, modules lighter than the background, a quiet zone below 2 modules, circles as finder patterns), and `unknown` if not. `strict` rejects all codes that are not `true`.",
  query: t.Object({
    ...queryFields,
    format: formatField,
  }),
  response: t.Union([imageAnswer, base64Answer, jsonAnswer]),
  cache: "forever",
  // The outlines of a large code take half a second as PDF.
  heavy: ({ query: { strict, verify, format } }) =>
    strict || verify || format === "pdf" || format === "eps",
  tryPerMinute: 30,
  headers: qrHeaders,
  example: { query: { data: "https://example.com", style: "rounded" } },
  gallery: "query.style",
  async handler({ query: { format, download, ...query } }) {
    const { drawQuery } = await import("../../generate/drawing.ts");
    const { answerWith } = await import("../../generate/response.ts");
    const { imageIn } = await import("../../media-types.ts");
    const drawing = await drawQuery({ ...query, format: imageIn(format) });
    return answerWith(drawing, { format, download });
  },
});
