/** JSON-LD object of a page. */
export type Thing = Record<string, unknown>;

const depthMax = 16;
const itemsMax = 3000;
const textMax = 10_000;

/** Parses JSON-LD, with the objects of graphs individually. Invalid JSON is skipped. */
export function parseJsonLd(texts: readonly string[]): Thing[] {
  const cleaner = new Cleaner();
  return texts.flatMap((text) => {
    const read = [cleaner.clean(parseText(text))].flat() as unknown[];
    return read.filter(isThing).flatMap((thing) => {
      const graph = thing["@graph"];
      return Array.isArray(graph) ? graph.filter(isThing) : [thing];
    });
  });
}

/** Returns the text of a field, or the name of the first object in it. */
export function getText(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() || undefined;
  if (Array.isArray(value)) return getText(value[0]);
  if (!isThing(value)) return undefined;
  return getText(value.name ?? value["@value"]);
}

/** Returns the URL in a field, in any of its notations. */
export function findUrl(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return findUrl(value[0]);
  return isThing(value) ? findUrl(value.url ?? value.contentUrl ?? value["@id"]) : undefined;
}

/** Returns the type of an object, such as `NewsArticle`. */
export function getType({ "@type": type }: Thing): string | undefined {
  const first = Array.isArray(type) ? type[0] : type;
  return typeof first === "string" ? first : undefined;
}

function isThing(value: unknown): value is Thing {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseText(text: string): unknown {
  // Old pages wrap it in comments for old browsers.
  const bare = text.trim().replace(/^<!--/, "").replace(/-->$/, "").replace(/;$/, "");
  try {
    return JSON.parse(bare);
  } catch {
    return undefined;
  }
}

/** Copies values, up to a maximum depth and number. */
class Cleaner {
  #left = itemsMax;

  clean(value: unknown, depth = 0): unknown {
    if (this.#left-- <= 0 || depth > depthMax) return null;
    if (typeof value === "string") return value.slice(0, textMax);
    if (Array.isArray(value))
      return value.slice(0, Math.max(0, this.#left)).map((item) => this.clean(item, depth + 1));
    if (!isThing(value)) return value ?? null;
    const copy: Thing = {};
    for (const [name, item] of Object.entries(value)) {
      if (this.#left <= 0) break;
      // Prevents prototype pollution in clients that copy the response.
      if (name !== "__proto__" && name !== "constructor" && name !== "prototype")
        copy[name] = this.clean(item, depth + 1);
    }
    return copy;
  }
}
