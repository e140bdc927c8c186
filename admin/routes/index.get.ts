import { adminRoutes } from "../../core/runtime/admin/admin-routes.ts";
import { pageResponse } from "../../core/runtime/docs/page.ts";

export default adminRoutes.route({
  summary: "Steer the hub from a page",
  response: pageResponse,
  cache: "never",
  example: {},
  async handler() {
    const { adminPage } = await import("../../core/runtime/docs/admin-page.ts");
    return adminPage();
  },
});
