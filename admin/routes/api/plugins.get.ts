import { t } from "hub";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";
import { brokenSchema, tellBroken } from "../../../core/site/view/own-routes.ts";
import { serviceSchema, tellServices } from "../../../core/site/view/service-facts.ts";

export default adminRoutes.route({
  summary: "List plugins with requested, granted and denied permissions",
  response: t.Object({
    success: t.Boolean(),
    plugins: t.Array(serviceSchema),
    broken: brokenSchema,
    sandbox: t.Object({
      enforced: t.Boolean({
        description: "Whether the kernel enforces the sandbox of job processes",
      }),
      detail: t.String(),
    }),
  }),
  cache: "never",
  example: {},
  handler: async ({ site, status }) => ({
    success: true,
    plugins: await tellServices(site, status),
    broken: tellBroken(site),
    sandbox: { enforced: site.sandbox.isEnforced, detail: site.sandbox.state },
  }),
});
