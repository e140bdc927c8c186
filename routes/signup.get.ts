import { pageResponse } from "../core/site/docs/page/page.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Open the sign-up form",
  response: pageResponse,
  example: {},
  async handler({ site }) {
    const { signUpPage } = await import("../core/site/docs/account/signup-page.ts");
    return signUpPage(site);
  },
});
