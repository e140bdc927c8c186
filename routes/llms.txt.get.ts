import { binary } from "hub";
import { getBaseUrl, hubTitle } from "../core/site/docs/page/page.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";
import type { SignUpTerms } from "../core/site/view/site.ts";

/** Describes how to get an API key. */
function waysToAKey({ signup }: Pick<SignUpTerms, "signup">, base: string): string {
  if (signup === "closed") return "The operator of this hub issues API keys.";
  const ask = `POST ${base}/api-key with {"email":"…"}`;
  return signup === "open"
    ? `${ask} issues one to a new email address.`
    : `${ask} mails a verification code. POST ${base}/api-key/verify with {"email":"…","code":"…"} exchanges it for a key.`;
}

export default ownRoutes.route({
  summary: "Get an overview for language models",
  description:
    "Returns a short Markdown file (llmstxt.org) with one line per endpoint and links to the documentation.",
  response: binary("text/plain; charset=utf-8"),
  example: {},
  async handler({ site, request }) {
    const { bracePath, buildEndpointPath } = await import("../core/site/docs/openapi/openapi.ts");
    const base = getBaseUrl(site, request);
    return `# ${hubTitle}

> Small utility services behind one URL and one API key.

Send an API key as the header X-API-Key or Authorization: Bearer with every request under /api. ${waysToAKey(site, base)} Every error is application/problem+json with a stable "code". Send Accept: text/markdown to get a page below as Markdown.

${site.mcp ? `- [Tools over the Model Context Protocol, streamable HTTP](${base}/mcp)\n` : ""}- [OpenAPI document](${base}/openapi.json) (for one service: ?service={name})
- [All services as a linkset](${base}/.well-known/api-catalog)
- [Full documentation as one file](${base}/llms-full.txt)
- [Keyless samples](${base}/try)
- [Limits](${base}/documentation/limits)
- [Errors](${base}/documentation/errors)
- [Service status](${base}/status)
${site.plugins
  .map((plugin) => {
    const { title, summary } = plugin.plugin.manifest;
    const endpoints = [...plugin.routes, ...plugin.open].map((loaded) => {
      const { method, path, route } = loaded;
      return `- [${method} ${bracePath(path)}](${base}${buildEndpointPath(plugin, loaded)}): ${route.summary}`;
    });
    return `
## ${title}

${summary} [Documentation](${base}/documentation/${plugin.name})

${endpoints.join("\n")}
`;
  })
  .join("")}`;
  },
});
