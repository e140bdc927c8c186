import { decodeHTML, decodeHTMLAttribute } from "entities";
import { type ContentFacts, ContentReader } from "./microdata.ts";

/** Raw tags of a page. */
export interface Scanned {
  title: string | undefined;
  language: string | undefined;
  base: string | undefined;
  metas: MetaTag[];
  links: LinkTag[];
  /** Text of the first heading. */
  heading: string | undefined;
  images: ImageTag[];
  /** Content of the first `<meta http-equiv="refresh">`. */
  refresh: string | undefined;
  /** Text of each JSON-LD script. */
  jsonLd: string[];
  content: ContentFacts;
}

export interface MetaTag {
  name: string;
  content: string;
  /** Whether it is for some screens only. */
  isConditional?: boolean;
}

export interface LinkTag {
  rel: string[];
  href: string;
  type?: string;
  sizes?: string;
  title?: string;
  hreflang?: string;
}

export interface ImageTag {
  src: string;
  alt?: string;
  width?: string;
  height?: string;
}

const metasMax = 500;
const imagesMax = 100;
const linksMax = 500;
const textMax = 5000;
const jsonLdBytesMax = 524_288;
const sliceBytes = 32_768;

/** Parses the tags of a page in slices, so that other requests aren't blocked. */
export async function scan(bytes: Uint8Array, charset: string): Promise<Scanned> {
  const found: Scanned = {
    title: undefined,
    language: undefined,
    base: undefined,
    metas: [],
    links: [],
    heading: undefined,
    images: [],
    refresh: undefined,
    jsonLd: [],
    content: { authors: [] },
  };
  const page = new Response(toUtf8Stream(bytes, charset));
  const read = createReader(found).transform(page).body as ReadableStream<Uint8Array> | null;
  for await (const _ of read ?? []);
  found.title = found.title && decodeText(found.title);
  found.heading = found.heading && decodeText(found.heading);
  found.content = decodeContent(found.content);
  return found;
}

function decodeContent({ authors, ...facts }: ContentFacts): ContentFacts {
  const texts = Object.entries(facts).map(([name, text]) => [name, decodeText(text)]);
  return { ...Object.fromEntries(texts), authors: [...new Set(authors.map(decodeText))] };
}

function decodeText(text: string): string {
  return collapseWhitespace(decodeHTML(text.slice(0, textMax)));
}

/** Converts the page to UTF-8, which the parser requires. */
function toUtf8Stream(bytes: Uint8Array, charset: string): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder(charset as Bun.Encoding);
  let at = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        await new Promise((resolve) => setImmediate(resolve));
        const slice = bytes.subarray(at, at + sliceBytes);
        at += sliceBytes;
        const stream = at < bytes.length;
        controller.enqueue(new TextEncoder().encode(decoder.decode(slice, { stream })));
        if (!stream) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

function createReader(found: Scanned): HTMLRewriter {
  const templates = createDepth();
  const noscripts = createDepth();
  /** Handles elements of the page itself. Templates are shown only by scripts. */
  const onPage = (handle: (tag: Tag) => void) => ({
    element(tag: Tag) {
      if (!templates.isInside()) handle(tag);
    },
  });
  const titles = createTitleReader(found, templates.isInside);
  const content = new ContentReader(templates.isInside);
  found.content = content.facts;
  const reader = new HTMLRewriter()
    .on("template", templates.handler)
    .on("noscript", noscripts.handler)
    .on(
      "html",
      onPage((tag) => {
        found.language ??= getAttribute(tag, "lang") ?? getAttribute(tag, "xml:lang");
      }),
    )
    .on(
      "base",
      onPage((tag) => {
        found.base ??= getAttribute(tag, "href");
      }),
    )
    .on(
      "meta",
      onPage((tag) => {
        addMeta(tag, { metas: found.metas, isInContent: content.isInContent });
        const isRefresh = tag.getAttribute("http-equiv")?.trim().toLowerCase() === "refresh";
        // Browsers run scripts, so they ignore what is for those that don't.
        if (isRefresh && !noscripts.isInside()) found.refresh ??= getAttribute(tag, "content");
      }),
    )
    .on(
      "link",
      onPage((tag) => addLink(tag, found.links)),
    )
    .on(
      "img",
      onPage((tag) => addImage(tag, found.images)),
    )
    .on("svg title", titles.inPicture)
    .on("title", titles.anywhere)
    .on("h1", createHeadingReader(found, templates.isInside))
    .on(
      'script[type="application/ld+json" i]',
      createJsonLdReader(found.jsonLd, templates.isInside),
    );
  return content.addTo(reader);
}

/** Counts how deep the reader is in elements of one name. */
function createDepth() {
  let depth = 0;
  return {
    isInside: () => depth > 0,
    handler: {
      element(tag: Tag) {
        depth++;
        tag.onEndTag(() => {
          depth--;
        });
      },
    },
  };
}

