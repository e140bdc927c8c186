import { t } from "hub";
import { accountParams, oneAccount } from "../../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Get an account with its limits and keys",
  params: accountParams,
  response: t.Object({ success: t.Boolean(), ...oneAccount }),
  cache: "never",
  example: { params: { id: 1 } },
  handler: async ({ admin, params }) => ({
    success: true,
    ...(await admin.accounts.show(params.id)),
  }),
});
