import { reply, t } from "hub";
import { trialPerMinute } from "../core/accounts/tiers.ts";
import { prefersPage } from "../core/platform/http/accept.ts";
import { getBaseUrl, pageResponse } from "../core/site/docs/page/page.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "List the samples that work without a key",
  description: "Returns JSON, or a page in browsers.",
  response: t.Union([
    pageResponse,
    t.Object({
      success: t.Boolean(),
      per_minute: t.Integer({
        description:
          "Requests per IP address in 60 seconds, shared by all samples without their own limit",
      }),
      samples: t.Array(
        t.Object({
          service: t.String({ description: "Name of the service" }),
          path: t.String({ description: "Path of the sample" }),
          url: t.String({ description: "Example URL" }),
          summary: t.String({ description: "Summary of the sample" }),
          per_minute: t.Optional(
            t.Integer({
              description:
                "Requests per IP address in 60 seconds, if this sample has its own limit",
            }),
          ),
        }),
      ),
    }),
  ]),
  example: {},
  async handler({ site, request }) {
    if (prefersPage(request)) {
      const { trialsPage } = await import("../core/site/docs/overview/trials-page.ts");
      return trialsPage(site);
    }
    const { bracePath } = await import("../core/site/docs/openapi/openapi.ts");
    const { listTrials } = await import("../core/site/docs/endpoint/trials.ts");
    const body = {
      success: true,
      per_minute: trialPerMinute,
      samples: listTrials(site.plugins).map(({ plugin, loaded, path, sample }) => ({
        service: plugin.name,
        path: bracePath(path),
        url: getBaseUrl(site, request) + sample,
        summary: loaded.route.summary,
        ...(loaded.route.tryPerMinute !== undefined && { per_minute: loaded.route.tryPerMinute }),
      })),
    };
    return reply(body, { headers: { vary: "Accept" } });
  },
});
