import type { Reply } from "../../../contract/reply.ts";
import { openTable } from "../../../lib/data-file.ts";
import { type Html, html } from "../../../lib/html.ts";
import type { Catalogue } from "../../view/site.ts";
import { buildEndpointPath } from "../openapi/openapi.ts";
import { page } from "../page/page.ts";
import type { SearchSource } from "../search/search.ts";
import { searchDocumentation } from "../search/search.ts";
import { findTool, listTools, type Tool } from "./list-tools.ts";

/** The tasks on the start page. Those whose service isn't served are left out. */
const readTiles = openTable(new URL("./tiles.tsv", import.meta.url), {
  title: "text",
  text: "text",
  service: "text",
  name: "text",
  query: "optional",
});

/** Results of a search that are looked at, and the tools among them that are shown. */
const [resultsMax, toolsMax] = [200, 10];

/** Builds the start page of the tools: frequent tasks, a search, and all tools by service. */
export async function toolsPage(site: SearchSource, query: string): Promise<Reply> {
  const all = site.plugins.map((plugin) => ({ plugin, tools: listTools(plugin) }));
  const found =
    query.trim() === ""
      ? undefined
      : await findTools(
          site,
          query,
          all.flatMap(({ tools }) => tools),
        );
  const body = html`<h1>Tools</h1>
<form class="tool-find" action="/tools" role="search" aria-label="Tools"><label>What do you want to do? <input type="search" name="q" maxlength="200" value="${query}"></label> <button>Search</button></form>
${
  found
    ? html`<section><h2>Found tools</h2>${found.length > 0 ? toolList(found) : html`<p>No tool was found.</p>`}</section>`
    : taskTiles(site)
}
${
  found
    ? html`<p><a href="/tools">All tools</a></p>`
    : all.map(
        ({ plugin, tools }) =>
          tools.length > 0 &&
          html`<section><h2>${plugin.plugin.manifest.title}</h2>${toolList(tools)}</section>`,
      )
}`;
  return page({ title: "Tools", path: "/tools", body, isFull: true });
}

/** Lists frequent tasks as tiles. */
export function taskTiles(site: Catalogue): Html {
  return html`<ul class="tiles">${readTiles().map((tile) => renderTile(site, tile))}</ul>`;
}

function renderTile(
  site: Catalogue,
  { title, text, query, ...place }: ReturnType<typeof readTiles>[number],
): Html | undefined {
  const tool = findTool(site, place);
  if (!tool) return undefined;
  return html`<li><a href="${tool.href}${query !== undefined && `?${query}`}"><strong>${title}</strong> <span>${text}</span></a></li>`;
}

function toolList(tools: readonly Tool[]): Html {
  return html`<ul class="tool-list">${tools.map(({ href, title }) => html`<li><a href="${href}">${title}</a></li>`)}</ul>`;
}

async function findTools(
  site: SearchSource,
  query: string,
  tools: readonly Tool[],
): Promise<Tool[]> {
  const results = await searchDocumentation(site, query, resultsMax);
  const byPage = new Map(tools.map((tool) => [buildEndpointPath(tool.plugin, tool.loaded), tool]));
  const found = results.map(({ kind, href }) =>
    kind === "endpoint" ? byPage.get(href) : undefined,
  );
  return found.filter((tool) => tool !== undefined).slice(0, toolsMax);
}
