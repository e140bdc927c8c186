import { t } from "hub";
import { accountParams, oneAccount } from "../../../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Reset the usage counters of an account",
  description:
    "Resets the minute and day counters of the account and of its keys with their own limits. The usage history is not changed. If counters are lost later on the same day, the hub restores them from the usage history.",
  params: accountParams,
  response: t.Object({ success: t.Boolean(), ...oneAccount }),
  cache: "never",
  example: { params: { id: 1 } },
  handler: async ({ admin, call, params }) => ({
    success: true,
    ...(await admin.accounts.resetCounters(call, params.id)),
  }),
});
