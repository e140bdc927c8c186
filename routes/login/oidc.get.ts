import { redirect, t } from "hub";
import { nextField } from "../../core/accounts/account-fields.ts";
import { pageResponse } from "../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Log in with the login provider",
  description: "Redirects to the OpenID Connect provider of this hub, if it has one.",
  query: t.Object(nextField),
  response: pageResponse,
  statuses: [303],
  cache: "never",
  example: { query: {} },
  async handler({ query: { next }, logins, call }) {
    const { findLocalPath } = await import("../../core/site/docs/account/login-page.ts");
    const { url, cookie } = await logins.beginOidc(call, findLocalPath(next));
    return redirect(url, { status: 303, headers: { "set-cookie": cookie } });
  },
});
