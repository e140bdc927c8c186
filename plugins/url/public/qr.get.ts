import { binary, t } from "hub";
import url from "../plugin.ts";

export default url.route({
  summary: "Get the QR code of a short link",
  description:
    "Returns the short URL as a QR code in SVG. It needs no API key, so you can use it in the `<img>` element of a page. For other formats, colours and shapes, use `/api/qr/generate`. Expired and disabled links return 410.",
  params: t.Object({ code: t.String({ maxLength: 256, description: "Code of the short link" }) }),
  response: binary("image/svg+xml"),
  cache: "etag",
  publicPerMinute: 120,
  example: { params: { code: "spring-sale" } },
  async handler({ params, kv, clock, env, origin }) {
    const { answerQr } = await import("../follow/qr.ts");
    return answerQr(params.code, "svg", { kv, clock, env, origin });
  },
});
