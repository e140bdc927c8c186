import { pageResponse } from "../../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Read the list of guides",
  response: pageResponse,
  example: {},
  async handler({ site }) {
    const { guidesPage } = await import("../../../core/site/docs/overview/guide-page.ts");
    return guidesPage(site);
  },
});
