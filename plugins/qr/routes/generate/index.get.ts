import { binary, oneOf, t } from "hub";
import { base64Answer, jsonAnswer } from "../../answer-schemas.ts";
import { mediaTypes } from "../../media-types.ts";
import { answerFields, dataField, lookFields } from "../../options.ts";
import qr from "../../plugin.ts";

export default qr.route({
  summary: "Draw a QR code",
  description:
    "`X-QR-Verified` is `true` if style, size, colours and margin are of a kind that decoders read back in every test and every format, `false` if phones are known to fail (a contrast below 3, modules lighter than the background, a quiet zone below 2 modules), and `unknown` otherwise: unlike POST, GET does not read its image back. `strict` rejects every code that is not `true`.",
  query: t.Object({
    data: dataField,
    ...lookFields,
    format: oneOf(["png", "svg", "base64", "json", "webp", "jpeg", "text"], {
      default: "png",
      description: "An image, JSON with the image in it, or `text` for a terminal",
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
  async handler({ query: { data, format, download, ...look } }) {
    const { createDrawing: drawingOf } = await import("../../drawing.ts");
    const { answerWith } = await import("../../answer.ts");
    const { imageIn } = await import("../../media-types.ts");
    const drawing = drawingOf(data, { ...look, format: imageIn(format) });
    return answerWith(drawing, { format, download });
  },
});
