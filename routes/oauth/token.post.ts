import { binary, reply, t } from "hub";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

const text = (description: string) => t.String({ maxLength: 8000, description });

export default ownRoutes.route({
  summary: "Exchange an OAuth code for an access token",
  description:
    "Returns an access token for the code of an approved request (OAuth 2.1 with PKCE). The token is an API key that cannot manage keys and expires after 90 days. A code works once, for a minute.",
  body: t.Object(
    {
      grant_type: text("`authorization_code`"),
      code: text("The code from the redirect"),
      redirect_uri: text("The redirect URI of the request"),
      client_id: text("The ID of the client"),
      code_verifier: text("The PKCE verifier of the request"),
    },
    { additionalProperties: true },
  ),
  response: binary("application/json"),
  cache: "never",
  bodyBytesMax: 32_768,
  example: {
    body: {
      grant_type: "authorization_code",
      code: "code",
      redirect_uri: "http://127.0.0.1/callback",
      client_id: "client",
      code_verifier: "verifier",
    },
  },
  async handler({ body, oauth }) {
    const type = "application/json";
    const isCode = body.grant_type === "authorization_code";
    const token = isCode ? await oauth.exchange(body) : undefined;
    if (token) return reply(JSON.stringify(token), { type });
    // The format of OAuth, not of the hub, because OAuth clients read it.
    const error = isCode ? "invalid_grant" : "unsupported_grant_type";
    return reply(JSON.stringify({ error }), { type, status: 400 });
  },
});
