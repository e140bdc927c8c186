import { t } from "hub";
import { getBaseUrl, pageResponse } from "../../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Read a guide",
  params: t.Object({
    guide: t.String({ maxLength: 100, description: "Name of the guide, such as `operating`" }),
  }),
  response: pageResponse,
  example: { params: { guide: "installing" } },
  async handler({ params, site, request }) {
    const { guidePage } = await import("../../../core/site/docs/overview/guide-page.ts");
    return guidePage(site, { name: params.guide, base: getBaseUrl(site, request) });
  },
});
