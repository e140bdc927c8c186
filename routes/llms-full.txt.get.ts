import { binary } from "hub";
import { convertInThread } from "../core/site/docs/page/markdown-thread.ts";
import { packText, unpackText } from "../core/site/docs/page/pack-text.ts";
import { cacheFor, getBaseUrl } from "../core/site/docs/page/page.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

/** Placeholder for the hub's base URL, so that all requests share the converted pages. */
const placeholder = "https://this-hub.invalid";

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
    const base = getBaseUrl(site, request);
    const pages = [
      () => overviewPage(site, placeholder),
      () => limitsPage(site),
      () => errorsPage(site),
      ...[...site.plugins, site.own].flatMap((plugin) => [
        () => servicePage(site, plugin),
        ...[...selectDocumentedRoutes(plugin), ...plugin.open].map(
          (loaded) => () => endpointPage(site, { plugin, loaded, base: placeholder }),
        ),
      ]),
    ];
    const markups: string[] = [];
    for (const page of pages) {
      markups.push(String((await page()).body));
      // Lets other requests run: rendering a long page for the first time is slow.
      await Bun.sleep(0);
    }
    const packed = await writeOnce(site, markups);
    return unpackText(packed).replaceAll(placeholder, () => base);
  },
});

/** The Markdown of all pages, and the hash of the pages it was written from. */
interface WrittenPages {
  hash?: bigint | undefined;
  packed?: Promise<Uint8Array>;
}

/** Converts pages to Markdown, unless they are the same as before. */
function writeOnce(site: object, markups: readonly string[]): Promise<Uint8Array> {
  const written = cacheFor<WrittenPages>(site, "llms-full", () => ({}));
  const hash = markups.reduce((hash, markup) => BigInt(Bun.hash(markup, hash)), 0n);
  if (hash === written.hash && written.packed) return written.packed;
  const packed = write(markups);
  written.hash = hash;
  written.packed = packed;
  // The next request tries again.
  packed.catch(() => {
    written.hash = undefined;
  });
  return packed;
}

async function write(markups: readonly string[]): Promise<Uint8Array> {
  const texts = await convertInThread(markups);
  return packText(texts.join("\n"));
}
