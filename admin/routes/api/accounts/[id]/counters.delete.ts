import { t } from "hub";
import { accountParams, oneAccount } from "../../../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Reset the counters of an account",
  description:
    "The last minute and the day start at zero, for the account and for its keys with limits of their own. The usage history stays, and counters that are lost on the same day are restored from it.",
  params: accountParams,
  response: t.Object({ success: t.Boolean(), ...oneAccount }),
  cache: "never",
  example: { params: { id: 1 } },
  handler: async ({ admin, call, params }) => ({
    success: true,
    ...(await admin.accounts.resetCounters(call, params.id)),
  }),
});
