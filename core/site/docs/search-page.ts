import type { Reply } from "../../contract/reply.ts";
import { html } from "../../lib/html.ts";
import { documentationNav } from "./navigation.ts";
import { page, searchMax } from "./page.ts";
import { type SearchSource, searchDocumentation } from "./search.ts";

/** How many are shown: what stands behind them was not meant. */
const shownMax = 50;

/** What a query finds, for whoever has no scripts or wants more than fits below the field. */
export function searchPage(site: SearchSource, query: string): Reply {
  const path = "/documentation/search";
  const found = query.trim() === "" ? [] : searchDocumentation(site, query, shownMax);
  const body = html`<h1>Search</h1>
<form class="search" action="${path}"><label for="query"><span>Services, endpoints, parameters, error codes and pages</span><input id="query" name="q" type="search" maxlength="${searchMax}" value="${query}" dir="auto"></label> <button>Search</button></form>
${
  found.length > 0
    ? html`<ol class="found-list">${found.map(
        ({ kind, title, detail, href }) =>
          html`<li><a href="${href}">${title}</a> <small class="tag">${kind}</small><p>${detail}</p></li>`,
      )}</ol>`
    : query.trim() !== "" && html`<p>Nothing is found by <q dir="auto">${query}</q>.</p>`
}`;
  return page({ title: "Search", path, body, aside: documentationNav(site, path) });
}
