import { t } from "hub";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Read the plugin folders and the file of tiers anew",
  description:
    "Now, also where `HUB_LIVE` is 0. What is broken stays as it was. The process that answers does so; each other one is to be asked by itself.",
  response: t.Object({
    success: t.Boolean(),
    plugins: t.Array(t.String(), { description: "What is served" }),
    broken: t.Array(t.Object({ name: t.String(), reason: t.String() })),
    tiers: t.Array(t.String()),
  }),
  cache: "never",
  example: {},
  handler: async ({ admin, call }) => ({ success: true, ...(await admin.reload(call)) }),
});
