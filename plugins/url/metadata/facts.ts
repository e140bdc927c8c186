import { openWords } from "hub/data-file";
import { readMoment } from "./date.ts";
import {
  findReference,
  findUrl,
  getText,
  getType,
  isThing,
  listTexts,
  type Thing,
} from "./json-ld.ts";
import type { Page } from "./page.ts";
import { imagesMax, type Source } from "./page-schema.ts";

const lists = openWords(new URL("./facts.txt", import.meta.url), ["date names", "background"])();

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
  const { content, things } = page;
  // The name of a website isn't the title of its pages.
  const main = thing && !isBackground(thing) ? thing : undefined;
  return {
    title: [
      ["og", page.meta("og:title")],
      ["twitter", page.meta("twitter:title")],
      ["jsonld", getText(main?.headline) ?? getText(main?.name)],
      ["html", page.title],
      ["html", findMeta(page, ["dc.title", "citation_title", "parsely-title"])],
      ["microdata", content.headline],
      ["h1", page.heading],
    ],
    description: [
      ["og", page.meta("og:description")],
      ["twitter", page.meta("twitter:description")],
      ["html", findMeta(page, ["description", "dc.description", "citation_abstract"])],
      ["jsonld", getText(thing?.description)],
      ["microdata", content.description],
    ],
    site_name: [
      ["og", page.meta("og:site_name")],
      ["jsonld", getText(thing?.publisher, things) ?? getText(findSite(things)?.name)],
      ["html", findMeta(page, ["application-name", "apple-mobile-web-app-title"])],
      ["microdata", content.publisher],
      ["html", findMeta(page, publisherNames)],
    ],
    author: [
      ["html", parseAuthor(page.meta("author"))],
      ["jsonld", joinNames(listTexts(thing?.author, things))],
      ["html", listAuthors(page)],
      ["microdata", joinNames(content.authors)],
      ["og", parseAuthor(page.meta("article:author"))],
      ["html", content.authorLink],
      ["twitter", parseAuthor(page.meta("twitter:creator"))],
    ],
  } satisfies Record<string, Candidates>;
}

/** Returns type, date, canonical URL and language. */
function collectDetails(page: Page, thing: Thing | undefined) {
  return {
    type: [
      ["og", page.meta("og:type")],
      ["jsonld", thing && getType(thing)],
    ],
    published_at: [
      ["og", readMoment(page.meta("article:published_time"))],
      ["jsonld", readMoment(thing?.datePublished)],
      ["html", [...dateNames].map((name) => readMoment(page.meta(name))).find(Boolean)],
      ["microdata", readMoment(page.content.date)],
      ["html", readMoment(page.content.time)],
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

const publisherNames = [
  "publisher",
  "dc.publisher",
  "citation_publisher",
  "citation_journal_title",
];

/** Names of tags with the day of publication, used by libraries, journals and analytics. */
const dateNames = lists["date names"];

function findMeta(page: Page, names: readonly string[]): string | undefined {
  return names.map((name) => page.meta(name)).find(Boolean);
}

/** Returns the authors that libraries, journals and analytics read. */
function listAuthors(page: Page): string | undefined {
  const lists = ["citation_author", "dc.creator", "parsely-author", "sailthru.author"];
  const found = lists.map((name) => page.allMeta(name)).find(({ length }) => length > 0);
  return found ? joinNames(found) : page.meta("byl")?.replace(/^by /i, "");
}

const authorsMax = 10;

function joinNames(names: readonly string[]): string | undefined {
  const unique = [...new Set(names.filter((name) => !name.includes("://")))];
  return unique.slice(0, authorsMax).join(", ") || undefined;
}

interface PageImage {
  url: string;
  width: number | null;
  height: number | null;
  alt: string | null;
  source: Source;
}

function withoutSource({ source: _, ...image }: PageImage) {
  return image;
}

/** Returns the images of a page, each once: those for previews, and then those of the content. */
function listImages(page: Page, thing: Thing | undefined): PageImage[] {
  const images = [
    ...groupImages(page, "og"),
    ...groupImages(page, "twitter"),
    ...[thing?.image].flat().flatMap((image) => listThingImages(page, image)),
    ...listImageLinks(page),
    ...listContentImages(page),
  ];
  const byUrl = new Map<string, PageImage>();
  for (const image of images) {
    const known = byUrl.get(image.url);
    byUrl.set(image.url, known ? mergeImages(known, image) : image);
  }
  return [...byUrl.values()].slice(0, imagesMax);
}

/** Adds facts that only another mention of the same image has. */
function mergeImages(image: PageImage, other: PageImage): PageImage {
  const hasSize = image.width !== null || image.height !== null;
  const { width, height } = hasSize ? image : other;
  return { ...image, width, height, alt: image.alt ?? other.alt };
}

/**
 * Groups the tags of images: each `og:image` starts one, and the tags after it belong to it
 * (https://ogp.me/#structured).
 */
function groupImages(page: Page, source: "og" | "twitter"): PageImage[] {
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

function listThingImages(page: Page, image: unknown): PageImage[] {
  const url = page.absolute(findUrl(image, page.things));
  if (url === undefined) return [];
  const { width, height, caption } = isThing(image)
    ? { ...findReference(image, page.things), ...image }
    : {};
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

function listImageLinks(page: Page): PageImage[] {
  const urls = [
    ...page.linksTo("image_src").map(({ url }) => url),
    page.absolute(findMeta(page, ["image", "parsely-image-url", "thumbnail"])),
  ];
  return urls.flatMap((url) =>
    url === undefined ? [] : [{ url, width: null, height: null, alt: null, source: "html" }],
  );
}

/** Smaller images are counters and ornaments. */
const contentPixelsMin = 50;

function listContentImages(page: Page): PageImage[] {
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

/** Returns the main JSON-LD object of a page: an article rather than the website or the page that has it. */
function findMainThing(things: readonly Thing[]): Thing | undefined {
  const main = things.find((thing) => !isBackground(thing)) ?? things[0];
  const isPage = main !== undefined && (getType(main) ?? "").endsWith("WebPage");
  const entity = isPage ? main.mainEntity : undefined;
  if (!isThing(entity)) return main;
  return getType(entity) ? entity : (findReference(entity, things) ?? main);
}

function isBackground(thing: Thing): boolean {
  return background.has(getType(thing) ?? "");
}

const { background } = lists;

function findSite(things: readonly Thing[]): Thing | undefined {
  return things.find((thing) => getType(thing) === "WebSite");
}

/** Returns the author's name. Some pages have the URL or handle of a profile instead, which is ignored. */
function parseAuthor(author: string | undefined): string | undefined {
  return author?.includes("://") || author?.startsWith("@") ? undefined : author;
}
