import { t } from "hub";
import { base64Answer, imageAnswer, jsonAnswer } from "../../answer-schemas.ts";
import { qrHeaders } from "../../media-types.ts";
import qr from "../../plugin.ts";
import {
  answerFields,
  captionField,
  contentFields,
  formatField,
  logoSchema,
  lookFields,
} from "../../request.ts";

export default qr.route({
  summary: "Create a QR code with a logo, a caption or a payload",
  description:
    "For cards, Wi-Fi, payments and events: a code of either `data` or `payload`. Two independent decoders (ZXing and ZBar) read every PNG, JPEG, WebP and SVG back before it is returned: at full size, blurred and at half its size. `X-QR-Verified` is `true` if both read exactly the content each time. It is `false` if one of them did not, or if the code has a contrast below 3, modules lighter than the background, a quiet zone below 2 modules or circles as finder patterns. It is `unknown` if the result depends on the page behind a transparent background or on the colours of a terminal. `scannability.decoded_ok` says whether both read it at full size. `strict` rejects all codes that are not `true`.",
  body: t.Object({
    ...contentFields,
    ...lookFields,
    format: formatField,
    logo: t.Optional(logoSchema),
    caption: t.Optional(captionField),
    ...answerFields,
  }),
  response: t.Union([imageAnswer, base64Answer, jsonAnswer]),
  heavy: true,
  headers: qrHeaders,
  tool: {
    title: "Make a QR code",
    fields: ["data", "logo.data", "fg_color", "bg_color", "style", "format"],
    labels: {
      data: "Text or link",
      "logo.data": "Picture",
      fg_color: "Colour",
      bg_color: "Background",
    },
    files: ["logo.data"],
  },
  example: {
    body: { payload: { type: "url", url: "https://example.com" }, caption: "example.com" },
  },
  async handler({ body: { format, download, strict, logo, caption, ...fields } }) {
    const { composeCode } = await import("../../generate/compose.ts");
    const { verifyDrawing } = await import("../../generate/drawing.ts");
    const { answerWith } = await import("../../generate/response.ts");
    const { imageIn } = await import("../../media-types.ts");
    const { data, payload, encoding, ...appearance } = fields;
    const request = { ...appearance, format: imageIn(format) };
    const additions = { logo, caption, at: "body" };
    const drawing = await composeCode({ data, payload, encoding }, request, additions);
    return answerWith(await verifyDrawing(drawing, { strict }), { format, download });
  },
});
