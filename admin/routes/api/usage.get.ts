import { t } from "hub";
import { readDays, usageAnswer } from "../../../core/runtime/access/usage-period.ts";
import { usageFields, usageQuery } from "../../../core/runtime/admin/admin-fields.ts";
import { adminRoutes } from "../../../core/runtime/admin/admin-routes.ts";
import { usageParts } from "../../../core/runtime/store/admin-records.ts";

export default adminRoutes.route({
  summary: "Tell what all accounts have called",
  query: usageQuery,
  response: t.Object({ success: t.Boolean(), ...usageFields }),
  cache: "never",
  example: { query: { by: "day" } },
  async handler({ admin, hub, query }) {
    const days = readDays(query, hub.now());
    const by = query.by === undefined ? usageParts : [query.by];
    return usageAnswer(days, await admin.accounts.usage({ ...days, by }));
  },
});
