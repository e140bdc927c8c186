import { HubError, t } from "hub";
import { getBaseUrl } from "../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

const list = t.Array(t.String());

export default ownRoutes.route({
  summary: "Get the OAuth metadata of the hub",
  description: "Describes the OAuth endpoints for MCP clients (RFC 8414), if people can log in.",
  response: t.Object({
    issuer: t.String(),
    authorization_endpoint: t.String(),
    token_endpoint: t.String(),
    registration_endpoint: t.String(),
    response_types_supported: list,
    grant_types_supported: list,
    code_challenge_methods_supported: list,
    token_endpoint_auth_methods_supported: list,
  }),
  example: {},
  handler({ oauth, site, request }) {
    if (!oauth.isOffered)
      throw new HubError("not_found", "This hub has no logins for MCP clients: use an API key");
    const base = getBaseUrl(site, request);
    return {
      issuer: base,
      authorization_endpoint: `${base}/oauth/authorize`,
      token_endpoint: `${base}/oauth/token`,
      registration_endpoint: `${base}/oauth/register`,
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
    };
  },
});
