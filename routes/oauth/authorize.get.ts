import { redirect, t } from "hub";
import { authorizationFields } from "../../core/accounts/account-fields.ts";
import { pageResponse } from "../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Ask a person to give a client access",
  description: "Opens a page on which a person approves or denies the request of an MCP client.",
  query: t.Object(authorizationFields, { additionalProperties: t.String() }),
  response: pageResponse,
  statuses: [303],
  cache: "never",
  example: {
    query: {
      client_id: "client",
      redirect_uri: "http://127.0.0.1/callback",
      response_type: "code",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
    },
  },
  async handler({ query, oauth, logins, call, request }) {
    const client = oauth.check(query);
    const person = await logins.find(call);
    if (!person) {
      const next = `/oauth/authorize${new URL(request.url).search}`;
      return redirect(`/login?next=${encodeURIComponent(next)}`, { status: 303 });
    }
    const { consentPage } = await import("../../core/site/docs/account/consent-page.ts");
    return consentPage(client, { query, person });
  },
});
