import { binary } from "hub";
import type { Reply } from "../core/contract/reply.ts";
import { getBaseUrl } from "../core/site/docs/page/page.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Get the full documentation for language models",
  description:
    "Returns all documentation pages as one Markdown file (llmstxt.org). For a single page as Markdown, send `Accept: text/markdown`.",
  response: binary("text/plain; charset=utf-8"),
  cache: "etag",
  example: {},
  async handler({ site, request }) {
    const [
      { overviewPage },
      { limitsPage },
      { errorsPage },
      { servicePage },
      { endpointPage },
      { selectDocumentedRoutes },
    ] = await Promise.all([
      import("../core/site/docs/overview/overview-page.ts"),
      import("../core/site/docs/overview/limits-page.ts"),
      import("../core/site/docs/overview/errors-page.ts"),
      import("../core/site/docs/overview/service-page.ts"),
      import("../core/site/docs/endpoint/endpoint-page.ts"),
      import("../core/site/docs/openapi/openapi.ts"),
    ]);
    // Loads the Markdown writer, which pages would otherwise load in the middle of their work.
    await import("../core/site/docs/page/page-markdown.ts");
    const base = getBaseUrl(site, request);
    const pages = [
      () => overviewPage(site, base),
      () => limitsPage(site),
      () => errorsPage(site),
      ...[...site.plugins, site.own].flatMap((plugin) => [
        () => servicePage(site, plugin),
        ...[...selectDocumentedRoutes(plugin), ...plugin.open].map(
          (loaded) => () => endpointPage(site, { plugin, loaded, base }),
        ),
      ]),
    ];
    const texts: string[] = [];
    for (const page of pages) {
      const rendered = await page();
      // Lets other requests run: rendering a long page for the first time is slow, and so is its Markdown.
      await Bun.sleep(0);
      texts.push(getMarkdown(rendered));
      await Bun.sleep(0);
    }
    return texts.join("\n");
  },
});

function getMarkdown({ alternatives }: Reply): string {
  return String(alternatives?.["text/markdown"]?.() ?? "");
}
