import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from "pdf-lib";
import { type Leaf, packLike, pageLeaves } from "../engines/pdf-lib.ts";
import { pageAt } from "../input/fields.ts";
import {
  dictEntry,
  entry,
  listDicts,
  nameEntry,
  readText,
  toDict,
  treePairs,
} from "../objects/entries.ts";

/** Pages of one document that were put into another. */
export interface Graft {
  source: PDFDocument;
  /** The new pages, in order. */
  pages: readonly PDFRef[];
  /** The numbers, from 1, that they had in their own document. */
  numbers: readonly number[];
  /** One that all pages share that come once, and one for each page that comes again. */
  copiers: readonly [Copier, ...Copier[]];
}

interface GraftOptions {
  /** The pages to take, from 1, in their new order; all of them by default. A page may come again. */
  numbers?: readonly number[];
  /** The source's place in the request. */
  at?: string;
}

/** Puts pages of one document behind those of another, with what is on them. */
export function graftPages(
  source: PDFDocument,
  target: PDFDocument,
  { numbers, at = "body.file" }: GraftOptions = {},
): Graft {
  packLike(target, source);
  const leaves = pageLeaves(source, at);
  const chosen = numbers ?? leaves.map((_, index) => index + 1);
  const first = new Copier(source, target);
  const copiers: [Copier, ...Copier[]] = [first];
  const taken = new Map<number, PDFRef>();
  for (const number of chosen) {
    const { ref } = pageAt(leaves, number);
    if (taken.has(number)) continue;
    const to = target.context.nextRef();
    taken.set(number, to);
    if (ref) first.assign(ref, to);
  }
  dropOthers(leaves, { taken, copier: first });
  explicitDestinations(
    source,
    [...taken.keys()].map((number) => pageAt(leaves, number).dict),
  );
  const done = new Set<number>();
  const pages = chosen.map((number) => {
    const isAgain = done.has(number);
    done.add(number);
    const copier = isAgain ? new Copier(source, target, first) : first;
    if (isAgain) copiers.push(copier);
    const to = (isAgain ? undefined : taken.get(number)) ?? target.context.nextRef();
    const leaf = pageAt(leaves, number);
    if (isAgain && leaf.ref) copier.assign(leaf.ref, to);
    target.context.assign(to, pageCopy(leaf, copier));
    return to;
  });
  dropLostLinks(target, pages);
  return { source, pages, numbers: chosen, copiers };
}

const parentKey = PDFName.of("Parent");

/** Hangs pages under a document's root, in this order and no others. */
export function hangPages(target: PDFDocument, pages: readonly PDFRef[]): void {
  const root = target.catalog.get(PDFName.of("Pages")) as PDFRef;
  const node = target.catalog.Pages();
  for (const page of pages) target.context.lookup(page, PDFDict).set(parentKey, root);
  node.set(PDFName.of("Kids"), target.context.obj([...pages]));
  node.set(PDFName.of("Count"), target.context.obj(pages.length));
}

function pageCopy({ dict, inherited }: Leaf, copier: Copier): PDFDict {
  const page = PDFDict.withContext(dict.context);
  for (const [key, value] of inherited) page.set(key, value);
  for (const [key, value] of dict.entries()) page.set(key, value);
  page.set(PDFName.of("Type"), PDFName.of("Page"));
  // The parent would bring all other pages along; articles and tags are those of a whole document.
  for (const key of [parentKey, PDFName.of("B"), PDFName.of("StructParents")]) page.delete(key);
  return copier.copy(page);
}

/** Nothing is left of the pages that were not taken: neither they nor what is written on them. */
function dropOthers(
  leaves: readonly Leaf[],
  { taken, copier }: { taken: ReadonlyMap<number, PDFRef>; copier: Copier },
): void {
  const kept = new Set<PDFRef>();
  for (const [index, { dict }] of leaves.entries())
    if (taken.has(index + 1)) for (const ref of pageAnnotations(dict)) kept.add(ref);
  for (const [index, { ref, dict }] of leaves.entries()) {
    if (taken.has(index + 1)) continue;
    if (ref && copier.of(ref) === undefined) copier.assign(ref, PDFNull);
    for (const annotation of pageAnnotations(dict))
      if (!kept.has(annotation)) copier.assign(annotation, PDFNull);
  }
}

const annotsKey = PDFName.of("Annots");

/** A link to a page that was not taken leads nowhere. */
function dropLostLinks({ context }: PDFDocument, pages: readonly PDFRef[]): void {
  for (const page of pages) {
    const dict = context.lookup(page, PDFDict);
    const list = entry(dict, "Annots", PDFArray);
    const leads = (item: PDFObject) => {
      const link = toDict(context.lookup(item));
      return link && entry(link, "Dest", PDFArray)?.get(0) !== PDFNull;
    };
    if (!list) continue;
    const kept = list.asArray().filter(leads);
    if (kept.length < list.size()) dict.set(annotsKey, context.obj(kept));
  }
}

function pageAnnotations(page: PDFDict): PDFRef[] {
  const list = entry(page, annotsKey.decodeText(), PDFArray)?.asArray() ?? [];
  return list.filter((item) => item instanceof PDFRef);
}

/** What annotations refer to and never change. */
const sharedKeys = new Set(
  ["AP", "Contents", "DR", "Font", "MK", "OC", "Resources", "XObject"].map((key) =>
    PDFName.of(key),
  ),
);

