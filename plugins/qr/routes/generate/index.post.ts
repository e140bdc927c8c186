import { binary, oneOf, t } from "hub";
import { base64Answer, jsonAnswer } from "../../answer-schemas.ts";
import { mediaTypes } from "../../media-types.ts";
import { answerFields, contentFields, logoSchema, lookFields } from "../../options.ts";
import qr from "../../plugin.ts";

export default qr.route({
  summary: "Draw a QR code with a logo, a caption or a payload",
  description:
    "Send either `data` or `payload`. The bytes of every PNG, JPEG, WebP and SVG are read back by a decoder before they are sent, as a phone would read them: `scannability.decoded_ok` is the result. `X-QR-Verified` is `true` if the code was read and phones can be expected to read it, `false` if it was not read, or has a contrast below 3, modules lighter than the background or a quiet zone below 2 modules, and `unknown` if that depends on what is not in the image: the page behind a transparent background, or the colours of a terminal. `strict` rejects every code that is not `true`.",
  body: t.Object({
    ...contentFields,
    ...lookFields,
    format: oneOf(["png", "svg", "base64", "json", "webp", "jpeg", "text"], {
      default: "png",
      description: "An image, JSON with the image in it, or `text` for a terminal",
    }),
    logo: t.Optional(logoSchema),
    caption: t.Optional(
      t.String({
        minLength: 1,
        maxLength: qr.limits.captionMax,
        pattern: "\\S",
        description: "Text to print below the code, in any script that this hub has fonts for",
      }),
    ),
    ...answerFields,
  }),
  response: t.Union([
    binary(mediaTypes.png, mediaTypes.svg, mediaTypes.webp, mediaTypes.jpeg, mediaTypes.text),
    base64Answer,
    jsonAnswer,
  ]),
  heavy: true,
  example: {
    body: { payload: { type: "url", url: "https://example.com" }, caption: "example.com" },
  },
  async handler({ body: { data, payload, format, download, logo, caption, ...look } }) {
    const { resolveContent: contentOf } = await import("../../payload/payload.ts");
    const { composeCode } = await import("../../compose.ts");
    const { answerWith } = await import("../../answer.ts");
    const { imageIn } = await import("../../media-types.ts");
    const text = contentOf({ data, payload }, "body");
    const asked = { ...look, format: imageIn(format) };
    const drawing = await composeCode(text, asked, { logo, caption });
    return answerWith(drawing, { format, download });
  },
});
