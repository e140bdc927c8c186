import { t } from "hub";
import { keyFields, keyIdParams } from "../../../../core/accounts/account-fields.ts";
import { adminRoutes } from "../../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Revoke a key",
  description: "It ends at once and for good, and so do the addresses that were signed by it.",
  params: keyIdParams,
  response: t.Object({ success: t.Boolean(), ...keyFields }),
  cache: "never",
  example: { params: { key_id: "key_0198" } },
  handler: async ({ admin, call, params }) => ({
    success: true,
    ...(await admin.accounts.revoke(call, params.key_id)),
  }),
});
