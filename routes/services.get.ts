import { reply, t } from "hub";
import { prefersPage } from "../core/platform/http/accept.ts";
import { pageResponse } from "../core/site/docs/page.ts";
import { brokenSchema, ownRoutes, tellBroken } from "../core/site/view/own-routes.ts";
import { serviceSchema, tellServices } from "../core/site/view/service-facts.ts";

export default ownRoutes.route({
  summary: "List the services, their permissions and their limits",
  description: "JSON, or a page for browsers.",
  response: t.Union([
    pageResponse,
    t.Object({
      success: t.Boolean(),
      endpoints: t.Integer({ description: "How many endpoints all services have together" }),
      services: t.Array(serviceSchema),
      sandbox: t.Object(
        {
          enforced: t.Boolean({ description: "Whether the kernel holds job processes to it" }),
          detail: t.String({ description: "What is enforced, or why it is policy only" }),
        },
        { description: "What keeps the code of services inside their job processes" },
      ),
      broken: brokenSchema,
    }),
  ]),
  example: {},
  async handler({ site, status, request }) {
    if (prefersPage(request)) {
      const { servicesPage } = await import("../core/site/docs/services-page.ts");
      return servicesPage(site, status);
    }
    const services = await tellServices(site, status);
    const body = {
      success: true,
      endpoints: services.reduce((sum, { endpoints }) => sum + endpoints, 0),
      services,
      sandbox: { enforced: site.sandbox.isEnforced, detail: site.sandbox.state },
      broken: tellBroken(site),
    };
    return reply(body, { headers: { vary: "Accept" } });
  },
});
