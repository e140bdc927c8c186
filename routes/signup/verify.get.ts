import { pageResponse } from "../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Open the verification form",
  response: pageResponse,
  example: {},
  async handler({ site }) {
    const { codePage } = await import("../../core/site/docs/account/signup-page.ts");
    return codePage(site);
  },
});
