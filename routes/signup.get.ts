import { pageResponse } from "../core/site/docs/page.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Fill in the form that asks for a key",
  response: pageResponse,
  example: {},
  async handler({ site }) {
    const { signUpPage } = await import("../core/site/docs/signup-page.ts");
    return signUpPage(site);
  },
});
