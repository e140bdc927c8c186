import { binary } from "hub";
import { baseOf, hubTitle } from "../core/site/docs/page.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";
import type { SignUpTerms } from "../core/site/view/site.ts";

/** How whoever reads this gets a key. */
function waysToAKey({ signup }: Pick<SignUpTerms, "signup">, base: string): string {
  if (signup === "closed") return "The operator of this hub issues keys.";
  const ask = `POST ${base}/api-key with {"email":"…"}`;
  return signup === "open"
    ? `${ask} issues one to an address that is new.`
    : `${ask} mails a code, and POST ${base}/api-key/verify with {"email":"…","code":"…"} exchanges it for one.`;
}

export default ownRoutes.route({
  summary: "Read what the hub offers as a short text for language models",
  description: "Markdown after llmstxt.org: every endpoint in a line, and where the rest is told.",
  response: binary("text/plain; charset=utf-8"),
  example: {},
  async handler({ site, request }) {
    const { bracePath } = await import("../core/site/docs/openapi.ts");
    const base = baseOf(site, request);
    return `# ${hubTitle}

> Small utility services behind one address and one key.

Pass a key as the header X-API-Key or Authorization: Bearer to everything under /api. ${waysToAKey(site, base)} Every failure is application/problem+json with a stable "code". Every page below is Markdown with Accept: text/markdown.

${site.mcp ? `- [Tools over the Model Context Protocol, streamable HTTP](${base}/mcp)\n` : ""}- [OpenAPI document](${base}/openapi.json), also of one service: ?service={name}
- [All services as a linkset](${base}/.well-known/api-catalog)
- [The whole documentation as one text](${base}/llms-full.txt)
- [Keyless samples](${base}/try)
- [Limits](${base}/documentation/limits)
- [Errors](${base}/documentation/errors)
- [How the services fare](${base}/status)
${site.plugins
  .map(
    ({ name, plugin: { manifest }, routes, open }) => `
## ${manifest.title}

${manifest.summary} [Documentation](${base}/documentation/${name})

${[...routes, ...open].map(({ method, path, route }) => `- ${method} ${bracePath(path)}: ${route.summary}`).join("\n")}
`,
  )
  .join("")}`;
  },
});
