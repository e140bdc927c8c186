import { t } from "hub";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";
import { brokenSchema, listBrokenPlugins } from "../../../core/site/view/own-routes.ts";
import { describeServices, serviceSchema } from "../../../core/site/view/service-facts.ts";

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
    plugins: await describeServices(site, status),
    broken: listBrokenPlugins(site),
    sandbox: { enforced: site.sandbox.isEnforced, detail: site.sandbox.state },
  }),
});
