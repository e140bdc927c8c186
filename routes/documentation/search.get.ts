import { oneOf, reply, t } from "hub";
import { prefersJson } from "../../core/platform/http/accept.ts";
import { parseBasePath } from "../../core/platform/http/base-path.ts";
import { pageResponse, searchMax } from "../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

/**
 * The number of searches per IP address in 60 seconds. Search-as-you-type waits 120 ms after a letter, so that one
 * person sends fewer than 500.
 */
const pace = { policy: "search", perMinute: 600 };

const resultsMax = 8;

export default ownRoutes.route({
  summary: "Search the documentation",
  description: `Searches guides, services, endpoints, parameters, error codes and pages, and returns the best matches first as a page. Send \`Accept: application/json\` for the first ${resultsMax} as JSON. The limit is ${pace.perMinute} searches per IP address in 60 seconds.`,
  query: t.Object({
    q: t.String({ maxLength: searchMax, default: "", description: "Search text" }),
  }),
  response: t.Union([
    pageResponse,
    t.Object({
      success: t.Boolean(),
      query: t.String({ description: "Search text" }),
      results: t.Array(
        t.Object({
          kind: oneOf(["service", "endpoint", "parameter", "error", "page", "guide"], {
            description: "Type of the result",
          }),
          title: t.String({ description: "Title of the result" }),
          detail: t.String({ description: "Text that distinguishes results with the same title" }),
          href: t.String({ description: "Path of the documentation" }),
        }),
      ),
    }),
  ]),
  example: { query: { q: "draw a QR code" } },
  async handler({ query: { q }, site, calls, call, request }) {
    await calls.admit(call, pace);
    if (prefersJson(request)) {
      const { searchDocumentation } = await import("../../core/site/docs/search/search.ts");
      const base = parseBasePath(site.baseUrl());
      const found = await searchDocumentation(site, q, resultsMax);
      const results = found.map(({ href, ...result }) => ({ ...result, href: base + href }));
      const body = { success: true, query: q, results };
      return reply(body, { headers: { vary: "Accept" } });
    }
    const { searchPage } = await import("../../core/site/docs/search/search-page.ts");
    return searchPage(site, q);
  },
});
