import type { Thing } from "./json-ld.ts";
import { thingsOf } from "./json-ld.ts";
import type { LinkTag, Scanned } from "./scan.ts";

const addressMax = 2048;

/** A page's tags, to be asked for what they say. */
export class Page {
  /** Where it is. */
  readonly address: URL;
  readonly title: string | undefined;
  readonly language: string | undefined;
  readonly links: readonly LinkTag[];
  readonly metas: readonly { name: string; content: string }[];
  readonly things: readonly Thing[];
  readonly #base: string;
  readonly #byName: Map<string, string[]>;

  constructor({ title, language, base, metas, links, jsonLd }: Scanned, address: URL) {
    this.address = address;
    this.title = title || undefined;
    this.language = language || undefined;
    this.links = links;
    this.metas = metas;
    this.things = thingsOf(jsonLd);
    this.#base = address.href;
    this.#base = this.absolute(base) ?? address.href;
    const filled = metas.filter(({ content }) => content !== "");
    this.#byName = new Map(
      [...Map.groupBy(filled, ({ name }) => name)].map(([name, all]) => [
        name,
        all.map(({ content }) => content),
      ]),
    );
  }

  /** What the first `<meta>` of this name says. */
  meta(name: string): string | undefined {
    return this.#byName.get(name)?.[0];
  }

  /** All tags whose names begin so, by the rest of their names: one text, or a list of several. */
  tagsUnder(prefix: string): Record<string, string | string[]> {
    const entries = [...this.#byName]
      .filter(([name]) => name.startsWith(prefix) && name.length > prefix.length)
      // Whoever copies the answer on must not set a prototype by it.
      .filter(([name]) => !name.endsWith("__proto__"))
      .map(([name, all]) => {
        const [first = ""] = all;
        return [name.slice(prefix.length), all.length === 1 ? first : all] as const;
      });
    return Object.fromEntries(entries);
  }

  /** The links of a relation, with absolute addresses. */
  linksTo(rel: string): (LinkTag & { url: string })[] {
    return this.links.flatMap((link) => {
      const url = link.rel.includes(rel) ? this.absolute(link.href) : undefined;
      return url === undefined ? [] : [{ ...link, url }];
    });
  }

  /** An address of the web as the page means it, or undefined where it is none. */
  absolute(text: string | undefined): string | undefined {
    const url = text ? URL.parse(text, this.#base) : null;
    const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
    return isWeb && url.href.length <= addressMax ? url.href : undefined;
  }
}
