import { getBaseUrl, pageResponse } from "../core/site/docs/page/page.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Open the account page",
  response: pageResponse,
  example: {},
  async handler({ site, endpoints, logins, call, request }) {
    const { accountPage } = await import("../core/site/docs/account/account-page.ts");
    return accountPage(site, {
      base: getBaseUrl(site, request),
      endpoints: endpoints.endpoints,
      session: await logins.find(call),
    });
  },
});
