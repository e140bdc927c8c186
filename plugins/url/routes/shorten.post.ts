import { t } from "hub";
import { linkFields, shortenBody } from "../link/link-schema.ts";
import url from "../plugin.ts";

export default url.route({
  summary: "Create a short link",
  keywords: "url shortener, short link, shorten url, tinyurl, bitly",
  description:
    "Returns the short URL `/s/{code}`, which redirects with 302. `/s/{code}+` is a preview page that shows the target. A code is never reused, even after its link has expired.",
  body: shortenBody,
  response: t.Object({
    ...linkFields,
    reused: t.Boolean({ description: "Whether an existing link was returned" }),
  }),
  plain: "short_url",
  cache: "never",
  tool: {
    title: "Shorten a link",
    fields: ["url", "code"],
    labels: { url: "Link", code: "Your own ending" },
  },
  example: {
    body: { url: "https://example.com/spring/catalogue?page=2", tags: ["spring"] },
  },
  async handler({ body, caller, origin, env, kv, random, clock }) {
    const { createLink } = await import("../link/creation.ts");
    return createLink(body, { caller, origin, env, kv, random, clock });
  },
});
