import { HubError, t } from "hub";
import { getBaseUrl, pageResponse } from "../../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Read the documentation of an endpoint",
  description:
    "Returns the page of an endpoint. The query fills in its form: `?data=hello` sets the field `data`.",
  params: t.Object({
    service: t.String({ maxLength: 100, description: "Name of the service, or `hub`" }),
    endpoint: t.String({
      maxLength: 200,
      description: "Name of the endpoint in the links of its service, such as `get-version`",
    }),
  }),
  query: t.Object({}, { additionalProperties: t.String() }),
  response: pageResponse,
  example: { params: { service: "hub", endpoint: "get-version" }, query: {} },
  async handler({ params, site, request }) {
    const { findService } = await import("../../../core/site/docs/endpoint/find-service.ts");
    const { findEndpoint } = await import("../../../core/site/docs/openapi/openapi.ts");
    const plugin = findService(site, params.service);
    const loaded = findEndpoint(plugin, params.endpoint);
    if (!loaded)
      throw new HubError(
        "not_found",
        `Unknown endpoint "${params.endpoint}": /documentation/${plugin.name} lists the endpoints of this service`,
      );
    const { endpointPage } = await import("../../../core/site/docs/endpoint/endpoint-page.ts");
    return endpointPage(site, { plugin, loaded, base: getBaseUrl(site, request) });
  },
});
