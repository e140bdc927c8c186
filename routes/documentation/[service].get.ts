import { HubError, t } from "hub";
import { getBaseUrl, pageResponse } from "../../core/site/docs/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Read the documentation of a service",
  params: t.Object({
    service: t.String({ maxLength: 100, description: "Name of the service, or `hub`" }),
  }),
  response: pageResponse,
  example: { params: { service: "hub" } },
  async handler({ params, site, request }) {
    const { servicePage } = await import("../../core/site/docs/service-page.ts");
    const plugins = [site.own, ...site.plugins];
    const plugin = plugins.find(({ name }) => name === params.service);
    if (plugin) return servicePage(site, plugin, getBaseUrl(site, request));
    throw new HubError(
      "not_found",
      `Unknown service "${params.service}": the services are ${plugins.map(({ name }) => name).join(", ")}`,
    );
  },
});
