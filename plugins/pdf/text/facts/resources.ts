import { PDFArray, PDFDict, PDFName, type PDFPage } from "pdf-lib";
import {
  dictEntry,
  dictOf,
  dictsOf,
  entry,
  itemsOf,
  nameEntry,
  numberEntry,
} from "../../objects/entries.ts";

export interface ImageFact {
  page: number;
  name: string;
  width: number;
  height: number;
  bits_per_component: number | null;
  color_space: string | null;
  filter: string | null;
  /** As it is kept in the file. */
  bytes: number | null;
}

export interface FontFact {
  name: string;
  kind: string;
  embedded: boolean;
  pages: number[];
}

/** The images that a page's resources have, those of the forms within it included. */
export function imagesOf(page: PDFPage, number: number): ImageFact[] {
  const found: ImageFact[] = [];
  for (const resources of resourcesOf(page))
    for (const [name, dict] of dictsByName(resources, "XObject")) {
      if (nameEntry(dict, "Subtype") !== "Image") continue;
      found.push({
        page: number,
        name,
        width: numberEntry(dict, "Width") ?? 0,
        height: numberEntry(dict, "Height") ?? 0,
        bits_per_component: numberEntry(dict, "BitsPerComponent") ?? null,
        color_space: firstName(dict, "ColorSpace"),
        filter: firstName(dict, "Filter"),
        bytes: numberEntry(dict, "Length") ?? null,
      });
    }
  return found;
}

/** The fonts that some pages' resources have, each once. */
export function fontsOf(pages: readonly { page: PDFPage; number: number }[]): FontFact[] {
  const found = new Map<PDFDict, FontFact>();
  for (const { page, number } of pages)
    for (const resources of resourcesOf(page))
      for (const [, dict] of dictsByName(resources, "Font")) {
        const fact = found.get(dict) ?? fontFact(dict);
        if (!fact.pages.includes(number)) fact.pages.push(number);
        found.set(dict, fact);
      }
  return [...found.values()];
}

function fontFact(dict: PDFDict): FontFact {
  const [inner = dict] = dictsOf(entry(dict, "DescendantFonts", PDFArray));
  const descriptor = dictEntry(inner, "FontDescriptor");
  const kind = nameEntry(dict, "Subtype") ?? "unknown";
  return {
    name: nameEntry(dict, "BaseFont") ?? "",
    kind,
    embedded:
      kind === "Type3" ||
      ["FontFile", "FontFile2", "FontFile3"].some((file) => descriptor?.has(PDFName.of(file))),
    pages: [],
  };
}

const resourcesMax = 2000;

/** The resources of a page, and of the forms that it draws. */
function resourcesOf(page: PDFPage): PDFDict[] {
  const found = new Set<PDFDict>();
  const open: (PDFDict | undefined)[] = [page.node.Resources()];
  while (open.length > 0 && found.size < resourcesMax) {
    const resources = open.pop();
    if (!resources || found.has(resources)) continue;
    found.add(resources);
    for (const [, dict] of dictsByName(resources, "XObject"))
      open.push(dictEntry(dict, "Resources"));
  }
  return [...found];
}

function dictsByName(resources: PDFDict, kind: string): [string, PDFDict][] {
  const named = entry(resources, kind, PDFDict);
  return (named?.keys() ?? []).flatMap((key) => {
    const dict = dictOf(named!.lookup(key));
    return dict ? [[key.decodeText(), dict]] : [];
  });
}

/** The name of an entry, or the first of its array: `[/ICCBased …]` is "ICCBased". */
function firstName(dict: PDFDict, name: string): string | null {
  const [first] = itemsOf(entry(dict, name, PDFArray));
  return nameEntry(dict, name) ?? (first instanceof PDFName ? first.decodeText() : null);
}
