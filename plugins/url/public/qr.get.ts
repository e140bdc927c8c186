import { binary, reply, t } from "hub";
import { buildShortUrl } from "../link/link-schema.ts";
import url from "../plugin.ts";

const type = "image/svg+xml";

export default url.route({
  summary: "Get the QR code of a short link",
  description:
    "Returns the short URL as a QR code in SVG. It needs no API key, so you can use it in the `<img>` element of a page. For other formats, colours and shapes, use `/api/qr/generate`. Expired and disabled links return 410.",
  params: t.Object({ code: t.String({ maxLength: 256, description: "Code of the short link" }) }),
  response: binary(type),
  cache: "etag",
  publicPerMinute: 120,
  example: { params: { code: "spring-sale" } },
  async handler({ params, kv, clock, env, origin }) {
    const [{ findLivingLink }, { drawQr }] = await Promise.all([
      import("../follow/look-up.ts"),
      import("../link/qr-svg.ts"),
    ]);
    const link = await findLivingLink(params.code, { kv, clock, env });
    // The owner can disable the link at any time.
    const headers = { "cache-control": "public, max-age=300", "x-robots-tag": "noindex" };
    return reply(drawQr(buildShortUrl(link, { origin, env })), { type, headers });
  },
});
