import { binary, t } from "hub";
import { mediaTypes } from "../../media-types.ts";
import { answerFields, dataField, lookFields } from "../../options.ts";
import qr from "../../plugin.ts";

export default qr.route({
  summary: "Draw a QR code as SVG",
  description:
    "A module is one unit of the view box, and all modules are one path; finder patterns with a colour of their own are a second one.",
  query: t.Object({ data: dataField, ...lookFields, ...answerFields }),
  response: binary(mediaTypes.svg, mediaTypes.text),
  cache: "forever",
  example: { query: { data: "https://example.com", style: "dots" } },
  async handler({ query: { data, download, ...look } }) {
    const { createDrawing: drawingOf } = await import("../../drawing.ts");
    const { answerWith } = await import("../../answer.ts");
    return answerWith(drawingOf(data, { ...look, format: "svg" }), { format: "svg", download });
  },
});
