import { binary, oneOf, t } from "hub";
import { base64Answer, jsonAnswer } from "../../answer-schemas.ts";
import { logoSchema } from "../../logo-schema.ts";
import { mediaTypes } from "../../media-types.ts";
import { answerFields, contentFields, lookFields } from "../../options.ts";
import qr from "../../plugin.ts";

export default qr.route({
  summary: "Draw a QR code with a logo, a caption or a payload",
  description:
    "Takes one of `data` and `payload`. Every image is read back by a decoder before it is sent: `X-QR-Verified` and `scannability.decoded_ok` say what came of it, and `strict` refuses what was not read.",
  body: t.Object({
    ...contentFields,
    ...lookFields,
    format: oneOf(["png", "svg", "base64", "json", "webp", "jpeg", "text"], {
      default: "png",
      description: "An image, an image within JSON, or `text` for a terminal",
    }),
    logo: t.Optional(logoSchema),
    caption: t.Optional(
      t.String({
        minLength: 1,
        maxLength: qr.limits.captionMax,
        pattern: "\\S",
        description:
          "A line or more to write below the code, in any of the scripts that this hub has fonts for",
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
    const { contentOf } = await import("../../content.ts");
    const { compositionOf } = await import("../../composing.ts");
    const { answerWith } = await import("../../answers.ts");
    const text = contentOf({ data, payload }, "body");
    return answerWith(await compositionOf(text, look, { logo, caption }), { format, download });
  },
});
