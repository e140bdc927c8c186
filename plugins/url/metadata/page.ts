import type { Thing } from "./json-ld.ts";
import { parseJsonLd } from "./json-ld.ts";
import type { ContentFacts } from "./microdata.ts";
import type { ImageTag, LinkTag, MetaTag, Scanned } from "./scan.ts";

const addressMax = 2048;

/** Queries over the tags of a page. */
export class Page {
  /** URL of the page. */
  readonly address: URL;
  readonly title: string | undefined;
  readonly heading: string | undefined;
  readonly images: readonly ImageTag[];
  readonly language: string | undefined;
  readonly links: readonly LinkTag[];
  readonly metas: readonly MetaTag[];
  readonly things: readonly Thing[];
  /** Values that the content names. */
  readonly content: ContentFacts;
  readonly #base: string;
  readonly #byName: Map<string, string[]>;

  constructor(
    { title, heading, language, base, metas, links, images, jsonLd, content }: Scanned,
    address: URL,
  ) {
    this.address = address;
    this.title = title || undefined;
    this.heading = heading || undefined;
    this.images = images;
    this.language = language || undefined;
    this.links = links;
    this.metas = metas;
    this.things = parseJsonLd(jsonLd);
    this.content = content;
    this.#base = address.href;
    this.#base = this.absolute(base) ?? address.href;
    // Those for all screens come first.
    const { every = [], some = [] } = Object.groupBy(metas, ({ isConditional }) =>
      isConditional ? "some" : "every",
    );
    const filled = [...every, ...some].filter(({ content }) => content !== "");
    this.#byName = new Map(
      [...Map.groupBy(filled, ({ name }) => name)].map(([name, all]) => [
        name,
        all.map(({ content }) => content),
      ]),
    );
  }

  /** Returns the content of the first `<meta>` with a name. */
  meta(name: string): string | undefined {
    return this.#byName.get(name)?.[0];
  }

  /** Returns the contents of all `<meta>` with a name. */
  allMeta(name: string): readonly string[] {
    return this.#byName.get(name) ?? [];
  }

  /** Returns all tags with a prefix, by the rest of their names. Repeated tags become lists. */
  tagsUnder(prefix: string): Record<string, string | string[]> {
    const entries = [...this.#byName]
      .filter(([name]) => name.startsWith(prefix) && name.length > prefix.length)
      // Prevents prototype pollution in clients that copy the response.
      .filter(([name]) => !name.endsWith("__proto__"))
      .map(([name, all]) => {
        const [first = ""] = all;
        return [name.slice(prefix.length), all.length === 1 ? first : all] as const;
      });
    return Object.fromEntries(entries);
  }

  /** Returns the links with a relation, with absolute URLs. */
  linksTo(rel: string): (LinkTag & { url: string })[] {
    return this.links.flatMap((link) => {
      const url = link.rel.includes(rel) ? this.absolute(link.href) : undefined;
      return url === undefined ? [] : [{ ...link, url }];
    });
  }

  /** Resolves a URL against the page, or returns undefined if it is not a web URL. */
  absolute(text: string | undefined): string | undefined {
    const url = text ? URL.parse(text, this.#base) : null;
    const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
    return isWeb && url.href.length <= addressMax ? url.href : undefined;
  }
}
