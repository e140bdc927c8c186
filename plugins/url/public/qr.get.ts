import { binary, reply, t } from "hub";
import { shortAddress } from "../link/link-schema.ts";
import url from "../plugin.ts";

const type = "image/svg+xml";

export default url.route({
  summary: "Draw a short link as a QR code",
  description:
    "An SVG of the short address that needs no key, for the `<img>` of a page. `/api/qr/generate` draws it in other formats, colours and shapes. A link that has expired or was switched off is 410.",
  params: t.Object({ code: t.String({ maxLength: 256, description: "The code" }) }),
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
    // Its owner may end it at any time.
    const headers = { "cache-control": "public, max-age=300", "x-robots-tag": "noindex" };
    return reply(drawQr(shortAddress(link, origin)), { type, headers });
  },
});
