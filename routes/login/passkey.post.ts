import { reply, t } from "hub";
import { credentialField } from "../../core/accounts/account-fields.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Log in with a passkey",
  description:
    "Sets the session cookie, if the passkey belongs to an account of this hub. The options for the browser are in the login page.",
  body: t.Object({ response: credentialField }),
  response: t.Object({ success: t.Boolean() }),
  cache: "never",
  example: { body: { response: { id: "AQIDBA" } } },
  async handler({ body, logins, call }) {
    const cookie = await logins.enterWithPasskey(call, body.response);
    return reply({ success: true }, { headers: { "set-cookie": cookie } });
  },
});
