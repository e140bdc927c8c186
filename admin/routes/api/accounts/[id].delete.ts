import { t } from "hub";
import { accountParams } from "../../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Erase an account",
  description:
    "Removes its e-mail address, keys, usage history, jobs, stored answers, notices and what services keep for it, at once and for good. Codes of its short links answer 410. The audit log has an entry without the address. To keep somebody out suspend the account: an erased address may sign up anew.",
  params: accountParams,
  response: t.Object({ success: t.Boolean() }),
  cache: "never",
  example: { params: { id: 1 } },
  async handler({ admin, call, params }) {
    await admin.accounts.erase(call, params.id);
    return { success: true };
  },
});
