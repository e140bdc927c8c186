import { decodeHTML, decodeHTMLAttribute } from "entities";

/** Raw tags of a page. */
export interface Scanned {
  title: string | undefined;
  language: string | undefined;
  base: string | undefined;
  metas: { name: string; content: string }[];
  links: LinkTag[];
  /** Text of each JSON-LD script. */
  jsonLd: string[];
}

export interface LinkTag {
  rel: string[];
  href: string;
  type?: string;
  sizes?: string;
  title?: string;
  hreflang?: string;
}

const metasMax = 500;
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
    jsonLd: [],
  };
  const page = new Response(toUtf8Stream(bytes, charset));
  const read = createReader(found).transform(page).body as ReadableStream<Uint8Array> | null;
  for await (const _ of read ?? []);
  found.title = found.title && collapseWhitespace(decodeHTML(found.title.slice(0, textMax)));
  return found;
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
  const titles = createTitleReader(found);
  return new HTMLRewriter()
    .on("html", {
      element(tag) {
        found.language ??= getAttribute(tag, "lang") ?? getAttribute(tag, "xml:lang");
      },
    })
    .on("base", {
      element(tag) {
        found.base ??= getAttribute(tag, "href");
      },
    })
    .on("meta", { element: (tag) => addMeta(tag, found.metas) })
    .on("link", { element: (tag) => addLink(tag, found.links) })
    .on("svg title", titles.inPicture)
    .on("title", titles.anywhere)
    .on('script[type="application/ld+json" i]', createJsonLdReader(found.jsonLd));
}

/** Reads the first title outside of an SVG. Handlers are called in the order of registration. */
function createTitleReader(found: Scanned) {
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
        isTitle = !isPicture && found.title === undefined;
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

function createJsonLdReader(texts: string[]) {
  let size = 0;
  return {
    element: () => void texts.push(""),
    text({ text }: HTMLRewriterTypes.Text) {
      size += text.length;
      if (size <= jsonLdBytesMax) texts.push(texts.pop() + text);
    },
  };
}

type Tag = HTMLRewriterTypes.Element;

function addMeta(tag: Tag, metas: Scanned["metas"]): void {
  if (metas.length >= metasMax) return;
  const content = getAttribute(tag, "content");
  if (content === undefined) return;
  for (const named of ["property", "name", "itemprop", "http-equiv"]) {
    const name = getAttribute(tag, named)?.toLowerCase();
    if (name) metas.push({ name, content });
  }
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
