import type { Reply } from "../../../contract/reply.ts";
import { allowedTo, narrowPermissions } from "../../../host/doors/grant.ts";
import {
  buildPermissions,
  lackedBy,
  listPermissionItems,
} from "../../../host/doors/permission-items.ts";
import type { LoadedPlugin, LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";
import { listPluginPages } from "../../../host/schedule/plugin-page.ts";
import type { CronState } from "../../../host/schedule/schedule.ts";
import { type Html, html } from "../../../lib/html.ts";
import type { HubStatus } from "../../view/hub-status.ts";
import type { Catalogue, PluginGrants, Release } from "../../view/site.ts";
import { routeLine } from "../endpoint/endpoint-page.ts";
import { buildEndpointPath } from "../openapi/openapi.ts";
import { page } from "../page/page.ts";
import { count, plural } from "./overview-page.ts";
import { permissionItems } from "./service-page.ts";

type ServicesSource = Catalogue & PluginGrants & Pick<Release, "startedAt">;
type ServicesStatus = Pick<HubStatus, "schedule" | "datasets" | "late">;

/** Builds the page of services: endpoints, permissions, datasets, tasks and load failures. */
export async function servicesPage(site: ServicesSource, status: ServicesStatus): Promise<Reply> {
  const schedule = await status.schedule();
  const body = html`<h1>Services</h1>
<p class="lead">${count(site)}, running since ${formatMinute(site.startedAt)}. See <a href="/status">Status</a> for the state of each service and <a href="/readyz">Health</a> for the readiness check.</p>
<p>Sandbox for job processes: ${site.sandbox.state}.</p>
${brokenSection(site)}
${site.plugins.map((plugin) => serviceSection(plugin, { site, status, schedule }))}`;
  // Not cached: permissions, errors and datasets change while the hub runs.
  return page({ title: "Services", path: "/services", body }, { "cache-control": "no-store" });
}

function brokenSection({ broken }: Pick<PluginGrants, "broken">): Html | undefined {
  if (broken.length === 0) return undefined;
  return html`<section id="left-out"><h2>Plugins that could not be loaded</h2>
<ul>${broken.map(({ name, reason, isStillServed }) => html`<li><code>${name}</code>: ${reason}${isStillServed ? ". The previous version is still served" : ""}</li>`)}</ul></section>`;
}

function serviceSection(
  plugin: LoadedPlugin,
  {
    site,
    status,
    schedule,
  }: { site: ServicesSource; status: ServicesStatus; schedule: readonly CronState[] },
): Html {
  const { name, isolated } = plugin;
  const { title, summary, permissions = {}, try: trials = {} } = plugin.plugin.manifest;
  const denied = site.denied(name).filter((kind) => kind in permissions);
  const granted = allowedTo(plugin, denied);
  const notGranted = buildPermissions(
    lackedBy(granted, listPermissionItems(narrowPermissions(permissions, denied))),
  );
  const refused = narrowPermissions(
    permissions,
    Object.keys(permissions).filter((kind) => !denied.includes(kind)),
  );
  const datasets = status.datasets().filter(({ service }) => service === name);
  const pages = listPluginPages(plugin);
  const due = schedule.filter((entry) => entry.plugin === name);
  const unhandled = status.late().find((entry) => entry.plugin === name);
  return html`<section class="endpoint" id="service-${name}">
<h2><a href="/documentation/${name}">${title}</a></h2>
<p>${summary}</p>
${routeList(plugin)}
<dl class="facts">
${fact("Runs", isolated ? "isolated, in its own processes" : "in the hub's process; heavy work in job processes")}
${Object.keys(trials).length > 0 && fact("Samples without a key", html`<a href="/try">${plural(Object.keys(trials).length, "sample")}</a>`)}
${fact("Permissions", Object.keys(granted).length > 0 ? html`<ul>${permissionItems(granted)}</ul>` : "none")}
${denied.length > 0 && fact("Denied by the operator", html`<ul>${permissionItems(refused)}</ul>`)}
${Object.keys(notGranted).length > 0 && fact("Not granted by the operator", html`<ul>${permissionItems(notGranted)}</ul>`)}
${datasets.length > 0 && fact("Datasets", html`<ul>${datasets.map(({ id, built }) => html`<li><code>${id}</code>: ${built ? `built ${built.slice(0, 10)}` : "not available yet"}</li>`)}</ul>`)}
${pages.length > 0 && fact("Pages", html`<ul>${pages.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}</ul>`)}
${due.length > 0 && fact("Scheduled tasks", html`<ul>${due.map(cronItem)}</ul>`)}
${unhandled && fact("Unhandled errors", `${unhandled.count}, last at ${formatMinute(unhandled.lastAt)}`)}
</dl></section>`;
}

function routeList(plugin: LoadedPlugin): Html {
  const { routes, open } = plugin;
  const keyless = open.length > 0 && ` and ${open.length} at the root`;
  return html`<details class="routes"><summary>${plural(routes.length, "endpoint")}${keyless}</summary>
<ul>${[...routes, ...open].map((loaded) => routeItem(plugin, loaded))}</ul></details>`;
}

function routeItem(plugin: LoadedPlugin, loaded: LoadedRoute): Html {
  const { method, path, route } = loaded;
  return html`<li>${routeLine(method, path)}<a href="${buildEndpointPath(plugin, loaded)}">${route.summary}</a></li>`;
}

function cronItem({ name, summary, pattern, nextAt, last, lastFailure }: CronState): Html {
  const times = [
    nextAt !== undefined && `next at ${formatMinute(nextAt)}`,
    last ? `last at ${formatMinute(last.startedAt)}` : "not run yet",
    lastFailure && `failed at ${formatMinute(lastFailure.at)}: ${lastFailure.reason}`,
  ];
  return html`<li><code>${name}</code> (<code>${pattern}</code>, UTC): ${summary}; ${times.filter(Boolean).join(", ")}</li>`;
}

function fact(name: string, what: Html | string): Html {
  return html`<dt>${name}</dt><dd>${what}</dd>`;
}

/** Formats a time for people: `2026-01-02 03:04 UTC`. */
function formatMinute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
