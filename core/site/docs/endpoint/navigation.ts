import type { LoadedPlugin } from "../../../host/plugin/loaded-plugin.ts";
import { type Html, html } from "../../../lib/html.ts";
import type { Catalogue } from "../../view/site.ts";
import { listGuides } from "../guides/guides.ts";
import { buildEndpointPath, selectDocumentedRoutes } from "../openapi/openapi.ts";

/** Builds the navigation: all pages, and the endpoints of the current service. */
export function documentationNav(site: Catalogue, path: string): Html {
  const general = [
    ["/documentation", "Overview"],
    ["/documentation/guides", "Guides"],
    ["/documentation/limits", "Limits"],
    ["/documentation/errors", "Errors"],
  ] as const;
  const services = [...site.plugins, site.own].map((plugin) => ({
    href: `/documentation/${plugin.name}`,
    plugin,
  }));
  return html`<nav aria-label="Documentation">
<ul>${general.map(([href, name]) =>
    item(href, {
      name,
      path,
      inside: name === "Guides" && path.startsWith(href) && guideLinks(path),
    }),
  )}</ul>
<h2>Services</h2>
<ul>${services.map(({ href, plugin }) => {
    const isHere = href === path || path.startsWith(`${href}/`);
    return item(href, {
      name: plugin.plugin.manifest.title,
      path,
      inside: isHere && endpointLinks(plugin, path),
    });
  })}</ul>
</nav>`;
}

function item(
  href: string,
  { name, path, inside }: { name: string; path: string; inside?: Html | false },
): Html {
  return html`<li><a href="${href}"${href === path && html` aria-current="page"`}>${name}</a>${inside}</li>`;
}

function guideLinks(path: string): Html {
  return html`<ul>${listGuides().map(({ name, title }) =>
    item(`/documentation/guides/${name}`, { name: title, path }),
  )}</ul>`;
}

function endpointLinks(plugin: LoadedPlugin, path: string): Html {
  const endpoints = [...selectDocumentedRoutes(plugin), ...plugin.open];
  return html`<ul>${endpoints.map((loaded) =>
    item(buildEndpointPath(plugin, loaded), { name: loaded.route.summary, path }),
  )}</ul>`;
}
