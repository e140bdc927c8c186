import { t } from "hub";
import { datasetParams, refreshSchema } from "../../../../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Fetch a dataset now",
  description:
    "Answers at once; GET at the same path tells how it goes. Where one of the hubs of the data folder fetches it already, it is not fetched twice. What fails leaves in use what there is.",
  params: datasetParams,
  response: t.Object({ success: t.Boolean(), refresh: t.Union([refreshSchema, t.Null()]) }),
  cache: "never",
  example: { params: { service: "currency", name: "rates" } },
  async handler({ admin, call, params: { service, name } }) {
    const refresh = await admin.datasets.refresh(call, `${service}/${name}`);
    return { success: true, refresh: refresh ?? null };
  },
});
