import { t } from "hub";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Reload plugins and tiers",
  description:
    "Reloads the plugin folders and the tier file immediately, even if `HUB_LIVE` is 0. An invalid plugin keeps its previous version and is listed in `broken`. An invalid tier file fails with `reload_failed`, and nothing is reloaded. Only the process that handles the request reloads: call each other process separately.",
  response: t.Object({
    success: t.Boolean(),
    plugins: t.Array(t.String(), { description: "Loaded plugins" }),
    broken: t.Array(t.Object({ name: t.String(), reason: t.String() })),
    tiers: t.Array(t.String()),
  }),
  cache: "never",
  example: {},
  handler: async ({ admin, call }) => ({ success: true, ...(await admin.reload(call)) }),
});
