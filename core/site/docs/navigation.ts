import type { LoadedPlugin, LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import { type Html, html } from "../../lib/html.ts";
import type { Catalogue } from "../view/site.ts";
import { buildOperationId, isPage } from "./openapi.ts";

/** Builds the navigation: all pages, and the endpoints of the current one. */
export function documentationNav(site: Catalogue, path: string): Html {
  const general = [
    ["/documentation", "Overview"],
    ["/documentation/limits", "Limits"],
    ["/documentation/errors", "Errors"],
  ] as const;
  const services = [...site.plugins, site.own].map((plugin) => ({
    href: `/documentation/${plugin.name}`,
    plugin,
  }));
  return html`<nav aria-label="Documentation">
<ul>${general.map(([href, name]) => item(href, { name, path }))}</ul>
<h2>Services</h2>
<ul>${services.map(({ href, plugin }) =>
    item(href, {
      name: plugin.plugin.manifest.title,
      path,
      inside: href === path && endpointLinks([...selectDocumentedRoutes(plugin), ...plugin.open]),
    }),
  )}</ul>
</nav>`;
}

/** Lists the endpoints of a service, without web pages. */
export function selectDocumentedRoutes(plugin: LoadedPlugin) {
  return plugin.routes.filter((loaded) => plugin.name !== "hub" || !isPage(loaded));
}

function item(
  href: string,
  { name, path, inside }: { name: string; path: string; inside?: Html | false },
): Html {
  return html`<li><a href="${href}"${href === path && html` aria-current="page"`}>${name}</a>${inside}</li>`;
}

/** Lists links to the endpoints of a page. */
export function endpointLinks(endpoints: readonly LoadedRoute[]): Html {
  return html`<ul>${endpoints.map(
    ({ method, path, route }) =>
      html`<li><a href="#${buildOperationId(method, path)}">${route.summary}</a></li>`,
  )}</ul>`;
}
