import { t } from "hub";
import {
  accountChanges,
  accountParams,
  oneAccount,
} from "../../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Update, suspend or resume an account",
  description:
    "Changes the tier, limits or status of an account and returns the account. Omitted fields keep their values. Null removes a custom limit. All keys and signed URLs of a suspended account are rejected with `account_suspended`, and all that its keys started ends within a second, at no cost. Changes reach all hubs that share the data folder within a second.",
  params: accountParams,
  body: accountChanges,
  response: t.Object({ success: t.Boolean(), ...oneAccount }),
  cache: "never",
  example: { params: { id: 1 }, body: { tier: "pro", per_day: 500 } },
  handler: async ({ admin, call, params, body }) => ({
    success: true,
    ...(await admin.accounts.change(call, { id: params.id, ...body })),
  }),
});
