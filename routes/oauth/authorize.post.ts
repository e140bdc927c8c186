import { redirect, t } from "hub";
import { authorizationFields } from "../../core/accounts/account-fields.ts";
import { pageResponse } from "../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Approve or deny the request of a client",
  description: "Redirects to the client with a code, or with an error.",
  body: t.Object({
    ...authorizationFields,
    csrf: t.String({ maxLength: 100, description: "Token of the page" }),
    decision: t.Union([t.Literal("allow"), t.Literal("deny")]),
  }),
  response: pageResponse,
  statuses: [303],
  cache: "never",
  bodyBytesMax: 32_768,
  example: {
    body: {
      client_id: "client",
      redirect_uri: "http://127.0.0.1/callback",
      response_type: "code",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
      csrf: "token",
      decision: "allow",
    },
  },
  async handler({ body: { csrf, decision, ...wanted }, oauth, call }) {
    const to = await oauth.decide(call, wanted, { csrf, isDenied: decision === "deny" });
    return redirect(to, { status: 303 });
  },
});
