import { t } from "hub";
import { ruleFields } from "../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "List the blocked networks and the limits of tiers, routes and services",
  response: t.Object({ success: t.Boolean(), rules: t.Array(ruleFields) }),
  cache: "never",
  example: {},
  handler: ({ admin }) => ({ success: true, rules: admin.rules.list() }),
});
