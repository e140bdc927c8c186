import { binary } from "hub";
import { serviceQuery, validateService } from "../../core/site/docs/openapi/parameters.ts";
import { pageType } from "../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Open the interactive API reference",
  query: serviceQuery,
  response: binary(pageType),
  example: { query: {} },
  async handler({ query, site }) {
    const { referencePage } = await import("../../core/site/docs/endpoint/reference-page.ts");
    return referencePage(site, validateService(site, query));
  },
});
