import { findUrl, getText, getType, type Thing } from "./json-ld.ts";
import type { Page } from "./page.ts";
import type { Source } from "./page-schema.ts";

/** Candidates for a fact, in order of precedence. The first non-empty one is used. */
type Candidates = readonly (readonly [source: Source, text: string | undefined])[];

/** Returns the metadata of a page and the source of each field. */
export function readFacts(page: Page) {
  const thing = findMainThing(page.things);
  const candidates = { ...collectTexts(page, thing), ...collectDetails(page, thing) };
  const found = Object.entries({ ...candidates, image: listImageCandidates(page, thing) }).flatMap(
    ([field, candidates]) => {
      const candidate = candidates.find(([, text]) => text);
      return candidate ? [[field, candidate] as const] : [];
    },
  );
  const facts = Object.fromEntries(found.map(([field, [, text]]) => [field, text]));
  const fact = (field: keyof typeof candidates) => facts[field] ?? null;
  return {
    title: fact("title"),
    description: fact("description"),
    site_name: fact("site_name"),
    author: fact("author"),
    type: fact("type"),
    published_at: fact("published_at"),
    canonical: fact("canonical"),
    language: fact("language"),
    image: facts.image === undefined ? null : describeImage(page, facts.image),
    theme_color: page.meta("theme-color") ?? null,
    robots: page.meta("robots") ?? null,
    sources: Object.fromEntries(found.map(([field, [source]]) => [field, source])),
  };
}

/** Returns the texts: title, description and names. */
function collectTexts(page: Page, thing: Thing | undefined) {
  return {
    title: [
      ["og", page.meta("og:title")],
      ["twitter", page.meta("twitter:title")],
      ["jsonld", getText(thing?.headline) ?? getText(thing?.name)],
      ["html", page.title],
    ],
    description: [
      ["og", page.meta("og:description")],
      ["twitter", page.meta("twitter:description")],
      ["html", page.meta("description")],
      ["jsonld", getText(thing?.description)],
    ],
    site_name: [
      ["og", page.meta("og:site_name")],
      ["jsonld", getText(thing?.publisher) ?? getText(findSite(page.things)?.name)],
      ["html", page.meta("application-name")],
    ],
    author: [
      ["html", page.meta("author")],
      ["jsonld", getText(thing?.author)],
      ["og", parseAuthor(page.meta("article:author"))],
      ["twitter", page.meta("twitter:creator")],
    ],
  } satisfies Record<string, Candidates>;
}

/** Returns type, date, canonical URL and language. */
function collectDetails(page: Page, thing: Thing | undefined) {
  const date = page.meta("date") ?? page.meta("dc.date") ?? page.meta("datepublished");
  return {
    type: [
      ["og", page.meta("og:type")],
      ["jsonld", thing && getType(thing)],
    ],
    published_at: [
      ["og", readMoment(page.meta("article:published_time"))],
      ["jsonld", readMoment(thing?.datePublished)],
      ["html", readMoment(date)],
    ],
    canonical: [
      ["html", page.linksTo("canonical")[0]?.url],
      ["og", page.absolute(page.meta("og:url"))],
    ],
    language: [
      ["html", page.language ?? page.meta("content-language")],
      ["og", page.meta("og:locale")?.replace("_", "-")],
      ["jsonld", getText(thing?.inLanguage)],
    ],
  } satisfies Record<string, Candidates>;
}

function listImageCandidates(page: Page, thing: Thing | undefined): Candidates {
  return [
    ["og", findOpenGraphImage(page)],
    ["twitter", page.absolute(page.meta("twitter:image") ?? page.meta("twitter:image:src"))],
    ["jsonld", page.absolute(findUrl(thing?.image))],
    ["html", page.linksTo("image_src")[0]?.url ?? page.absolute(page.meta("image"))],
  ];
}

function findOpenGraphImage(page: Page): string | undefined {
  const names = ["og:image:secure_url", "og:image:url", "og:image"];
  return names.map((name) => page.absolute(page.meta(name))).find(Boolean);
}

function describeImage(page: Page, url: string) {
  const isOg = findOpenGraphImage(page) === url;
  return {
    url,
    width: isOg ? parsePixels(page.meta("og:image:width")) : null,
    height: isOg ? parsePixels(page.meta("og:image:height")) : null,
    alt: page.meta(isOg ? "og:image:alt" : "twitter:image:alt") ?? null,
  };
}

function parsePixels(text = ""): number | null {
  const size = Number.parseInt(text, 10);
  return size > 0 && size <= 100_000 ? size : null;
}

/** Returns the main JSON-LD object of a page: an article rather than the website. */
function findMainThing(things: readonly Thing[]): Thing | undefined {
  return things.find((thing) => !background.has(getType(thing) ?? "")) ?? things[0];
}

const background = new Set([
  "WebSite",
  "Organization",
  "NewsMediaOrganization",
  "BreadcrumbList",
  "SiteNavigationElement",
  "ImageObject",
  "Person",
  "WPHeader",
  "WPFooter",
]);

function findSite(things: readonly Thing[]): Thing | undefined {
  return things.find((thing) => getType(thing) === "WebSite");
}

/** Returns the author's name. Some pages have a profile URL instead, which is ignored. */
function parseAuthor(author: string | undefined): string | undefined {
  return author?.includes("://") ? undefined : author;
}

/** Formats a time as RFC 3339, or as a day if there is no time. */
function readMoment(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return Number.isNaN(Date.parse(text)) ? undefined : text;
  // A time zone is required. Otherwise, the server's would be used.
  if (!/^\d{4}-\d\d-\d\d[T ].{5,20}(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) return undefined;
  const ms = Date.parse(text.replace(" ", "T"));
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
