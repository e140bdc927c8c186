import { decodeHTML } from "entities";

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
export function getText(value: unknown, things: readonly Thing[] = []): string | undefined {
  if (typeof value === "string") return cleanText(value) || undefined;
  if (Array.isArray(value)) return getText(value[0], things);
  if (!isThing(value)) return undefined;
  return getText(value.name ?? value["@value"] ?? findReference(value, things)?.name);
}

/** Returns the texts of a field, or the names of the objects in it. */
export function listTexts(value: unknown, things: readonly Thing[] = []): string[] {
  return [value].flat().flatMap((one) => getText(one, things) ?? []);
}

/** Returns the URL in a field, in any of its notations. */
export function findUrl(value: unknown, things: readonly Thing[] = []): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return findUrl(value[0], things);
  if (!isThing(value)) return undefined;
  const { url, contentUrl } = { ...findReference(value, things), ...value };
  return findUrl(url ?? contentUrl ?? value["@id"]);
}

/** Returns the object of the page to which an object refers by its id. */
export function findReference({ "@id": id }: Thing, things: readonly Thing[]): Thing | undefined {
  return typeof id === "string" ? things.find((thing) => thing["@id"] === id) : undefined;
}

/** Collapses whitespace, and decodes entities, which many pages write in JSON too. */
function cleanText(text: string): string {
  return decodeHTML(text).split(/\s/).filter(Boolean).join(" ");
}

/** Returns the type of an object, such as `NewsArticle`. */
export function getType({ "@type": type }: Thing): string | undefined {
  const first = Array.isArray(type) ? type[0] : type;
  return typeof first === "string" ? first : undefined;
}

export function isThing(value: unknown): value is Thing {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseText(text: string): unknown {
  const bare = unwrap(text);
  try {
    return JSON.parse(bare);
  } catch {
    return parseWithLineBreaks(bare);
  }
}

/** Removes the comments and CDATA marks with which old pages wrap scripts. */
function unwrap(text: string): string {
  let bare = text.trim();
  for (const mark of ["<!--", "//", "/*", "<![CDATA[", "*/"])
    if (bare.startsWith(mark)) bare = bare.slice(mark.length).trimStart();
  for (const mark of ["-->", "*/", "]]>", "/*", "//", ";"])
    if (bare.endsWith(mark)) bare = bare.slice(0, -mark.length).trimEnd();
  return bare;
}

/** Parses JSON with line breaks in its texts, which JSON forbids. */
function parseWithLineBreaks(text: string): unknown {
  try {
    return JSON.parse(text.replace(/\p{Cc}/gu, " "));
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
