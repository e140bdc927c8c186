import { t } from "hub";
import { getOwner } from "../doors.ts";
import { buildLinkResponse, linkFields, shortenBody } from "../link/link-schema.ts";
import url from "../plugin.ts";

export default url.route({
  summary: "Create a short link",
  description:
    "Returns the short URL `/s/{code}`, which redirects with 302. `/s/{code}+` is a preview page that shows the target. A code is never reused, even after its link has expired.",
  body: shortenBody,
  response: t.Object({
    ...linkFields,
    reused: t.Boolean({ description: "Whether an existing link was returned" }),
  }),
  plain: "short_url",
  cache: "never",
  example: {
    body: { url: "https://example.com/spring/catalogue?page=2", tags: ["spring"] },
  },
  async handler({ body: { utm, ...request }, caller, origin, env, kv, random, clock }) {
    const { shorten } = await import("../link/shorten.ts");
    const blocked = env.HUB_URL_BLOCKED;
    const options = { owner: getOwner(caller), kv, random, now: clock(), origin, blocked, utm };
    const { link, reused } = await shorten(request, options);
    return { ...buildLinkResponse(link, origin), reused };
  },
});
