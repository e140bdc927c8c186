import { HubError, t } from "hub";
import { getBaseUrl } from "../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Get the OAuth metadata of the MCP server",
  description:
    "Names the authorization server of the MCP server (RFC 9728), if people can log in to this hub.",
  response: t.Object({
    resource: t.String({ description: "URL of the MCP server" }),
    authorization_servers: t.Array(t.String(), { description: "URL of this hub" }),
    bearer_methods_supported: t.Array(t.String()),
  }),
  example: {},
  handler({ oauth, site, request }) {
    if (!oauth.isOffered || !site.mcp)
      throw new HubError("not_found", "This hub has no logins for MCP clients: use an API key");
    const base = getBaseUrl(site, request);
    return {
      resource: `${base}/mcp`,
      authorization_servers: [base],
      bearer_methods_supported: ["header"],
    };
  },
});
