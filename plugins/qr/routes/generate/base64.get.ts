import { oneOf, reply, t } from "hub";
import { base64Answer, inBase64 } from "../../answers.ts";
import { drawingOf, headersOf } from "../../drawing.ts";
import { answerFields, dataField, lookFields } from "../../options.ts";
import qr from "../../plugin.ts";

export default qr.route({
  summary: "Draw a QR code as a data URI",
  query: t.Object({
    data: dataField,
    ...lookFields,
    format: oneOf(["png", "svg"], { default: "png", description: "The image in the data URI" }),
    ...answerFields,
  }),
  response: base64Answer,
  plain: "base64",
  cache: "forever",
  example: { query: { data: "https://example.com", style: "heart" } },
  async handler({ query: { data, format, download, ...look } }) {
    const drawing = drawingOf(data, look);
    const body = inBase64(drawing, { bytes: await drawing.image(format), format });
    return reply(body, { headers: headersOf(drawing, { extension: "json", download }) });
  },
});
