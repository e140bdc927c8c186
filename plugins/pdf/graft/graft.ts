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
import { packLike } from "../engines/pdf-lib.ts";
import { pageAt } from "../input/request.ts";
import {
  dictEntry,
  entry,
  listDicts,
  nameEntry,
  readText,
  toDict,
  treePairs,
} from "../objects/entries.ts";
import { type Leaf, pageLeaves } from "../objects/page-leaves.ts";
import { readTags, type TagTree } from "./tag-tree.ts";

/** Pages of one document that were copied into another. */
export interface Graft {
  source: PDFDocument;
  /** The new pages, in order. */
  pages: readonly PDFRef[];
  /** Their page numbers in the source document, starting at 1. */
  numbers: readonly number[];
  /**
   * The first is shared by the first copies of all pages. Each further copy of a page has its own.
   */
  copiers: readonly [Copier, ...Copier[]];
  /** The structure tree of the source document. */
  tags: TagTree | undefined;
  /** The form XObjects that have the content of pages, by the page in the source document. */
  forms?: ReadonlyMap<PDFRef, PDFRef>;
}

interface GraftOptions {
  /**
   * The pages to copy, counted from 1, in their new order. Default: all. A page may be repeated.
   */
  numbers?: readonly number[];
  /** The source's location in the request. */
  at?: string;
}

/** Copies pages of one document after those of another, with their content. */
export function graftPages(
  source: PDFDocument,
  target: PDFDocument,
  { numbers, at = "body.file" }: GraftOptions = {},
): Graft {
  packLike(target, source);
  const leaves = pageLeaves(source, at);
  const chosen = numbers ?? leaves.map((_, index) => index + 1);
  const { copier: first, tags, reserved } = createCopier(source, target);
  const copiers: [Copier, ...Copier[]] = [first];
  const copied = new Map<number, PDFRef>();
  for (const number of chosen) {
    const { ref } = pageAt(leaves, number);
    if (copied.has(number)) continue;
    const to = target.context.nextRef();
    copied.set(number, to);
    if (ref) first.assign(ref, to);
  }
  dropOthers(leaves, { copied, copier: first });
  resolveDestinations(
    source,
    [...copied.keys()].map((number) => pageAt(leaves, number).dict),
  );
  const done = new Set<number>();
  const pages = chosen.map((number) => {
    const isRepeated = done.has(number);
    done.add(number);
    const leaf = pageAt(leaves, number);
    const copier = isRepeated
      ? new Copier(source, target, {
          shared: first,
          reserved,
          separate: listTaggedStreams(source, { leaf, tags }),
        })
      : first;
    if (isRepeated) copiers.push(copier);
    const to = (isRepeated ? undefined : copied.get(number)) ?? target.context.nextRef();
    if (isRepeated && leaf.ref) copier.assign(leaf.ref, to);
    target.context.assign(to, copyPage(leaf, copier));
    return to;
  });
  dropLostLinks(target, pages);
  return { source, pages, numbers: chosen, copiers, tags };
}

/** Creates a copier that leaves out the structure tree. Returns the tree as well. */
export function createCopier(source: PDFDocument, target: PDFDocument) {
  const { tags, reserved } = trees.get(source) ?? readTree(source);
  const copier = new Copier(source, target, { reserved });
  if (tags?.rootRef) copier.assign(tags.rootRef, PDFNull);
  return { copier, tags, reserved };
}

interface ReservedTree {
  tags: TagTree | undefined;
  /** The references of its elements. */
  reserved: ReadonlySet<PDFRef>;
}

/** The trees of documents whose pages were copied: a document is split into many parts. */
const trees = new WeakMap<PDFDocument, ReservedTree>();

function readTree(source: PDFDocument): ReservedTree {
  const tags = readTags(source);
  const tree = { tags, reserved: new Set(tags?.tags.flatMap(({ ref }) => ref ?? [])) };
  trees.set(source, tree);
  return tree;
}

/** Returns the form XObjects of a page that have tags of their own. */
function listTaggedStreams(
  { context }: PDFDocument,
  { leaf, tags }: { leaf: Leaf; tags: TagTree | undefined },
): Set<PDFRef> {
  const contents = (leaf.ref && tags?.contents.get(leaf.ref)) ?? [];
  const refs = contents.flatMap(({ stream, object }) => stream ?? object ?? []);
  return new Set(refs.filter((ref) => context.lookup(ref) instanceof PDFStream));
}

