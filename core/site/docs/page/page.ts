import packageJson from "../../../../package.json" with { type: "json" };
import { type Reply, reply } from "../../../contract/reply.ts";
import { binary } from "../../../contract/schema.ts";
import { type Html, html } from "../../../lib/html.ts";
import type { SiteAddress } from "../../view/site.ts";
import { type AssetName, assetUrl } from "./assets.ts";

const caches = new WeakMap<object, Map<string, unknown>>();

export interface Page {
  title: string;
  /** The path of the page, which the navigation marks. */
  path: string;
  body: Html;
  /** Links to other pages: a sidebar, or below the page on narrow screens. */
  aside?: Html;
  scripts?: readonly AssetName[];
  /** Whether it uses the full width, like pages with a sidebar. */
  isFull?: boolean;
}

/** The media type of a page. */
export const pageType = "text/html; charset=utf-8";

const markdownType = "text/markdown";

/** Response schema of routes that return a page, as HTML or as Markdown. */
export const pageResponse = binary(pageType, markdownType);

/** Placeholder for the hub's base URL in cached markup, since it can differ per request. */
export const standIn = "https://hub.invalid";

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%2300785a'/%3E%3Cpath d='M5 4v4.5a3 3 0 0 0 6 0V4' fill='none' stroke='%23fff' stroke-width='2' stroke-linecap='round'/%3E%3C/svg%3E";

/** The favicon. */
export const iconLink = html`<link rel="icon" href="${icon}">`;

/** Content security policy: no resources of other hosts, and only the hub's own scripts. */
const policy = {
  "default-src": "'none'",
  "style-src": "'self'",
  "script-src": "'self'",
  "img-src": "'self' data: blob:",
  "media-src": "'self' blob:",
  "connect-src": "'self'",
  "form-action": "'self'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'",
};

const PLACES = [
  ["/documentation", "Documentation"],
  ["/tools", "Tools"],
  ["/docs", "Reference"],
  ["/gallery", "Gallery"],
  ["/signup", "Get a key"],
  ["/account", "Account"],
] as const;

/** Returns a page. `headers` extend or override the default headers of pages. */
export function page(content: Page, headers: Record<string, string> = {}): Reply {
  return markupReply(pageMarkup(content), { path: content.path, headers });
}

/** Returns a page from cached markup and replaces `standIn` with the hub's base URL. */
export function markupReply(
  markup: string,
  { path, base = "", headers = {} }: PlaceOfMarkup,
): Reply {
  const alternate = `<${encodeURI(path)}>; rel="alternate"; type="${markdownType}"`;
  const link = headers.link === undefined ? alternate : `${headers.link}, ${alternate}`;
  return reply(
    markup.replaceAll(standIn, () => Bun.escapeHTML(base)),
    {
      type: pageType,
      headers: { ...pageHeaders(), ...headers, link },
      alternatives: {
        [markdownType]() {
          // The HTML parser is loaded on the first request for Markdown.
          const { convertToMarkdown } =
            require("./page-markdown.ts") as typeof import("./page-markdown.ts");
          return convertToMarkdown(markup).replaceAll(standIn, () => base);
        },
      },
    },
  );
}

interface PlaceOfMarkup {
  /** The path of the page. */
  path: string;
  /** The base URL of the hub. */
  base?: string;
  headers?: Readonly<Record<string, string>>;
}

/** Returns the headers of a page, with changes to the content security policy. */
export function pageHeaders(changes: Partial<typeof policy> = {}): Record<string, string> {
  return {
    "content-security-policy": Object.entries({ ...policy, ...changes })
      .map(([directive, sources]) => `${directive} ${sources}`)
      .join("; "),
    "cache-control": "no-cache",
    // With "no-referrer", forms send no origin and look like cross-site requests.
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    vary: "Accept",
  };
}

/** Builds the header of all pages. Its search works without JavaScript, and shows results while typing with it. */
export function siteHeader(path: string): Html {
  return html`<header class="site">
<a class="brand" href="/"><svg class="mark" viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" rx="4"/><path d="M5 4v4.5a3 3 0 0 0 6 0V4"/></svg>${hubTitle}</a>
<form class="find" role="search" aria-label="This site" action="/documentation/search"><label for="find" class="unseen">Search</label><input id="find" name="q" type="search" maxlength="${searchMax}" placeholder="Search" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd></form>
<nav aria-label="Site">${PLACES.map(([href, name]) => {
    const isHere = path === href || path.startsWith(`${href}/`);
    return html`<a href="${href}"${isHere && html` aria-current="page"`}>${name}</a>`;
  })}</nav>
</header>
<script type="module" src="${assetUrl("find.js")}"></script>`;
}

/** The longest query of a search. */
export const searchMax = 200;

const ENDS = [
  ["/try", "Try without a key"],
  ["/status", "Status"],
  ["/services", "Services"],
  ["/openapi.json", "OpenAPI"],
  ["/llms.txt", "llms.txt"],
] as const;

/** Builds the footer of all pages. */
export function siteFooter(): Html {
  return html`<footer class="site-end"><p>${hubTitle} ${packageJson.version}</p>
<nav aria-label="About this hub">${ENDS.map(([href, name]) => html`<a href="${href}">${name}</a>`)}</nav></footer>`;
}

/** The name of the hub. */
export const hubTitle = "utilhub";

/** Renders a complete HTML document. */
export function pageMarkup({
  title,
  path,
  body,
  aside,
  scripts = [],
  isFull = false,
}: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === hubTitle ? title : `${title} · ${hubTitle}`}</title>
${iconLink}
<link rel="stylesheet" href="${assetUrl("style.css")}">
${scripts.map((name) => html`<script type="module" src="${assetUrl(name)}"></script>`)}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${siteHeader(path)}
<div class="${aside ? "columns" : isFull ? "column full" : "column"}">
<main id="content">
${aside && html`<p class="menu"><a href="#pages">All pages</a></p>`}
${body}
</main>
${aside && html`<aside id="pages">${aside}</aside>`}
</div>
${siteFooter()}
</body>
</html>
`.markup;
}

/** Returns the base URL of the hub: the configured one, or the origin of this request. */
export function getBaseUrl(site: SiteAddress, request: Request): string {
  return site.baseUrl() ?? new URL(request.url).origin;
}

/** Caches generated content per site, since it doesn't change while the hub runs. */
export function cacheFor<Written>(site: object, name: string, write: () => Written): Written {
  const known = caches.get(site) ?? new Map<string, unknown>();
  caches.set(site, known);
  const written = (known.get(name) as Written | undefined) ?? write();
  known.set(name, written);
  return written;
}
