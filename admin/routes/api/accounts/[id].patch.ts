import { t } from "hub";
import {
  accountParams,
  accountWish,
  oneAccount,
} from "../../../../core/runtime/admin/admin-fields.ts";
import { adminRoutes } from "../../../../core/runtime/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Change the tier of an account, and what it is allowed in place of the tier's numbers",
  description:
    "What is left out stays, and null takes a number of its own away. All hubs of the data folder know within a second.",
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
