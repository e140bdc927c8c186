import { t } from "hub";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Get the hub configuration without secrets",
  response: t.Object({
    success: t.Boolean(),
    version: t.String(),
    commit: t.String(),
    settings: t.Object({
      shown: t.Array(
        t.Object({
          name: t.String(),
          value: t.Union([t.String(), t.Null()], { description: "Null if the default applies" }),
        }),
        { description: "Settings that are known not to contain secrets" },
      ),
      hidden: t.Array(t.String(), { description: "Names of all other settings that have a value" }),
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