const parentKey = PDFName.of("Parent");

/** Makes these pages the only ones of a document, in this order. */
export function hangPages(target: PDFDocument, pages: readonly PDFRef[]): void {
  const root = target.catalog.get(PDFName.of("Pages")) as PDFRef;
  const node = target.catalog.Pages();
  for (const page of pages) target.context.lookup(page, PDFDict).set(parentKey, root);
  node.set(PDFName.of("Kids"), target.context.obj([...pages]));
  node.set(PDFName.of("Count"), target.context.obj(pages.length));
}

function copyPage({ dict, inherited }: Leaf, copier: Copier): PDFDict {
  const page = PDFDict.withContext(dict.context);
  for (const [key, value] of inherited) page.set(key, value);
  for (const [key, value] of dict.entries()) page.set(key, value);
  page.set(PDFName.of("Type"), PDFName.of("Page"));
  // The parent would pull in all other pages. Articles belong to the whole document.
  for (const key of [parentKey, PDFName.of("B")]) page.delete(key);
  return copier.copy(page);
}

/** Maps the pages that aren't copied, and their annotations, to null. */
function dropOthers(
  leaves: readonly Leaf[],
  { copied, copier }: { copied: ReadonlyMap<number, PDFRef>; copier: Copier },
): void {
  const copiedAnnotations = new Set<PDFRef>();
  for (const [index, { dict }] of leaves.entries())
    if (copied.has(index + 1))
      for (const ref of listPageAnnotations(dict)) copiedAnnotations.add(ref);
  for (const [index, { ref, dict }] of leaves.entries()) {
    if (copied.has(index + 1)) continue;
    if (ref && copier.of(ref) === undefined) copier.assign(ref, PDFNull);
    for (const annotation of listPageAnnotations(dict))
      if (!copiedAnnotations.has(annotation)) copier.assign(annotation, PDFNull);
  }
}

const annotsKey = PDFName.of("Annots");

/** Removes links to pages that weren't copied. */
function dropLostLinks({ context }: PDFDocument, pages: readonly PDFRef[]): void {
  for (const page of pages) {
    const dict = context.lookup(page, PDFDict);
    const list = entry(dict, "Annots", PDFArray);
    const hasTarget = (item: PDFObject) => {
      const link = toDict(context.lookup(item));
      return link && entry(link, "Dest", PDFArray)?.get(0) !== PDFNull;
    };
    if (!list) continue;
    const remaining = list.asArray().filter(hasTarget);
    if (remaining.length < list.size()) dict.set(annotsKey, context.obj(remaining));
  }
}

function listPageAnnotations(page: PDFDict): PDFRef[] {
  const list = entry(page, annotsKey.decodeText(), PDFArray)?.asArray() ?? [];
  return list.filter((item) => item instanceof PDFRef);
}

/** Entries of annotations whose targets never change. */
const sharedKeys = new Set(
  ["AP", "Contents", "DR", "Font", "MK", "OC", "Resources", "XObject"].map((key) =>
    PDFName.of(key),
  ),
);

/** Entries that may have form XObjects. */
const formKeys = new Set(["AP", "Resources", "XObject"].map((key) => PDFName.of(key)));

/** Entries that refer to the structure tree. They change if trees are merged. */
const structureKeys = new Set(["StructParent", "StructParents"].map((key) => PDFName.of(key)));

interface CopierOptions {
  /** Copies what is the same in every copy of a page. */
  shared?: Copier;
  /** Structure elements: references to them are copied, but not the elements. */
  reserved?: ReadonlySet<PDFRef>;
  /** Streams that aren't shared. */
  separate?: ReadonlySet<PDFRef>;
}

/**
 * Copies objects of one document into another, each once. Shares the bytes of streams. Copies
 * referenced objects from a queue instead of recursively, so that a long chain of objects doesn't
 * overflow the stack.
 */
export class Copier {
  readonly #source: PDFDocument;
  readonly #target: PDFDocument;
  readonly #copies = new Map<PDFRef, PDFObject>();
  readonly #waiting: [from: PDFRef, to: PDFRef][] = [];
  readonly #shared: Copier | undefined;
  readonly #reserved: ReadonlySet<PDFRef>;
  readonly #separate: ReadonlySet<PDFRef>;

