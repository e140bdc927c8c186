import { t } from "hub";
import { datasetParams, refreshSchema } from "../../../../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Get the status of a dataset refresh",
  params: datasetParams,
  response: t.Object({
    success: t.Boolean(),
    refresh: t.Union([refreshSchema, t.Null()], {
      description: "Last refresh that an operator started; null if there is none",
    }),
  }),
  cache: "never",
  example: { params: { service: "currency", name: "rates" } },
  async handler({ admin, params: { service, name } }) {
    const refresh = await admin.datasets.findRefresh(`${service}/${name}`);
    return { success: true, refresh: refresh ?? null };
  },
});
