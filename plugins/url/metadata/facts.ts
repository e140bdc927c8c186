import { findUrl, getText, getType, type Thing } from "./json-ld.ts";
import type { Page } from "./page.ts";
import { imagesMax, type Source } from "./page-schema.ts";

/** Candidates for a fact, in order of precedence. The first non-empty one is used. */
type Candidates = readonly (readonly [source: Source, text: string | undefined])[];

/** Returns the metadata of a page and the source of each field. */
export function readFacts(page: Page) {
  const thing = findMainThing(page.things);
  const candidates = { ...collectTexts(page, thing), ...collectDetails(page, thing) };
  const images = listImages(page, thing);
  const [image] = images;
  const found = Object.entries({
    ...candidates,
    image: [[image?.source ?? "og", image?.url]] satisfies Candidates,
  }).flatMap(([field, candidates]) => {
    const candidate = candidates.find(([, text]) => text);
    return candidate ? [[field, candidate] as const] : [];
  });
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
    image: image ? withoutSource(image) : null,
    images,
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
      ["h1", page.heading],
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

interface Image {
  url: string;
  width: number | null;
  height: number | null;
  alt: string | null;
  source: Source;
}

function withoutSource({ source: _, ...image }: Image) {
  return image;
}

/** Returns the images of a page, each once: those for previews, and then those of the content. */
function listImages(page: Page, thing: Thing | undefined): Image[] {
  const images = [
    ...groupImages(page, "og"),
    ...groupImages(page, "twitter"),
    ...[thing?.image].flat().flatMap((image) => listThingImages(page, image)),
    ...listImageLinks(page),
    ...listContentImages(page),
  ];
  const byUrl = new Map<string, Image>();
  for (const image of images) {
    const known = byUrl.get(image.url);
    byUrl.set(image.url, known ? mergeImages(known, image) : image);
  }
  return [...byUrl.values()].slice(0, imagesMax);
}

/** Adds facts that only another mention of the same image has. */
function mergeImages(image: Image, other: Image): Image {
  const hasSize = image.width !== null || image.height !== null;
  const { width, height } = hasSize ? image : other;
  return { ...image, width, height, alt: image.alt ?? other.alt };
}

/**
 * Groups the tags of images: each `og:image` starts one, and the tags after it belong to it
 * (https://ogp.me/#structured).
 */
function groupImages(page: Page, source: "og" | "twitter"): Image[] {
  const prefix = `${source}:image`;
  const groups: Map<string, string>[] = [];
  for (const { name, content } of page.metas) {
    if (content === "" || !(name === prefix || name.startsWith(`${prefix}:`))) continue;
    const key = name.slice(prefix.length + 1);
    const current = groups.at(-1);
    const isNew = current === undefined || startsImage(page, { key, content, current });
    const group = isNew ? new Map<string, string>() : (current ?? new Map());
    if (isNew) groups.push(group);
    if (!group.has(key)) group.set(key, content);
  }
  return groups.flatMap((group) => {
    const url = ["secure_url", "url", "src", ""]
      .map((key) => page.absolute(group.get(key)))
      .find(Boolean);
    if (url === undefined) return [];
    return [
      {
        url,
        width: parsePixels(group.get("width")),
        height: parsePixels(group.get("height")),
        alt: group.get("alt") ?? null,
        source,
      },
    ];
  });
}

/**
 * Returns whether a tag starts another image. Some pages name only `og:image:url`, and some repeat the same image in
 * three tags. The secure URL may differ.
 */
function startsImage(
  page: Page,
  { key, content, current }: { key: string; content: string; current: ReadonlyMap<string, string> },
): boolean {
  if (!["", "url", "src", "secure_url"].includes(key)) return false;
  const other = current.get("") ?? current.get("url") ?? current.get("src");
  const isAlias = key === "url" || key === "src";
  const isOther = isAlias && page.absolute(other) !== page.absolute(content);
  return current.has(key) || (other !== undefined && isOther);
}

function listThingImages(page: Page, image: unknown): Image[] {
  const url = page.absolute(findUrl(image));
  if (url === undefined) return [];
  const { width, height, caption } =
    typeof image === "object" && image !== null ? (image as Thing) : {};
  return [
    {
      url,
      width: parsePixels(width),
      height: parsePixels(height),
      alt: getText(caption) ?? null,
      source: "jsonld",
    },
  ];
}

function listImageLinks(page: Page): Image[] {
  const urls = [
    ...page.linksTo("image_src").map(({ url }) => url),
    page.absolute(page.meta("image")),
  ];
  return urls.flatMap((url) =>
    url === undefined ? [] : [{ url, width: null, height: null, alt: null, source: "html" }],
  );
}

/** Smaller images are counters and ornaments. */
const contentPixelsMin = 50;

function listContentImages(page: Page): Image[] {
  return page.images.flatMap(({ src, alt = null, ...declared }) => {
    const url = page.absolute(src);
    const [width, height] = [parsePixels(declared.width), parsePixels(declared.height)];
    const isSmall =
      Math.min(width ?? contentPixelsMin, height ?? contentPixelsMin) < contentPixelsMin;
    return url === undefined || isSmall ? [] : [{ url, width, height, alt, source: "img" }];
  });
}

function parsePixels(value: unknown): number | null {
  const size = Number.parseInt(String(value ?? ""), 10);
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
