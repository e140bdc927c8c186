import type { Reply } from "../../../contract/reply.ts";
import { Html, html } from "../../../lib/html.ts";
import type { Catalogue } from "../../view/site.ts";
import { documentationNav } from "../endpoint/navigation.ts";
import { findGuide, listGuides } from "../guides/guides.ts";
import { page } from "../page/page.ts";

/** Builds the page of a guide, with an outline of its sections. */
export function guidePage(site: Catalogue, { name, base }: { name: string; base: string }): Reply {
  const { title, start, rest, sections } = findGuide(name);
  const path = `/documentation/guides/${name}`;
  const main = sections.filter(({ level }) => level === 2);
  const outline = html`<nav class="outline" aria-label="On this page"><ul>${main.map(
    ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`,
  )}</ul></nav>`;
  const withBase = ({ markup }: Html) =>
    new Html(markup.replaceAll(localHub, () => Bun.escapeHTML(base)));
  const aside = documentationNav(site, path);
  return page({
    title,
    path,
    body: html`<div class="guide">${withBase(start)}${outline}${withBase(rest)}</div>`,
    aside,
  });
}

/** The address of the hub in commands of guides. */
const localHub = "http://localhost:3000";

/** Builds the list of all guides. */
export function guidesPage(site: Catalogue): Reply {
  const path = "/documentation/guides";
  const body = html`<h1>Guides</h1>
<p class="lead">How to install and operate a hub, connect programs to it, and extend it.</p>
<ul class="list">${listGuides().map(
    ({ name, title, summary }) =>
      html`<li><a href="${path}/${name}"><strong>${title}</strong><span>${summary}</span></a></li>`,
  )}</ul>`;
  return page({ title: "Guides", path, body, aside: documentationNav(site, path) });
}
