import { getBaseUrl, pageResponse } from "../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Read the quick start and the list of services",
  response: pageResponse,
  example: {},
  async handler({ site, request }) {
    const { overviewPage } = await import("../../core/site/docs/overview/overview-page.ts");
    return overviewPage(site, getBaseUrl(site, request));
  },
});
