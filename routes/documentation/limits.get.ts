import { pageResponse } from "../../core/runtime/docs/page.ts";
import { ownRoutes } from "../../core/runtime/own-routes.ts";

export default ownRoutes.route({
  summary: "Read how often one may call, and how much each service takes",
  response: pageResponse,
  example: {},
  async handler({ hub }) {
    const { limitsPage } = await import("../../core/runtime/docs/limits-page.ts");
    return limitsPage(hub);
  },
});
