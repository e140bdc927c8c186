import { oneOf, t } from "hub";
import { pageAnswer, parts } from "../metadata/page-schema.ts";
import url from "../plugin.ts";

const { pageBytesMax, redirectsMax, urlMax } = url.limits;

export default url.route({
  summary: "Read what a page says about itself",
  description: `Visits any public address, over at most ${redirectsMax} redirects, and reads up to ${pageBytesMax / 2 ** 20} MiB of an HTML page: Open Graph, Twitter cards, JSON-LD, icons, feeds. No script is run, no cookie is sent, and nothing that the page names is fetched. For anything but a page the error gives status, type and length.`,
  query: t.Object({
    url: t.String({
      minLength: 1,
      maxLength: urlMax,
      description: "The page, https:// or http://",
    }),
    timeout: t.Integer({
      minimum: 1000,
      maximum: 15_000,
      default: 8000,
      description: "Milliseconds for all redirects and the page together",
    }),
    include: t.Array(oneOf(parts), {
      default: ["og", "twitter"],
      uniqueItems: true,
      maxItems: parts.length,
      description: "What to answer besides",
    }),
  }),
  response: pageAnswer,
  plain: "title",
  cache: "never",
  // The page has its own time: what is left is for reading it.
  timeoutMs: ({ query }) => query.timeout + 2000,
  example: { query: { url: "https://example.com/", include: ["og", "feeds"] } },
  async handler({ query: { url, timeout, include }, net, clock }) {
    const { metadataOf } = await import("../metadata/metadata.ts");
    return metadataOf(url, { include, timeoutMs: timeout, net, clock });
  },
});
