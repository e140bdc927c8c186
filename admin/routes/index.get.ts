import { adminRoutes } from "../../core/site/admin/admin-routes.ts";
import { pageResponse } from "../../core/site/docs/page/page.ts";

export default adminRoutes.route({
  summary: "Open the admin page",
  response: pageResponse,
  cache: "never",
  example: {},
  async handler({ admin, logins, call }) {
    const { adminPage } = await import("../../core/site/docs/account/admin-page.ts");
    const allowed = await admin.findRole(call);
    const session = allowed && (await logins.find(call));
    return adminPage(session && { ...session, ...allowed });
  },
});
