import { t } from "hub";
import { accountParams } from "../../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Delete an account",
  description:
    "Permanently deletes the account with its email address, keys, usage history, jobs, stored responses, notices and all data that services store for it. Its short links return 410. The audit log records the deletion without the email address. To block a user, suspend the account instead: a deleted email address can sign up again.",
  params: accountParams,
  response: t.Object({ success: t.Boolean() }),
  cache: "never",
  example: { params: { id: 1 } },
  async handler({ admin, call, params }) {
    await admin.accounts.erase(call, params.id);
    return { success: true };
  },
});