/**
 * Copies objects of one document into another, each once. The bytes of streams are shared and not
 * copied. What is referred to is copied as well, one after another and not within each other, so that
 * a long chain of objects takes no stack.
 */
export class Copier {
  readonly #source: PDFDocument;
  readonly #target: PDFDocument;
  readonly #copies = new Map<PDFRef, PDFObject>();
  readonly #waiting: [from: PDFRef, to: PDFRef][] = [];
  /** Copies what looks the same in every copy of a page. */
  readonly #shared: Copier | undefined;

  constructor(source: PDFDocument, target: PDFDocument, shared?: Copier) {
    this.#source = source;
    this.#target = target;
    this.#shared = shared;
  }

  /** Says what stands for an object, before anything refers to it. */
  assign(from: PDFRef, to: PDFRef | typeof PDFNull): void {
    this.#copies.set(from, to);
  }

  /** What stands for an object, if anything does yet. */
  of(from: PDFRef): PDFObject | undefined {
    return this.#copies.get(from);
  }

  /** The copy of a value, and of all it refers to. */
  copy<Kind extends PDFObject>(value: Kind): Kind {
    const copy = this.#value(value);
    this.#drain();
    return copy as Kind;
  }

  #drain(): void {
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) {
      const [from, to] = next;
      const object = this.#source.context.lookup(from);
      this.#target.context.assign(to, object ? this.#value(object) : PDFNull);
    }
  }

  #value(value: PDFObject): PDFObject {
    if (value instanceof PDFRef) return this.#reference(value);
    if (value instanceof PDFDict) return this.#dictionary(value);
    if (value instanceof PDFArray) {
      const copy = PDFArray.withContext(this.#target.context);
      for (const item of value.asArray()) copy.push(this.#value(item));
      return copy;
    }
    if (value instanceof PDFRawStream)
      return PDFRawStream.of(this.#dictionary(value.dict), value.contents);
    if (value instanceof PDFStream)
      return PDFRawStream.of(this.#dictionary(value.dict), value.getContents());
    return value;
  }

  #dictionary(dict: PDFDict): PDFDict {
    const copy = PDFDict.withContext(this.#target.context);
    for (const [key, value] of dict.entries())
      copy.set(
        key,
        this.#shared && sharedKeys.has(key) ? this.#shared.copy(value) : this.#value(value),
      );
    return copy;
  }

  #reference(ref: PDFRef): PDFObject {
    const known = this.#copies.get(ref);
    if (known) return known;
    // Another's copy of a page belongs to the page that was copied first.
    const others = this.#shared?.of(ref);
    if (others && this.#isPage(ref)) return others;
    const to = this.#target.context.nextRef();
    this.#copies.set(ref, to);
    this.#waiting.push([ref, to]);
    return to;
  }

  #isPage(ref: PDFRef): boolean {
    const object = this.#source.context.lookup(ref);
    return object instanceof PDFDict && object.get(PDFName.of("Type")) === PDFName.of("Page");
  }
}

/** Finds the destination that a value says or names: an array that begins with a page. */
export function destinationFinder(
  document: PDFDocument,
): (value: PDFObject | undefined) => PDFArray | undefined {
  let named: Map<string, PDFObject> | undefined;
  return (value) => {
    const isName = value instanceof PDFName || readText(value) !== undefined;
    const found = value && isName ? byName(value) : value;
    const direct = document.context.lookup(found);
    if (direct instanceof PDFArray) return direct;
    return direct instanceof PDFDict ? entry(direct, "D", PDFArray) : undefined;
  };

  function byName(value: PDFObject): PDFObject | undefined {
    named ??= destinationsByName(document);
    return named.get(value instanceof PDFName ? value.decodeText() : (readText(value) ?? ""));
  }
}

const dest = PDFName.of("Dest");

/** The destination of a link or a bookmark: its own, or that of its action. */
export function findDestination(
  item: PDFDict,
  find: ReturnType<typeof destinationFinder>,
): PDFArray | undefined {
  const own = item.lookup(dest);
  if (own) return find(own);
  const what = dictEntry(item, "A");
  return nameEntry(what, "S") === "GoTo" ? find(what?.lookup(PDFName.of("D"))) : undefined;
}

const action = PDFName.of("A");

/** Writes the destinations of the links on these pages out, as their names stay behind. */
function explicitDestinations(document: PDFDocument, pages: readonly PDFDict[]): void {
  const find = destinationFinder(document);
  for (const page of pages)
    for (const link of listDicts(entry(page, "Annots", PDFArray))) {
      const isLink = nameEntry(link, "Subtype") === "Link";
      const found = isLink ? findDestination(link, find) : undefined;
      if (!found) continue;
      link.delete(action);
      link.set(dest, found);
    }
}

/** The destinations that have names, by PDF 1.1's way and by that of 1.2. */
function destinationsByName(document: PDFDocument): Map<string, PDFObject> {
  const old = dictEntry(document.catalog, "Dests")?.entries() ?? [];
  const tree = treePairs(dictEntry(dictEntry(document.catalog, "Names"), "Dests"), "Names");
  return new Map([
    ...old.map(([key, value]) => [key.decodeText(), value] as const),
    ...tree.map(([key, value]) => [readText(key) ?? "", value] as const),
  ]);
}

/** The page that a destination leads to. */
export function targetPage(destination: PDFArray): PDFRef | undefined {
  const page = destination.size() > 0 ? destination.get(0) : undefined;
  return page instanceof PDFRef ? page : undefined;
}
