import { t } from "hub";
import { accountParams } from "../../../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Revoke all keys of an account",
  description: "Revokes all keys immediately and permanently, and returns how many were active.",
  params: accountParams,
  response: t.Object({
    success: t.Boolean(),
    revoked: t.Integer({ description: "Number of active keys that were revoked" }),
  }),
  cache: "never",
  example: { params: { id: 1 } },
  handler: async ({ admin, call, params }) => ({
    success: true,
    revoked: await admin.accounts.revokeAll(call, params.id),
  }),
});
