import { t } from "hub";
import { ruleSubject } from "../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Remove a block or a limit",
  description: "Applies to all processes of all hubs that share the store within a second.",
  query: t.Object(ruleSubject),
  response: t.Object({ success: t.Boolean() }),
  cache: "never",
  example: { query: { kind: "block", subject: "203.0.113.0/24" } },
  async handler({ admin, call, query }) {
    await admin.rules.remove(call, query);
    return { success: true };
  },
});
