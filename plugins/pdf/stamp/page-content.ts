import { PDFArray, PDFDict, PDFName, type PDFObject, type PDFPage, PDFRef } from "pdf-lib";
import { entry } from "../objects/entries.ts";
import { pageBytes } from "../objects/page-bytes.ts";
import { balanceOf } from "./balance.ts";

export interface PageAdditions {
  /** Operators to draw with, over or under what the page has; told by which names to call the resources. */
  content: (names: Readonly<Record<string, string>>) => string;
  layer: "over" | "under";
  /** By kind and by what `names` knows them as. */
  resources: Readonly<Record<string, Readonly<Record<string, PDFObject>>>>;
}

/** Draws on a page, in the coordinates that it begins with. */
export function drawOn(page: PDFPage, { content, layer, resources }: PageAdditions): void {
  const { context } = page.doc;
  const drawn = content(addResources(page, resources));
  const own = context.register(context.flateStream(`q\n/Artifact BMC\n${drawn}\nEMC\nQ\n`));
  const old = contentsOf(page);
  const { before, after } = balanceOf(pageBytes(page));
  const wrapped = [
    context.register(context.stream(before)),
    ...old,
    context.register(context.stream(after)),
  ];
  const all = layer === "over" ? [...wrapped, own] : [own, ...wrapped];
  page.node.set(PDFName.of("Contents"), context.obj(all));
}

/** The page's content streams. One that stands directly in the page, as it may not, is made an object. */
function contentsOf(page: PDFPage): PDFRef[] {
  const { context } = page.doc;
  const contents = page.node.get(PDFName.of("Contents"));
  const resolved = context.lookup(contents);
  if (resolved instanceof PDFArray)
    return resolved.asArray().filter((item) => item instanceof PDFRef);
  return contents instanceof PDFRef && resolved ? [contents] : [];
}

/**
 * Resources may be those of all pages together: the page gets a copy, and each kind in it. Answers
 * the names that were free, as a page may have been stamped before.
 */
function addResources(page: PDFPage, added: PageAdditions["resources"]): Record<string, string> {
  const { context } = page.doc;
  const inherited = context.lookup(page.node.getInheritableAttribute(PDFName.of("Resources")));
  const resources = inherited instanceof PDFDict ? inherited.clone(context) : context.obj({});
  const names: Record<string, string> = {};
  for (const [kind, values] of Object.entries(added)) {
    const known = entry(resources, kind, PDFDict)?.clone(context) ?? context.obj({});
    for (const [name, value] of Object.entries(values)) {
      names[name] = freeName(known, name);
      known.set(PDFName.of(names[name]), value);
    }
    resources.set(PDFName.of(kind), known);
  }
  page.node.set(PDFName.of("Resources"), resources);
  return names;
}

function freeName(known: PDFDict, name: string): string {
  let count = 0;
  while (known.has(PDFName.of(`Hub${name}${count}`))) count++;
  return `Hub${name}${count}`;
}
