import { oneOf, reply, t } from "hub";
import { base64Answer } from "../../answer-schemas.ts";
import qr from "../../plugin.ts";
import { answerFields, dataField, lookFields } from "../../request.ts";

export default qr.route({
  summary: "Create a QR code as a data URI",
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
  async handler({ query: { data, format, download, ...appearance } }) {
    const { createDrawing: createQrDrawing, buildHeaders: buildQrHeaders } = await import(
      "../../drawing.ts"
    );
    const { encodeDrawing } = await import("../../response.ts");
    const drawing = createQrDrawing(data, { ...appearance, format });
    const body = encodeDrawing(drawing, await drawing.image());
    return reply(body, { headers: buildQrHeaders(drawing, { extension: "json", download }) });
  },
});
