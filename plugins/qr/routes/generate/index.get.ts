import { binary, oneOf, t } from "hub";
import { base64Answer, jsonAnswer } from "../../answer-schemas.ts";
import { mediaTypes } from "../../media-types.ts";
import { answerFields, dataField, lookFields } from "../../options.ts";
import qr from "../../plugin.ts";

export default qr.route({
  summary: "Draw a QR code",
  description:
    "`X-QR-Verified` says whether the code is known to scan: its style, size, colours and margin are of a kind that decoders read back in every test. A GET does not try this one image; POST does where it is of another kind. `strict` refuses what is not known to scan.",
  query: t.Object({
    data: dataField,
    ...lookFields,
    format: oneOf(["png", "svg", "base64", "json", "webp", "jpeg", "text"], {
      default: "png",
      description: "An image, an image within JSON, or `text` for a terminal",
    }),
    ...answerFields,
  }),
  response: t.Union([
    binary(mediaTypes.png, mediaTypes.svg, mediaTypes.webp, mediaTypes.jpeg, mediaTypes.text),
    base64Answer,
    jsonAnswer,
  ]),
  cache: "forever",
  example: { query: { data: "https://example.com", style: "rounded" } },
  async handler({ query: { data, format, download, ...look } }) {
    const { drawingOf } = await import("../../drawing.ts");
    const { answerWith } = await import("../../answers.ts");
    return answerWith(drawingOf(data, look), { format, download });
  },
});
