import { reply, t } from "hub";
import { trialPerMinute } from "../core/accounts/tiers.ts";
import { prefersPage } from "../core/platform/http/accept.ts";
import { baseOf, pageResponse } from "../core/site/docs/page.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "List the keyless samples",
  description: "JSON, or a page with forms for browsers.",
  response: t.Union([
    pageResponse,
    t.Object({
      success: t.Boolean(),
      per_minute: t.Integer({
        description: "Calls an address may make in 60 seconds, over all samples without their own",
      }),
      samples: t.Array(
        t.Object({
          service: t.String({ description: "The service it samples" }),
          path: t.String({ description: "Its path" }),
          url: t.String({ description: "An address that answers" }),
          summary: t.String({ description: "What it does" }),
          per_minute: t.Optional(
            t.Integer({
              description: "How often an address may call this one, where that is its own",
            }),
          ),
        }),
      ),
    }),
  ]),
  example: {},
  async handler({ site, request }) {
    if (prefersPage(request)) {
      const { trialsPage } = await import("../core/site/docs/trials-page.ts");
      return trialsPage(site);
    }
    const { bracePath } = await import("../core/site/docs/openapi.ts");
    const { trialsOf } = await import("../core/site/docs/trials.ts");
    const body = {
      success: true,
      per_minute: trialPerMinute,
      samples: trialsOf(site.plugins).map(({ plugin, loaded, path, sample }) => ({
        service: plugin.name,
        path: bracePath(path),
        url: baseOf(site, request) + sample,
        summary: loaded.route.summary,
        ...(loaded.route.tryPerMinute !== undefined && { per_minute: loaded.route.tryPerMinute }),
      })),
    };
    return reply(body, { headers: { vary: "Accept" } });
  },
});
