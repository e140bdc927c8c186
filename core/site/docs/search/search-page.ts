import type { Reply } from "../../../contract/reply.ts";
import { html } from "../../../lib/html.ts";
import { documentationNav } from "../endpoint/navigation.ts";
import { serviceList } from "../overview/overview-page.ts";
import { page, searchMax } from "../page/page.ts";
import { type SearchSource, searchDocumentation } from "./search.ts";

/** Maximum number of results. Lower-ranked ones are rarely relevant. */
const shownMax = 50;

/** Builds the page of search results, which works without JavaScript. */
export async function searchPage(site: SearchSource, query: string): Promise<Reply> {
  const path = "/documentation/search";
  const found = query.trim() === "" ? [] : await searchDocumentation(site, query, shownMax);
  const body = html`<h1>Search</h1>
<form class="search" action="${path}"><label for="query"><span>Guides, services, endpoints, parameters and error codes</span><input id="query" name="q" type="search" maxlength="${searchMax}" value="${query}" dir="auto"></label> <button>Search</button></form>
${
  found.length > 0 &&
  html`<ol class="found-list">${found.map(
    ({ kind, title, detail, href }) =>
      html`<li><a href="${href}">${title}</a> <small class="tag">${kind}</small><p>${detail}</p></li>`,
  )}</ol>`
}
${found.length === 0 && query.trim() !== "" && html`<p>No results for <q dir="auto">${query}</q>. Try another word, or choose a service:</p>${serviceList(site)}`}`;
  return page({ title: "Search", path, body, aside: documentationNav(site, path) });
}
