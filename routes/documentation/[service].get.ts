import { HubError, t } from "hub";
import { baseOf, pageResponse } from "../../core/site/docs/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Read about a service and each of its endpoints",
  params: t.Object({
    service: t.String({ maxLength: 100, description: "The name of the service, or `hub`" }),
  }),
  response: pageResponse,
  example: { params: { service: "hub" } },
  async handler({ params, site, request }) {
    const { servicePage } = await import("../../core/site/docs/service-page.ts");
    const plugins = [site.own, ...site.plugins];
    const plugin = plugins.find(({ name }) => name === params.service);
    if (plugin) return servicePage(site, plugin, baseOf(site, request));
    throw new HubError(
      "not_found",
      `There is no service "${params.service}": there are ${plugins.map(({ name }) => name).join(", ")}`,
    );
  },
});
