import { t } from "hub";
import {
  accountParams,
  accountWish,
  oneAccount,
} from "../../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Change the tier and the limits of an account, suspend it or resume it",
  description:
    "What is left out stays, and null takes a limit of its own away. All keys of a suspended account are refused with `account_suspended`, and so are the addresses they signed. All hubs of the data folder know within a second.",
  params: accountParams,
  body: accountWish,
  response: t.Object({ success: t.Boolean(), ...oneAccount }),
  cache: "never",
  example: { params: { id: 1 }, body: { tier: "pro", per_day: 500 } },
  handler: async ({ admin, call, params, body }) => ({
    success: true,
    ...(await admin.accounts.change(call, { id: params.id, ...body })),
  }),
});
