import type { Reply } from "../../../contract/reply.ts";
import { allowedTo } from "../../../host/doors/grant.ts";
import type { LoadedPlugin, LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";
import { asTable } from "../../../lib/as-table.ts";
import { type Html, html } from "../../../lib/html.ts";
import type { Catalogue, PluginGrants } from "../../view/site.ts";
import { routeLine } from "../endpoint/endpoint-page.ts";
import { documentationNav } from "../endpoint/navigation.ts";
import { buildEndpointPath, buildOperationId, selectDocumentedRoutes } from "../openapi/openapi.ts";
import { page } from "../page/page.ts";
import { limitsTable } from "./limits-page.ts";

type ServicePageSource = Catalogue & Pick<PluginGrants, "denied">;

/** Builds the page of one service: an index of its endpoints, its errors, limits and permissions. */
export function servicePage(site: ServicePageSource, plugin: LoadedPlugin): Reply {
  const { title, summary } = plugin.plugin.manifest;
  const path = `/documentation/${plugin.name}`;
  const body = html`<h1>${title}</h1>
<p class="lead">${summary}</p>
<section id="endpoints"><h2>Endpoints</h2>${endpointIndex(plugin, selectDocumentedRoutes(plugin))}</section>
${openEndpoints(plugin)}
${ownFailures(plugin)}
${limitsTable(plugin)}
${permissionList(allowedTo(plugin, site.denied(plugin.name)))}
<p><a href="/docs?service=${plugin.name}">API reference</a> · <a href="/openapi.json?service=${plugin.name}">OpenAPI document</a></p>`;
  const aside = documentationNav(site, path);
  return page({ title, path, body, aside, scripts: ["index.js"] });
}

/** Lists the endpoints that need no key, and those at paths of other APIs. */
function openEndpoints(plugin: LoadedPlugin): Html {
  const { aliases = [], keyless = [] } = Object.groupBy(plugin.open, ({ folder }) =>
    folder === "aliases" ? "aliases" : "keyless",
  );
  return html`${keyless.length > 0 && html`<section id="keyless"><h2>Endpoints without a key</h2>${endpointIndex(plugin, keyless)}</section>`}
${aliases.length > 0 && html`<section id="aliases"><h2>Endpoints at paths of other APIs</h2>${endpointIndex(plugin, aliases)}</section>`}`;
}

/** Renders one line per endpoint. Its id is the operation id, which older links use as their fragment. */
function endpointIndex(plugin: LoadedPlugin, endpoints: readonly LoadedRoute[]): Html {
  return html`<ul class="index">${endpoints.map((loaded) => {
    const { method, path, route } = loaded;
    return html`<li id="${buildOperationId(method, path)}"><a href="${buildEndpointPath(plugin, loaded)}">${route.summary}</a>${routeLine(method, path)}</li>`;
  })}</ul>`;
}

function ownFailures({ plugin }: LoadedPlugin): Html | undefined {
  const failures = Object.entries(plugin.manifest.errors ?? {});
  if (failures.length === 0) return undefined;
  return html`<section id="failures"><h2>Service errors</h2>
<ul>${failures.map(
    ([code, { status, title }]) =>
      html`<li>${status} <a href="/problems/${code}"><code>${code}</code></a>: ${title}</li>`,
  )}</ul></section>`;
}

function inWords(allowed: string): string {
  return allowed === "public" ? "any public address" : allowed;
}

function permissionList(granted: object): Html | undefined {
  const kinds = Object.entries(granted);
  if (kinds.length === 0) return undefined;
  return html`<section id="permissions"><h2>Permissions</h2>
<ul>${permissionItems(granted)}</ul></section>`;
}

/** Describes permissions, one list item each. */
export function permissionItems(permissions: object): Html[] {
  return Object.entries(permissions).map(
    ([kind, what]) =>
      html`<li><code>${kind}</code>: ${what === true ? wholes[kind] : [what].flat().map(inWords).join(", ")}</li>`,
  );
}

/** Texts of permissions that are granted as a whole. */
const wholes: Readonly<Record<string, string>> = asTable({
  kv: "its own key-value records",
  browser: "the hub's browser",
});
