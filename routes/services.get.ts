import { reply, t } from "hub";
import { prefersPage } from "../core/platform/http/accept.ts";
import { pageResponse } from "../core/site/docs/page/page.ts";
import { brokenSchema, listBrokenPlugins, ownRoutes } from "../core/site/view/own-routes.ts";
import { describeServices, serviceSchema } from "../core/site/view/service-facts.ts";

export default ownRoutes.route({
  summary: "List services with their permissions and limits",
  description: "Returns JSON, or a page in browsers.",
  response: t.Union([
    pageResponse,
    t.Object({
      success: t.Boolean(),
      endpoints: t.Integer({ description: "Total number of endpoints" }),
      services: t.Array(serviceSchema),
      sandbox: t.Object(
        {
          enforced: t.Boolean({
            description: "Whether the kernel enforces the sandbox of job processes",
          }),
          detail: t.String({ description: "What the kernel enforces, or why it does not" }),
        },
        { description: "Sandbox of the job processes" },
      ),
      broken: brokenSchema,
    }),
  ]),
  example: {},
  async handler({ site, status, request }) {
    if (prefersPage(request)) {
      const { servicesPage } = await import("../core/site/docs/overview/services-page.ts");
      return servicesPage(site, status);
    }
    const services = await describeServices(site, status);
    const body = {
      success: true,
      endpoints: services.reduce((sum, { endpoints }) => sum + endpoints, 0),
      services,
      sandbox: { enforced: site.sandbox.isEnforced, detail: site.sandbox.state },
      broken: listBrokenPlugins(site),
    };
    return reply(body, { headers: { vary: "Accept" } });
  },
});
