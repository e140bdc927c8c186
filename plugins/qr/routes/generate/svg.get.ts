import { binary, t } from "hub";
import { mediaTypes } from "../../media-types.ts";
import qr from "../../plugin.ts";
import { answerFields, dataField, lookFields } from "../../request.ts";

export default qr.route({
  summary: "Create a QR code as SVG",
  description:
    "Returns a QR code as SVG. A module is one unit of the view box. All modules are one path; finder patterns with their own colour are a second path.",
  query: t.Object({ data: dataField, ...lookFields, ...answerFields }),
  response: binary(mediaTypes.svg, mediaTypes.text),
  cache: "forever",
  example: { query: { data: "https://example.com", style: "dots" } },
  async handler({ query: { data, download, ...appearance } }) {
    const { createDrawing: createQrDrawing } = await import("../../drawing.ts");
    const { answerWith } = await import("../../response.ts");
    return answerWith(createQrDrawing(data, { ...appearance, format: "svg" }), {
      format: "svg",
      download,
    });
  },
});
