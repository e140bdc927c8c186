import { oneOf, t } from "hub";
import { measuredMax, pageAnswer, parts } from "../metadata/page-schema.ts";
import url from "../plugin.ts";

const { pageBytesMax, redirectsMax, urlMax } = url.limits;

export default url.route({
  summary: "Get the metadata of a web page",
  keywords: "link preview, unfurl, opengraph, favicon, page title, meta tags",
  description: `Returns title, description, image, icons, Open Graph, Twitter card, JSON-LD and feeds of a public HTML page. Follows up to ${redirectsMax} redirects, also by a tag of the page, and reads up to ${pageBytesMax / 2 ** 20} MiB. No scripts run, the only cookies sent are those that these redirects set, and nothing that the page links to is downloaded, except for its manifest if it declares no icon, and images with measure=true. Images, videos, sounds and PDFs are described by their URL. For other files, the error includes status, media type and length.`,
  query: t.Object({
    url: t.String({
      minLength: 1,
      maxLength: urlMax,
      description: "URL of the page, starting with https:// or http://",
    }),
    timeout: t.Integer({
      minimum: 1000,
      maximum: 15_000,
      default: 8000,
      description: "Timeout for all redirects and the page, in milliseconds",
    }),
    measure: t.Boolean({
      default: false,
      description: `Whether to read the sizes of the first ${measuredMax} images and ${measuredMax} icons from the images themselves. Takes up to three seconds longer, within the timeout`,
    }),
    include: t.Array(oneOf(parts), {
      default: ["og", "twitter"],
      uniqueItems: true,
      maxItems: parts.length,
      description: "Additional parts to return",
    }),
  }),
  response: pageAnswer,
  plain: "title",
  cache: "never",
  // The page has its own timeout. The rest is for parsing it.
  timeoutMs: ({ query }) => query.timeout + 2000,
  example: { query: { url: "https://example.com/", include: ["og", "feeds"] } },
  async handler({ query: { url, timeout, include, measure }, net, clock }) {
    const { fetchMetadata } = await import("../metadata/metadata.ts");
    return fetchMetadata(url, { include, measure, timeoutMs: timeout, net, clock });
  },
});