  constructor(source: PDFDocument, target: PDFDocument, options: CopierOptions = {}) {
    this.#source = source;
    this.#target = target;
    this.#shared = options.shared;
    this.#reserved = options.reserved ?? new Set();
    this.#separate = options.separate ?? new Set();
  }

  /** Sets the copy of an object, before anything refers to it. */
  assign(from: PDFRef, to: PDFRef | typeof PDFNull): void {
    this.#copies.set(from, to);
  }

  /** Returns the copy of an object, if there is one yet. */
  of(from: PDFRef): PDFObject | undefined {
    return this.#copies.get(from);
  }

  /** Copies a value and everything that it refers to. */
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
    for (const [key, value] of dict.entries()) {
      if (structureKeys.has(key)) continue;
      const shared = this.#isShared(key) ? this.#shared : undefined;
      copy.set(key, shared ? shared.copy(value) : this.#value(value));
    }
    return copy;
  }

  #isShared(key: PDFName): boolean {
    return sharedKeys.has(key) && !(this.#separate.size > 0 && formKeys.has(key));
  }

  #reference(ref: PDFRef): PDFObject {
    const known = this.#copies.get(ref);
    if (known) return known;
    // References to another page or tag lead to its first copy.
    const others = this.#shared?.of(ref);
    if (others && (this.#reserved.has(ref) || this.#isPage(ref))) return others;
    if (this.#shared && this.#separate.size > 0 && !this.#separate.has(ref))
      if (this.#source.context.lookup(ref) instanceof PDFStream) return this.#shared.copy(ref);
    const to = this.#target.context.nextRef();
    this.#copies.set(ref, to);
    if (this.#reserved.has(ref)) this.#target.context.assign(to, PDFNull);
    else this.#waiting.push([ref, to]);
    return to;
  }

  #isPage(ref: PDFRef): boolean {
    const object = this.#source.context.lookup(ref);
    return object instanceof PDFDict && object.get(PDFName.of("Type")) === PDFName.of("Page");
  }
}

/**
 * Returns a function that finds the destination for a value or name: an array that starts with a
 * page.
 */
export function destinationFinder(
  document: PDFDocument,
): (value: PDFObject | undefined) => PDFArray | undefined {
  let named: Map<string, PDFObject> | undefined;
  return (value) => {
    const isName = value instanceof PDFName || readText(value) !== undefined;
    const found = value && isName ? findByName(value) : value;
    const direct = document.context.lookup(found);
    if (direct instanceof PDFArray) return direct;
    return direct instanceof PDFDict ? entry(direct, "D", PDFArray) : undefined;
  };

  function findByName(value: PDFObject): PDFObject | undefined {
    named ??= readNamedDestinations(document);
    return named.get(value instanceof PDFName ? value.decodeText() : (readText(value) ?? ""));
  }
}

const dest = PDFName.of("Dest");

/** Returns the destination of a link or bookmark: its own, or that of its action. */
export function findDestination(
  item: PDFDict,
  find: ReturnType<typeof destinationFinder>,
): PDFArray | undefined {
  const own = item.lookup(dest);
  if (own) return find(own);
  const actionDict = dictEntry(item, "A");
  return nameEntry(actionDict, "S") === "GoTo"
    ? find(actionDict?.lookup(PDFName.of("D")))
    : undefined;
}

const action = PDFName.of("A");

/**
 * Replaces named destinations of links on these pages by explicit ones: the names aren't copied.
 */
function resolveDestinations(document: PDFDocument, pages: readonly PDFDict[]): void {
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

/** Returns the named destinations, as defined by PDF 1.1 and by PDF 1.2. */
export function readNamedDestinations(document: PDFDocument): Map<string, PDFObject> {
  const old = dictEntry(document.catalog, "Dests")?.entries() ?? [];
  const tree = treePairs(dictEntry(dictEntry(document.catalog, "Names"), "Dests"), "Names");
  return new Map([
    ...old.map(([key, value]) => [key.decodeText(), value] as const),
    ...tree.map(([key, value]) => [readText(key) ?? "", value] as const),
  ]);
}

/** Returns the target page of a destination. */
export function targetPage(destination: PDFArray): PDFRef | undefined {
  const page = destination.size() > 0 ? destination.get(0) : undefined;
  return page instanceof PDFRef ? page : undefined;
}
