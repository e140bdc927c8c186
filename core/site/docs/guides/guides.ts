import { readdirSync, readFileSync } from "node:fs";
import { HubError } from "../../../contract/errors.ts";
import { Html } from "../../../lib/html.ts";

/** A document of `docs/` as a page. */
export interface Guide {
  /** The last segment of its path: `operating` for `docs/OPERATING.md`. */
  name: string;
  title: string;
  /** The first sentence of its first paragraph. */
  summary: string;
  /** Its title and what precedes the first section. */
  start: Html;
  rest: Html;
  sections: readonly GuideSection[];
}

interface GuideSection {
  id: string;
  title: string;
  /** 2 for a section, 3 and more for those inside. */
  level: number;
  text: string;
}

const folder = new URL("../../../../docs/", import.meta.url);

const known = new Map<string, Guide>();

/** Lists the names of all guides. */
export function listGuides(): Guide[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .sort()
    .map((file) => findGuide(file.slice(0, -".md".length).toLowerCase()));
}

/** Returns a guide by its name. Throws `not_found`. */
export function findGuide(name: string): Guide {
  const guide = known.get(name) ?? readGuide(name);
  known.set(name, guide);
  return guide;
}

function readGuide(name: string): Guide {
  const file = readdirSync(folder).find((one) => one.toLowerCase() === `${name}.md`);
  if (!file)
    throw new HubError(
      "not_found",
      `Unknown guide "${name}": /documentation/guides lists the guides`,
    );
  const text = readFileSync(new URL(file, folder), "utf8");
  const markup = adaptLinks(Bun.markdown.html(text, { headings: { ids: true } }));
  const [start = "", ...parts] = markup.split(/(?=<h[2-4] id=)/);
  const sections = parts.map(readSection);
  const title = readElement(start, "h1");
  const [summary = ""] = readElement(start, "p").split(/(?<=\.) /);
  return { name, title, summary, start: new Html(start), rest: new Html(parts.join("")), sections };
}

function readSection(markup: string): GuideSection {
  const level = Number(markup[2]);
  const [, id = ""] = /^<h\d id="([^"]*)"/.exec(markup) ?? [];
  const end = markup.indexOf(`</h${level}>`);
  return { id, level, title: toText(markup.slice(0, end)), text: toText(markup.slice(end)) };
}

/** Returns the text of the first element with a name. */
function readElement(markup: string, name: string): string {
  const start = markup.indexOf(`<${name}`);
  return toText(markup.slice(start, markup.indexOf(`</${name}>`, start)));
}

/** Removes the tags of markup that was written by a renderer. */
function toText(markup: string): string {
  const words = markup
    .replace(/<\/?(?:a|code|em|strong)\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return words
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

/** Leads links between documents to their pages, and makes wide blocks scroll. */
function adaptLinks(markup: string): string {
  return new HTMLRewriter()
    .on("a[href]", {
      element(link) {
        const href = link.getAttribute("href") ?? "";
        const target = findPage(href);
        if (target === undefined) link.removeAndKeepContent();
        else link.setAttribute("href", target);
      },
    })
    .on("pre", { element: (block) => void block.setAttribute("tabindex", "0") })
    .on("table", {
      element(table) {
        table.before('<div class="wide" tabindex="0">', { html: true });
        table.after("</div>", { html: true });
      },
    })
    .transform(markup);
}

/** Returns the page of a link in a document. Files without a page have none. */
function findPage(href: string): string | undefined {
  if (/^(?:https?:|mailto:|[#/])/.test(href)) return href;
  const [, name, anchor = ""] = /^(\w+)\.md(#.*)?$/.exec(href) ?? [];
  if (name) return `/documentation/guides/${name.toLowerCase()}${anchor}`;
  const [, service] = /^\.\.\/plugins\/([\w-]+)\/README\.md/.exec(href) ?? [];
  return service && `/documentation/${service}`;
}
