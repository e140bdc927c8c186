import { pageResponse } from "../../core/site/docs/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Read how often one may call, and how much each service takes",
  response: pageResponse,
  example: {},
  async handler({ site }) {
    const { limitsPage } = await import("../../core/site/docs/limits-page.ts");
    return limitsPage(site);
  },
});
