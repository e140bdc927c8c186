import { t } from "hub";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Show the settings, but no secrets",
  response: t.Object({
    success: t.Boolean(),
    version: t.String(),
    commit: t.String(),
    settings: t.Object({
      shown: t.Array(
        t.Object({
          name: t.String(),
          value: t.Union([t.String(), t.Null()], { description: "Null: the default" }),
        }),
        { description: "What is known to hold no secret" },
      ),
      hidden: t.Array(t.String(), { description: "The names of all else that is set" }),
    }),
  }),
  cache: "never",
  example: {},
  handler: ({ admin, site }) => ({
    success: true,
    version: site.version,
    commit: site.commit,
    settings: admin.settings(),
  }),
});
