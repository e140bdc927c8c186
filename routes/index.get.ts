import { reply, t } from "hub";
import { prefersJson } from "../core/platform/http/accept.ts";
import { getBaseUrl, hubTitle, pageResponse } from "../core/site/docs/page/page.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

const links = {
  documentation: "/documentation",
  reference: "/docs",
  openapi: "/openapi.json",
  services: "/services",
  tools: "/tools",
  try: "/try",
  sign_up: "/signup",
};

/** The link to the API catalog (RFC 9727). */
const link = '</.well-known/api-catalog>; rel="api-catalog"';

export default ownRoutes.route({
  summary: "Open the home page",
  description:
    "Returns the home page. Send `Accept: application/json` for links to the documentation, services and sign-up.",
  response: t.Union([
    pageResponse,
    t.Object({
      success: t.Boolean(),
      name: t.String({ description: "Name of the hub" }),
      version: t.String({ description: "Version of the hub" }),
      links: t.Record(t.String(), t.String(), { description: "Paths by name" }),
    }),
  ]),
  example: {},
  async handler({ site, status, clock, request, tools }) {
    if (prefersJson(request)) {
      const body = { success: true, name: hubTitle, version: site.version, links: { ...links } };
      return reply(body, { headers: { vary: "Accept", link } });
    }
    const { landingPage } = await import("../core/site/docs/overview/landing-page.ts");
    const { taskTiles } = await import("../core/site/docs/tools/tools-page.ts");
    return landingPage(site, {
      base: getBaseUrl(site, request),
      headers: { link },
      answered: status.answered(),
      now: clock(),
      tiles: tools.mode === "off" ? undefined : taskTiles(site),
    });
  },
});
