import { t } from "hub";
import { ownerOf } from "../doors.ts";
import { linkAnswer, linkFields, shortenBody } from "../link/link-schema.ts";
import url from "../plugin.ts";

export default url.route({
  summary: "Shorten an address",
  description:
    "The link answers at `/s/{code}` with a 302, and `/s/{code}+` shows where it leads. A code is never given out twice, even after its link has ended.",
  body: shortenBody,
  response: t.Object({
    ...linkFields,
    reused: t.Boolean({ description: "Whether the link was there already" }),
  }),
  plain: "short_url",
  cache: "never",
  example: {
    body: { url: "https://example.com/spring/catalogue?page=2", tags: ["spring"] },
  },
  async handler({ body: { utm, ...asked }, caller, origin, env, kv, random, clock }) {
    const { shorten } = await import("../link/shorten.ts");
    const blocked = env.HUB_URL_BLOCKED;
    const options = { owner: ownerOf(caller), kv, random, now: clock(), origin, blocked, utm };
    const { link, reused } = await shorten(asked, options);
    return { ...linkAnswer(link, origin), reused };
  },
});
