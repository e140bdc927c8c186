import { binary, t } from "hub";
import url from "../plugin.ts";

export default url.route({
  summary: "Get the QR code of a short link as PNG",
  description:
    "Returns the short URL as a QR code in PNG, eight pixels for each module. It needs no API key, so you can use it in emails and documents. Expired and disabled links return 410.",
  params: t.Object({ code: t.String({ maxLength: 256, description: "Code of the short link" }) }),
  response: binary("image/png"),
  cache: "etag",
  publicPerMinute: 120,
  example: { params: { code: "spring-sale" } },
  async handler({ params, kv, clock, env, origin }) {
    const { answerQr } = await import("../follow/qr.ts");
    return answerQr(params.code, "png", { kv, clock, env, origin });
  },
});