/** Reads the first heading that has text. */
function createHeadingReader(found: Scanned, isInTemplate: () => boolean) {
  let isOpen = false;
  return {
    element(tag: Tag) {
      if (isInTemplate() || found.heading?.trim()) return;
      isOpen = true;
      found.heading = "";
      tag.onEndTag(() => {
        isOpen = false;
      });
    },
    text({ text }: HTMLRewriterTypes.Text) {
      if (isOpen && (found.heading ?? "").length < textMax) found.heading += text;
    },
  };
}

/** Reads the first title outside of an SVG. Handlers are called in the order of registration. */
function createTitleReader(found: Scanned, isInTemplate: () => boolean) {
  let isPicture = false;
  let isTitle = false;
  return {
    inPicture: {
      element() {
        isPicture = true;
      },
    },
    anywhere: {
      element() {
        isTitle = !isPicture && !isInTemplate() && found.title === undefined;
        isPicture = false;
        if (isTitle) found.title = "";
      },
      text({ text, lastInTextNode }: HTMLRewriterTypes.Text) {
        if (isTitle && (found.title ?? "").length < textMax) found.title += text;
        if (lastInTextNode) isTitle = false;
      },
    },
  };
}

function createJsonLdReader(texts: string[], isInTemplate: () => boolean) {
  let size = 0;
  return {
    element() {
      if (!isInTemplate()) texts.push("");
    },
    text({ text }: HTMLRewriterTypes.Text) {
      if (isInTemplate()) return;
      size += text.length;
      if (size <= jsonLdBytesMax) texts.push(texts.pop() + text);
    },
  };
}

type Tag = HTMLRewriterTypes.Element;

function addMeta(
  tag: Tag,
  { metas, isInContent }: Pick<Scanned, "metas"> & { isInContent: boolean },
): void {
  if (metas.length >= metasMax) return;
  const content = getAttribute(tag, "content");
  if (content === undefined) return;
  const isConditional = Boolean(getAttribute(tag, "media"));
  const names = ["property", "name", ...(isInContent ? ["itemprop"] : []), "http-equiv"];
  for (const named of names) {
    const name = getAttribute(tag, named)?.toLowerCase();
    if (name) metas.push({ name, content, ...(isConditional && { isConditional }) });
  }
}

function addImage(tag: Tag, images: ImageTag[]): void {
  if (images.length >= imagesMax) return;
  const src = findImageUrl(tag);
  if (!src) return;
  const image: ImageTag = { src };
  for (const name of ["alt", "width", "height"] as const) {
    const value = getAttribute(tag, name);
    if (value) image[name] = value;
  }
  images.push(image);
}

/** Returns the URL of an image. Pages that load images late have a placeholder in `src`. */
function findImageUrl(tag: Tag): string | undefined {
  const src = getAttribute(tag, "src");
  const late = ["data-src", "data-lazy-src", "data-original"].map((name) =>
    getAttribute(tag, name),
  );
  const early = src?.startsWith("data:") ? undefined : src;
  const sets = ["srcset", "data-srcset"].map((name) => getAttribute(tag, name));
  return [...late, early, ...sets.map(findLargest)].find(Boolean);
}

/** Returns the URL with the largest descriptor of a `srcset` attribute. URLs can have commas, but don't end with one. */
function findLargest(set = ""): string | undefined {
  let largest: { url: string; size: number } | undefined;
  for (let rest = set.trim(); rest !== ""; ) {
    const [word = ""] = rest.split(" ", 1);
    const url = word.endsWith(",") ? word.slice(0, -1) : word;
    rest = rest.slice(word.length);
    const end = word.endsWith(",") ? 0 : rest.indexOf(",");
    const descriptor = end === -1 ? rest : rest.slice(0, end);
    rest = end === -1 ? "" : rest.slice(word.endsWith(",") ? 0 : end + 1).trimStart();
    const size = Number.parseFloat(descriptor) || 1;
    if (url && (!largest || size > largest.size)) largest = { url, size };
  }
  return largest?.url;
}

function addLink(tag: Tag, links: LinkTag[]): void {
  if (links.length >= linksMax) return;
  const rel = (getAttribute(tag, "rel") ?? "").toLowerCase().split(" ").filter(Boolean);
  const href = getAttribute(tag, "href");
  if (rel.length === 0 || !href) return;
  const link: LinkTag = { rel, href };
  for (const name of ["type", "sizes", "title", "hreflang"] as const) {
    const value = getAttribute(tag, name);
    if (value) link[name] = value;
  }
  links.push(link);
}

function getAttribute(tag: Tag, name: string): string | undefined {
  const value = tag.getAttribute(name);
  return value === null
    ? undefined
    : collapseWhitespace(decodeHTMLAttribute(value.slice(0, textMax)));
}

/** Collapses whitespace, as browsers do. */
function collapseWhitespace(text: string): string {
  return text
    .split(/[\s\p{Cc}]/u)
    .filter(Boolean)
    .join(" ");
}
