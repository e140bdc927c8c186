import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRef,
} from "pdf-lib";
import { packLike } from "../engines/pdf-lib.ts";
import { dictOf, entry } from "../objects/entries.ts";
import { Copier } from "./copier.ts";
import { explicitDestinations } from "./destinations.ts";
import { type Leaf, pageLeaves } from "./leaves.ts";

/** Pages of one document that were put into another. */
export interface Graft {
  source: PDFDocument;
  /** The new pages, in order. */
  pages: readonly PDFRef[];
  /** The numbers, from 1, that they had in their own document. */
  numbers: readonly number[];
  /** One that all pages share that come once, and one for each page that comes again. */
  copiers: readonly Copier[];
}

interface GraftOptions {
  /** The pages to take, from 1, in their new order; all of them by default. A page may come again. */
  numbers?: readonly number[];
  /** The source's place in the request. */
  at?: string;
}

const parentKey = PDFName.of("Parent");
const annotsKey = PDFName.of("Annots");

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
  const copiers = [first];
  const taken = new Map<number, PDFRef>();
  for (const number of chosen) {
    const { ref } = leaves[number - 1]!;
    if (taken.has(number)) continue;
    const to = target.context.nextRef();
    taken.set(number, to);
    if (ref) first.assign(ref, to);
  }
  dropOthers(leaves, { taken, copier: first });
  explicitDestinations(
    source,
    [...taken.keys()].map((number) => leaves[number - 1]!.dict),
  );
  const done = new Set<number>();
  const pages = chosen.map((number) => {
    const isAgain = done.has(number);
    done.add(number);
    const copier = isAgain ? new Copier(source, target, first) : first;
    if (isAgain) copiers.push(copier);
    const to = isAgain ? target.context.nextRef() : taken.get(number)!;
    const leaf = leaves[number - 1]!;
    if (isAgain && leaf.ref) copier.assign(leaf.ref, to);
    target.context.assign(to, pageCopy(leaf, copier));
    return to;
  });
  dropLostLinks(target, pages);
  return { source, pages, numbers: chosen, copiers };
}

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

/** A link to a page that was not taken leads nowhere. */
function dropLostLinks({ context }: PDFDocument, pages: readonly PDFRef[]): void {
  for (const page of pages) {
    const dict = context.lookup(page, PDFDict);
    const list = entry(dict, "Annots", PDFArray);
    const leads = (item: PDFObject) => {
      const link = dictOf(context.lookup(item));
      return link && entry(link, "Dest", PDFArray)?.get(0) !== PDFNull;
    };
    const kept = list?.asArray().filter(leads);
    if (list && kept!.length < list.size()) dict.set(annotsKey, context.obj(kept!));
  }
}

function pageAnnotations(page: PDFDict): PDFRef[] {
  const list = entry(page, annotsKey.decodeText(), PDFArray)?.asArray() ?? [];
  return list.filter((item) => item instanceof PDFRef);
}
