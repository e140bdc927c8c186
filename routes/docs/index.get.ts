import { binary } from "hub";
import { pageType } from "../../core/site/docs/page.ts";
import { serviceQuery, validateService } from "../../core/site/docs/parameters.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Open the interactive API reference",
  query: serviceQuery,
  response: binary(pageType),
  example: { query: {} },
  async handler({ query, site }) {
    const { referencePage } = await import("../../core/site/docs/reference-page.ts");
    return referencePage(site, validateService(site, query));
  },
});
