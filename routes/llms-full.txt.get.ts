import { binary } from "hub";
import type { Reply } from "../core/contract/reply.ts";
import { baseOf } from "../core/site/docs/page.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Read the whole documentation as one text for language models",
  description:
    "Markdown after llmstxt.org: the pages of the documentation, one after another. Each page alone is Markdown, too, for whoever accepts that.",
  response: binary("text/plain; charset=utf-8"),
  cache: "etag",
  example: {},
  async handler({ site, request }) {
    const [{ overviewPage }, { limitsPage }, { errorsPage }, { servicePage }] = await Promise.all([
      import("../core/site/docs/overview-page.ts"),
      import("../core/site/docs/limits-page.ts"),
      import("../core/site/docs/errors-page.ts"),
      import("../core/site/docs/service-page.ts"),
    ]);
    const base = baseOf(site, request);
    const pages = [
      () => overviewPage(site, base),
      () => limitsPage(site),
      () => errorsPage(site),
      ...[...site.plugins, site.own].map((service) => () => servicePage(site, service, base)),
    ];
    const texts: string[] = [];
    for (const page of pages) {
      texts.push(markdownOf(await page()));
      // A long page takes a while to write for the first time: other calls come in between.
      await Bun.sleep(0);
    }
    return texts.join("\n");
  },
});

function markdownOf({ alternatives }: Reply): string {
  return String(alternatives?.["text/markdown"]?.() ?? "");
}
