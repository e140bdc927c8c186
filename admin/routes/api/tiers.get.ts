import { t } from "hub";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

const limit = t.Union([t.Integer(), t.Null()], { description: "Null if there is no limit" });
const words = t.Union([t.String(), t.Null()]);

export default adminRoutes.route({
  summary: "List tiers",
  description: "Returns all tiers. New accounts get the first one.",
  response: t.Object({
    success: t.Boolean(),
    tiers: t.Array(
      t.Object({
        name: t.String(),
        paid: t.Boolean(),
        per_minute: limit,
        per_day: limit,
        per_day_is_soft: t.Boolean(),
        price: words,
        description: words,
      }),
    ),
  }),
  cache: "never",
  example: {},
  handler: ({ admin }) => ({ success: true, tiers: admin.accounts.tiers() }),
});
