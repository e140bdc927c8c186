import { t } from "hub";
import {
  keyIdParams,
  revocationQuery,
  revokedFields,
} from "../../../../core/accounts/account-fields.ts";
import { adminRoutes } from "../../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Revoke a key",
  description:
    "Revokes the key, immediately and permanently. All that it started ends within a second, at no cost: calls, jobs, event streams and webhooks. URLs signed with it stop working. The keys that it created keep working without `cascade`; `made_keys` lists those that remain.",
  params: keyIdParams,
  query: revocationQuery,
  response: t.Object({ success: t.Boolean(), ...revokedFields }),
  cache: "never",
  example: { params: { key_id: "key_0198" }, query: {} },
  handler: async ({ admin, call, params, query }) => ({
    success: true,
    ...(await admin.accounts.revoke(call, { keyId: params.key_id, ...query })),
  }),
});
