import { binary, oneOf, t } from "hub";
import { base64Answer, jsonAnswer } from "../../answer-schemas.ts";
import { mediaTypes } from "../../media-types.ts";
import qr from "../../plugin.ts";
import { answerFields, dataField, lookFields } from "../../request.ts";

export default qr.route({
  summary: "Create a QR code",
  description:
    "Returns a QR code. `X-QR-Verified` is `true` if decoders read this combination of style, size, colours and margin in all tests, `false` if phones are known to fail (a contrast below 3, modules lighter than the background, a quiet zone below 2 modules), and otherwise `unknown`: unlike POST, GET does not read the image back. `strict` rejects all codes that are not `true`.",
  query: t.Object({
    data: dataField,
    ...lookFields,
    format: oneOf(["png", "svg", "base64", "json", "webp", "jpeg", "text"], {
      default: "png",
      description: "Response format: an image, JSON with an image, or `text` for a terminal",
    }),
    ...answerFields,
  }),
  response: t.Union([
    binary(mediaTypes.png, mediaTypes.svg, mediaTypes.webp, mediaTypes.jpeg, mediaTypes.text),
    base64Answer,
    jsonAnswer,
  ]),
  cache: "forever",
  tryPerMinute: 30,
  example: { query: { data: "https://example.com", style: "rounded" } },
  async handler({ query: { data, format, download, ...appearance } }) {
    const { createDrawing: createQrDrawing } = await import("../../drawing.ts");
    const { answerWith } = await import("../../response.ts");
    const { imageIn } = await import("../../media-types.ts");
    const drawing = createQrDrawing(data, { ...appearance, format: imageIn(format) });
    return answerWith(drawing, { format, download });
  },
});
