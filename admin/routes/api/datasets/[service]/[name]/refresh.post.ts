import { t } from "hub";
import { datasetParams, refreshSchema } from "../../../../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Refresh a dataset",
  description:
    "Starts a download of the dataset and returns immediately. To get the status, send a GET request to the same path. If a hub that shares the data folder is already downloading the dataset, no second download starts. If the refresh fails, the current data stays in use.",
  params: datasetParams,
  response: t.Object({ success: t.Boolean(), refresh: t.Union([refreshSchema, t.Null()]) }),
  cache: "never",
  example: { params: { service: "currency", name: "rates" } },
  async handler({ admin, call, params: { service, name } }) {
    const refresh = await admin.datasets.refresh(call, `${service}/${name}`);
    return { success: true, refresh: refresh ?? null };
  },
});
