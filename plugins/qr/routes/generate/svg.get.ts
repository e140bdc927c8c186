import { binary, t } from "hub";
import { answerWith } from "../../answers.ts";
import { drawingOf, mediaTypes } from "../../drawing.ts";
import { answerFields, dataField, lookFields } from "../../options.ts";
import qr from "../../plugin.ts";

export default qr.route({
  summary: "Draw a QR code as SVG",
  description:
    "A module is one unit of the view box, and all modules are one path; the finder patterns are a second one where they have a colour of their own.",
  query: t.Object({ data: dataField, ...lookFields, ...answerFields }),
  response: binary(mediaTypes.svg),
  cache: "forever",
  example: { query: { data: "https://example.com", style: "dots" } },
  handler: ({ query: { data, download, ...look } }) =>
    answerWith(drawingOf(data, look), { format: "svg", download }),
});
