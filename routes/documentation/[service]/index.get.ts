import { t } from "hub";
import { pageResponse } from "../../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Read the documentation of a service",
  params: t.Object({
    service: t.String({ maxLength: 100, description: "Name of the service, or `hub`" }),
  }),
  response: pageResponse,
  example: { params: { service: "hub" } },
  async handler({ params, site }) {
    const { findService } = await import("../../../core/site/docs/endpoint/find-service.ts");
    const { servicePage } = await import("../../../core/site/docs/overview/service-page.ts");
    return servicePage(site, findService(site, params.service));
  },
});
