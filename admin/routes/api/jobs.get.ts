import { t } from "hub";
import { workFields } from "../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Get running and queued work of job processes and the browser",
  response: t.Object({ success: t.Boolean(), ...workFields }),
  cache: "never",
  example: {},
  handler: async ({ admin }) => ({ success: true, ...(await admin.work()) }),
});
