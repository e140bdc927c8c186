import { pageResponse } from "../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Read the error code reference",
  response: pageResponse,
  example: {},
  async handler({ site }) {
    const { errorsPage } = await import("../../core/site/docs/overview/errors-page.ts");
    return errorsPage(site);
  },
});
