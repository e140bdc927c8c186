import type { Reply } from "../../contract/reply.ts";
import { allowedTo } from "../../host/doors/grant.ts";
import type { LoadedPlugin, LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import { type Html, html } from "../../lib/html.ts";
import type { CapturedAnswers } from "../examples/captured-answers.ts";
import type { AnswerExamples, Catalogue, PluginGrants } from "../view/site.ts";
import { endpointSection } from "./endpoint-section.ts";
import { keyForm } from "./key-form.ts";
import { limitsTable } from "./limits-page.ts";
import { documentationNav, endpointLinks, selectDocumentedRoutes } from "./navigation.ts";
import { cacheFor, markupReply, pageMarkup, standIn } from "./page.ts";
import { listTrials } from "./trials.ts";

type ServicePageSource = Catalogue &
  Pick<PluginGrants, "denied"> &
  Pick<AnswerExamples, "captured">;

/** Builds the page of one service: its endpoints, errors, limits and permissions. */
export async function servicePage(
  site: ServicePageSource,
  plugin: LoadedPlugin,
  base: string,
): Promise<Reply> {
  const answers = await site.captured();
  const written = cacheFor(site, `page ${plugin.name}`, () => ({ markup: "", revision: -1 }));
  if (written.revision !== answers.revision)
    Object.assign(written, {
      markup: write(site, { plugin, answers }),
      revision: answers.revision,
    });
  const { markup } = written;
  return markupReply(markup, { path: getServicePath(plugin), base });
}

function write(
  site: ServicePageSource,
  { plugin, answers }: { plugin: LoadedPlugin; answers: CapturedAnswers },
): string {
  const { title, summary } = plugin.plugin.manifest;
  const path = getServicePath(plugin);
  const endpoints = [...selectDocumentedRoutes(plugin), ...plugin.open];
  const trials = listTrials([plugin]);
  const body = html`<h1>${title}</h1>
<p class="lead">${summary}</p>
${renderContents(plugin, endpoints)}
${keyForm(html`Fills the samples, and is sent with your requests. <a href="/signup">Get a key</a>, or send requests without one if the endpoint has a trial.`)}
<p><a href="/docs?service=${plugin.name}">Try it in the API reference</a> · <a href="/openapi.json?service=${plugin.name}">OpenAPI document</a></p>
<h2 class="endpoints">Endpoints</h2>
${endpoints.map((loaded) =>
  endpointSection(plugin, loaded, {
    catalogue: site,
    base: standIn,
    answers,
    trials: trials.filter((trial) => trial.loaded === loaded),
  }),
)}
${ownFailures(plugin)}
${limitsTable(plugin)}
${permissionList(allowedTo(plugin, site.denied(plugin.name)))}`;
  return pageMarkup({
    title,
    path,
    body,
    aside: documentationNav(site, path),
    scripts: ["key.js", "endpoint.js", "samples.js"],
  });
}

function getServicePath({ name }: LoadedPlugin): string {
  return `/documentation/${name}`;
}

/** Builds the table of contents for narrow screens. */
function renderContents({ open }: LoadedPlugin, endpoints: readonly LoadedRoute[]): Html {
  const aliases = open.filter(({ folder }) => folder === "aliases").length;
  const keyless = open.length > aliases && `, plus ${open.length - aliases} without a key`;
  const others = aliases > 0 && `, plus ${aliases} at paths of other APIs`;
  return html`<details class="contents"><summary>${endpoints.length - open.length} endpoints${keyless}${others}</summary>${endpointLinks(endpoints)}</details>`;
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
const wholes: Readonly<Record<string, string>> = {
  kv: "its own key-value records",
  browser: "the hub's browser",
};
