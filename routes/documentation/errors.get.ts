import { pageResponse } from "../../core/runtime/docs/page.ts";
import { ownRoutes } from "../../core/runtime/own-routes.ts";

export default ownRoutes.route({
  summary: "Read what each failure code means",
  response: pageResponse,
  example: {},
  async handler({ hub }) {
    const { errorsPage } = await import("../../core/runtime/docs/errors-page.ts");
    return errorsPage(hub);
  },
});
