import { pageResponse } from "../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Read the rate limits and the input limits of each service",
  response: pageResponse,
  example: {},
  async handler({ site }) {
    const { limitsPage } = await import("../../core/site/docs/overview/limits-page.ts");
    return limitsPage(site);
  },
});
