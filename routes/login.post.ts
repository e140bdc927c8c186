import { t } from "hub";
import { nextField, signUpFields } from "../core/accounts/account-fields.ts";
import { pageResponse } from "../core/site/docs/page/page.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Send a login link",
  description:
    "Mails a link that logs a person in to the account of the email address, if the hub sends mail. The response is the same for every address. The link works once, for 10 minutes.",
  body: t.Object({ email: signUpFields.email, ...nextField }),
  response: pageResponse,
  cache: "never",
  bodyBytesMax: 8192,
  example: { body: { email: "you@example.com" } },
  async handler({ body, logins, call }) {
    const { loginCodePage } = await import("../core/site/docs/account/login-page.ts");
    await logins.sendLink(call, body);
    return loginCodePage(body);
  },
});
