import { binary, oneOf, reply, t } from "hub";
import { assetNames, getAsset } from "../../core/site/docs/page/assets.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Get a stylesheet or script of the web pages",
  params: t.Object({ name: oneOf(assetNames, { description: "File name" }) }),
  query: t.Object({
    v: t.Optional(t.String({ maxLength: 32, description: "Version of the content, for caching" })),
  }),
  response: binary("text/css; charset=utf-8", "text/javascript; charset=utf-8"),
  cache: "forever",
  example: { params: { name: "style.css" }, query: {} },
  handler({ params }) {
    const { bytes, type } = getAsset(params.name);
    return reply(bytes, {
      type,
      headers: { "cache-control": "public, max-age=31536000, immutable" },
    });
  },
});
