import { t } from "hub";
import dev from "../plugin.ts";

export default dev.route({
  summary: "Split a URL into its parts",
  keywords: "url parser, parse url, parse uri, url splitter, query string parser, url to parts",
  description:
    "Parses a URL as browsers do, and decodes its path, query and fragment. The URL is in the body, because it may contain secrets.",
  body: t.Object({
    url: t.String({ minLength: 1, maxLength: 100_000, description: "An absolute URL" }),
  }),
  raw: { "text/plain": "url", "application/octet-stream": "url" },
  response: t.Object({
    href: t.String({ description: "The URL as browsers write it" }),
    protocol: t.String({ description: "Scheme, such as `https`" }),
    username: t.String({ description: "User name, decoded" }),
    password: t.String({ description: "Password, decoded" }),
    host: t.String({ description: "Host name or IP address" }),
    host_unicode: t.String({ description: "Host name in the characters of its language" }),
    port: t.Union([t.Integer(), t.Null()], {
      description: "Port, also the default one; null if unknown",
    }),
    origin: t.Union([t.String(), t.Null()], { description: "Origin; null if it has none" }),
    path: t.String({ description: "Path" }),
    segments: t.Array(t.String(), { description: "Parts of the path, decoded" }),
    query: t.Array(t.Object({ name: t.String(), value: t.String() }), {
      description: "Parameters in their order, decoded",
    }),
    fragment: t.String({ description: "Fragment, decoded" }),
    warnings: t.Array(t.String(), { description: "What is easily overlooked" }),
  }),
  cache: "never",
  example: { body: { url: "https://ada@example.com:8443/a%20b?q=1&q=2#top" } },
  async handler({ body: { url } }) {
    const { describeUrl } = await import("../network/describe-url.ts");
    return describeUrl(url);
  },
});
