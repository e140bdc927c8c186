import { t } from "hub";
import { workFields } from "../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Tell what works and what waits: job processes and pages of the browser",
  response: t.Object({ success: t.Boolean(), ...workFields }),
  cache: "never",
  example: {},
  handler: async ({ admin }) => ({ success: true, ...(await admin.work()) }),
});
