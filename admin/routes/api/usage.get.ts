import { t } from "hub";
import { readDays, usageAnswer } from "../../../core/accounts/usage-period.ts";
import { usageParts } from "../../../core/platform/store/admin-records.ts";
import { usageFields, usageQuery } from "../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Get the usage of all accounts",
  query: usageQuery,
  response: t.Object({ success: t.Boolean(), ...usageFields }),
  cache: "never",
  example: { query: { by: "day" } },
  async handler({ admin, clock, query }) {
    const days = readDays(query, clock());
    const by = query.by === undefined ? usageParts : [query.by];
    return usageAnswer(days, await admin.accounts.usage({ ...days, by }));
  },
});
