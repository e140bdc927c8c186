import { pageResponse } from "../../core/runtime/docs/page.ts";
import { ownRoutes } from "../../core/runtime/own-routes.ts";

export default ownRoutes.route({
  summary: "Fill in the form that takes a code from a mail",
  response: pageResponse,
  example: {},
  async handler({ hub }) {
    const { codePage } = await import("../../core/runtime/docs/signup-page.ts");
    return codePage(hub);
  },
});
