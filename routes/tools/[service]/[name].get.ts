import { HubError, t } from "hub";
import { getBaseUrl, pageResponse } from "../../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Open a tool",
  description:
    "Returns the form of an endpoint for people. A link can fill it in: the names of values start with `params.`, `query.` or `body.`.",
  params: t.Object({
    service: t.String({ maxLength: 100, description: "Name of the service" }),
    name: t.String({ maxLength: 200, description: "Name of the tool, such as `merge`" }),
  }),
  query: t.Object({}, { additionalProperties: t.String() }),
  response: pageResponse,
  example: { params: { service: "qr", name: "generate" }, query: {} },
  async handler({ params, query, site, request, tools, call }) {
    const { findTool } = await import("../../../core/site/docs/tools/list-tools.ts");
    const tool = tools.mode === "off" ? undefined : findTool(site, params);
    if (!tool)
      throw new HubError("not_found", `Unknown tool "${params.name}": /tools lists the tools`);
    const { toolPage } = await import("../../../core/site/docs/tools/tool-page.ts");
    const isOpen = tools.isOpenTo(call);
    return toolPage(site, tool, {
      base: getBaseUrl(site, request),
      isOpen,
      cookie: isOpen ? tools.createCookie(call) : undefined,
      given: query,
    });
  },
});
