import { t } from "hub";
import { nextField } from "../core/accounts/account-fields.ts";
import { pageResponse } from "../core/site/docs/page/page.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Open the login page",
  query: t.Object(nextField),
  response: pageResponse,
  cache: "never",
  example: { query: {} },
  async handler({ query, logins, call }) {
    const { loginPage } = await import("../core/site/docs/account/login-page.ts");
    return loginPage(logins, { ...query, call });
  },
});
