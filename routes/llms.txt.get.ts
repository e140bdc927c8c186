import { binary } from "hub";
import { baseOf } from "../core/docs/base.ts";
import { hubTitle } from "../core/docs/page.ts";
import { own } from "../core/own.ts";

export default own.route({
  summary: "Read what the hub offers as a short text for language models",
  description: "Markdown after llmstxt.org: every endpoint in a line, and where the rest is told.",
  response: binary("text/plain; charset=utf-8"),
  example: {},
  async handler({ hub, request }) {
    const { braced } = await import("../core/docs/openapi.ts");
    const base = baseOf(hub, request);
    return `# ${hubTitle}

> Small utility services behind one address and one key.

Pass a key as the header X-API-Key to everything under /api. POST ${base}/api-key with {"email":"…"} issues one. Every failure is application/problem+json with a stable "code".

- [OpenAPI document](${base}/openapi.json)
- [Keyless samples](${base}/try)
- [Limits](${base}/documentation/limits)
- [Errors](${base}/documentation/errors)
${hub.plugins
  .map(
    ({ name, plugin: { manifest }, routes, open }) => `
## ${manifest.title}

${manifest.summary} [Documentation](${base}/documentation/${name})

${[...routes, ...open].map(({ method, path, route }) => `- ${method} ${braced(path)}: ${route.summary}`).join("\n")}
`,
  )
  .join("")}`;
  },
});
