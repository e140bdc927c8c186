import { oneOf, reply, t } from "hub";
import { base64Answer } from "../../answer-schemas.ts";
import { qrHeaders } from "../../media-types.ts";
import qr from "../../plugin.ts";
import { queryFields } from "../../request.ts";

export default qr.route({
  summary: "Create a QR code as a data URI",
  query: t.Object({
    ...queryFields,
    format: oneOf(["png", "svg"], { default: "png", description: "The image in the data URI" }),
  }),
  response: base64Answer,
  plain: "base64",
  cache: "forever",
  heavy: ({ query }) => query.strict || query.verify,
  headers: qrHeaders,
  example: { query: { data: "https://example.com", style: "heart" } },
  async handler({ query: { download, ...query } }) {
    const { buildHeaders: buildQrHeaders, drawQuery } = await import("../../generate/drawing.ts");
    const { encodeDrawing } = await import("../../generate/response.ts");
    const drawing = await drawQuery(query);
    const body = encodeDrawing(drawing, await drawing.image());
    return reply(body, { headers: buildQrHeaders(drawing, { extension: "json", download }) });
  },
});
