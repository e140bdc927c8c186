import { binary } from "hub";
import { adminRoutes } from "../../core/runtime/admin/admin-routes.ts";
import { pageType } from "../../core/runtime/docs/page.ts";

export default adminRoutes.route({
  summary: "Steer the hub from a page",
  response: binary(pageType),
  cache: "never",
  example: {},
  async handler() {
    const { adminPage } = await import("../../core/runtime/docs/admin-page.ts");
    return adminPage();
  },
});
