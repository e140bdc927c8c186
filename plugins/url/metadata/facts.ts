import { addressIn, type Thing, textOf, typeOf } from "./json-ld.ts";
import type { Page } from "./page.ts";
import type { Source } from "./parts.ts";

/** A fact that a page may state in several places: the first that has something counts. */
type Places = readonly (readonly [source: Source, text: string | undefined])[];

/** What a page says about itself, and where each of it stands. */
export function factsOf(page: Page) {
  const found: Record<string, Source> = {};
  const thing = mainThing(page.things);
  const first = (field: string, places: Places): string | null => {
    const place = places.find(([, text]) => text);
    if (place) found[field] = place[0];
    return place?.[1] ?? null;
  };
  const published = first("published_at", [
    ["og", moment(page.meta("article:published_time"))],
    ["jsonld", moment(thing?.datePublished)],
    ["html", moment(page.meta("date") ?? page.meta("dc.date") ?? page.meta("datepublished"))],
  ]);
  return {
    title: first("title", [
      ["og", page.meta("og:title")],
      ["twitter", page.meta("twitter:title")],
      ["jsonld", textOf(thing?.headline) ?? textOf(thing?.name)],
      ["html", page.title],
    ]),
    description: first("description", [
      ["og", page.meta("og:description")],
      ["twitter", page.meta("twitter:description")],
      ["html", page.meta("description")],
      ["jsonld", textOf(thing?.description)],
    ]),
    site_name: first("site_name", [
      ["og", page.meta("og:site_name")],
      ["jsonld", textOf(thing?.publisher) ?? textOf(site(page.things)?.name)],
      ["html", page.meta("application-name")],
    ]),
    author: first("author", [
      ["html", page.meta("author")],
      ["jsonld", textOf(thing?.author)],
      ["og", named(page.meta("article:author"))],
      ["twitter", page.meta("twitter:creator")],
    ]),
    type: first("type", [
      ["og", page.meta("og:type")],
      ["jsonld", thing && typeOf(thing)],
    ]),
    published_at: published,
    canonical: first("canonical", [
      ["html", page.linked("canonical")[0]?.url],
      ["og", page.absolute(page.meta("og:url"))],
    ]),
    language: first("language", [
      ["html", page.language ?? page.meta("content-language")],
      ["og", page.meta("og:locale")?.replace("_", "-")],
      ["jsonld", textOf(thing?.inLanguage)],
    ]),
    image: imageOf(page, { thing, first }),
    theme_color: page.meta("theme-color") ?? null,
    robots: page.meta("robots") ?? null,
    sources: found,
  };
}

interface ImageOptions {
  thing: Thing | undefined;
  first: (field: string, places: Places) => string | null;
}

function imageOf(page: Page, { thing, first }: ImageOptions) {
  const og = ["og:image:secure_url", "og:image:url", "og:image"].map((name) => page.meta(name));
  const twitter = page.meta("twitter:image") ?? page.meta("twitter:image:src");
  const url = first("image", [
    ["og", og.map((text) => page.absolute(text)).find(Boolean)],
    ["twitter", page.absolute(twitter)],
    ["jsonld", page.absolute(addressIn(thing?.image))],
    ["html", page.linked("image_src")[0]?.url ?? page.absolute(page.meta("image"))],
  ]);
  if (url === null) return null;
  const isOg = og.some((text) => page.absolute(text) === url);
  return {
    url,
    width: isOg ? pixels(page.meta("og:image:width")) : null,
    height: isOg ? pixels(page.meta("og:image:height")) : null,
    alt: page.meta(isOg ? "og:image:alt" : "twitter:image:alt") ?? null,
  };
}

function pixels(text = ""): number | null {
  const size = Number.parseInt(text, 10);
  return size > 0 && size <= 100_000 ? size : null;
}

/** What a page is about: an article rather than the site that it is on. */
function mainThing(things: readonly Thing[]): Thing | undefined {
  return things.find((thing) => !background.has(typeOf(thing) ?? "")) ?? things[0];
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

function site(things: readonly Thing[]): Thing | undefined {
  return things.find((thing) => typeOf(thing) === "WebSite");
}

/** An author may be the address of a profile, which is no name. */
function named(author: string | undefined): string | undefined {
  return author?.includes("://") ? undefined : author;
}

/** A time as RFC 3339, or the day alone where no more is said. */
function moment(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return Number.isNaN(Date.parse(text)) ? undefined : text;
  // Only with a zone: without, it would be read as the server's.
  if (!/^\d{4}-\d\d-\d\d[T ].{5,20}(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) return undefined;
  const ms = Date.parse(text.replace(" ", "T"));
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
