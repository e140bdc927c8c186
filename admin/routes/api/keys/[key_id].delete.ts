import { t } from "hub";
import { keyFields, keyIdParams } from "../../../../core/accounts/account-fields.ts";
import { adminRoutes } from "../../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Revoke a key",
  description: "Revokes the key and all URLs signed with it, immediately and permanently.",
  params: keyIdParams,
  response: t.Object({ success: t.Boolean(), ...keyFields }),
  cache: "never",
  example: { params: { key_id: "key_0198" } },
  handler: async ({ admin, call, params }) => ({
    success: true,
    ...(await admin.accounts.revoke(call, params.key_id)),
  }),
});
