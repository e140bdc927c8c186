import { oneOf, reply, t } from "hub";
import { prefersJson } from "../../core/platform/http/accept.ts";
import { parseBasePath } from "../../core/platform/http/base-path.ts";
import { pageResponse, searchMax } from "../../core/site/docs/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

/** How often an address may search in 60 seconds: who types asks with nearly every letter. */
const pace = { policy: "search", perMinute: 240 };

const resultsMax = 8;

export default ownRoutes.route({
  summary: "Search the documentation",
  description: `Services, endpoints, parameters, error codes and pages by their words, the best first. A page; \`Accept: application/json\` answers with the first ${resultsMax}. An address may search ${pace.perMinute} times in 60 seconds.`,
  query: t.Object({
    q: t.String({ maxLength: searchMax, default: "", description: "What is looked for" }),
  }),
  response: t.Union([
    pageResponse,
    t.Object({
      success: t.Boolean(),
      query: t.String({ description: "What was looked for" }),
      results: t.Array(
        t.Object({
          kind: oneOf(["service", "endpoint", "parameter", "error", "page"], {
            description: "What it is",
          }),
          title: t.String({ description: "Its name" }),
          detail: t.String({ description: "What tells it from others of its name" }),
          href: t.String({ description: "Path of where it is explained" }),
        }),
      ),
    }),
  ]),
  example: { query: { q: "draw a QR code" } },
  async handler({ query: { q }, site, calls, call, request }) {
    await calls.admit(call, pace);
    if (prefersJson(request)) {
      const { searchDocumentation } = await import("../../core/site/docs/search.ts");
      const base = parseBasePath(site.baseUrl());
      const results = searchDocumentation(site, q, resultsMax).map(({ href, ...result }) => ({
        ...result,
        href: base + href,
      }));
      const body = { success: true, query: q, results };
      return reply(body, { headers: { vary: "Accept" } });
    }
    const { searchPage } = await import("../../core/site/docs/search-page.ts");
    return searchPage(site, q);
  },
});
