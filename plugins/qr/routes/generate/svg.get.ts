import { binary, t } from "hub";
import { mediaTypes, qrHeaders } from "../../media-types.ts";
import qr from "../../plugin.ts";
import { queryFields } from "../../request.ts";

export default qr.route({
  summary: "Create a QR code as SVG",
  description:
    "For print and the web at any size. A module is one unit of the view box. All modules are one path; finder patterns with their own colour are a second path.",
  query: t.Object(queryFields),
  response: binary(mediaTypes.svg, mediaTypes.text),
  cache: "forever",
  heavy: ({ query }) => query.strict || query.verify,
  headers: qrHeaders,
  example: { query: { data: "https://example.com", style: "dots" } },
  async handler({ query: { download, ...query } }) {
    const { drawQuery } = await import("../../generate/drawing.ts");
    const { answerWith } = await import("../../generate/response.ts");
    return answerWith(await drawQuery({ ...query, format: "svg" }), { format: "svg", download });
  },
});
