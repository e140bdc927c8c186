import { HubError, t } from "hub";
import { pageResponse } from "../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Open the tools",
  description: "Returns the start page of the tools: forms that do a task without any code.",
  query: t.Object({
    q: t.String({ maxLength: 200, default: "", description: "Words of a task to find tools for" }),
  }),
  response: pageResponse,
  example: { query: {} },
  async handler({ site, tools, query }) {
    if (tools.mode === "off") throw new HubError("not_found", "This hub has no tools");
    const { toolsPage } = await import("../../core/site/docs/tools/tools-page.ts");
    return toolsPage(site, query.q);
  },
});
