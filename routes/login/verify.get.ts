import { pageResponse } from "../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Open the form for the code of a login link",
  response: pageResponse,
  cache: "never",
  example: {},
  async handler() {
    const { loginCodePage } = await import("../../core/site/docs/account/login-page.ts");
    return loginCodePage({});
  },
});
