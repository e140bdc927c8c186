import { PDFArray, PDFDict, type PDFDocument } from "pdf-lib";
import { openDocument } from "./engines/pdf-lib.ts";
import { listTags } from "./graft/tag-origins.ts";
import { hasClaim } from "./objects/claim.ts";
import {
  dictEntry,
  entry,
  listAttachments,
  listDicts,
  nameEntry,
  pdfName,
  walkNodes,
} from "./objects/entries.ts";
import { streamBytes } from "./objects/streams.ts";

/** The parts of a document that its pages do not draw, and how a warning names them. */
const partNames = {
  tags: "structure tags",
  links: "links",
  annotations: "annotations",
  bookmarks: "bookmarks",
  page_labels: "page labels",
  attachments: "attached files",
  fields: "form fields",
  metadata: "entries of the metadata",
  pdfa_claim: "the claim to be PDF/A",
  pdfua_claim: "the claim to be PDF/UA",
} as const;

type PartName = keyof typeof partNames;

/** The number of each part in a document. */
type Inventory = Record<PartName, number>;

/** Counts the parts of all of these PDF files together. */
async function countParts(files: readonly Uint8Array[]): Promise<Inventory> {
  const total = createInventory(() => 0);
  for (const file of files) {
    const counts = countDocument(await openDocument(file));
    for (const name of listNames()) total[name] += counts[name];
  }
  // A merged file can only have one claim.
  const hasClaim = (name: "pdfa_claim" | "pdfua_claim") => Math.min(1, total[name]);
  return { ...total, pdfa_claim: hasClaim("pdfa_claim"), pdfua_claim: hasClaim("pdfua_claim") };
}

/** The files whose parts are compared, without encryption. */
export interface Comparison {
  inputs: readonly Uint8Array[];
  outputs: readonly Uint8Array[];
  /**
   * The number of tags that the outputs lack. By default the difference of their numbers, which is
   * too small if tags were copied or added.
   */
  lostTags?: number | undefined;
}

/** Returns how many of each part the outputs lack. Empty if none is lost. */
export async function findLost({
  inputs,
  outputs,
  lostTags,
}: Comparison): Promise<Partial<Inventory>> {
  const before = await countParts(inputs);
  if (listNames().every((name) => before[name] === 0)) return {};
  const after = await countParts(outputs);
  const countLost = (name: PartName) =>
    name === "tags" && lostTags !== undefined ? lostTags : before[name] - after[name];
  return Object.fromEntries(
    listNames().flatMap((name) => {
      const lost = countLost(name);
      return lost > 0 ? [[name, lost] as const] : [];
    }),
  );
}

/** Writes what is lost as the value of a header: `tags=3,links=1`. */
export function writeLost(lost: Partial<Inventory>): string {
  return Object.entries(lost)
    .map(([name, count]) => `${name}=${count}`)
    .join(",");
}

/** Writes a sentence for each part that is lost. */
export function writeWarnings(lost: Partial<Inventory>): string[] {
  return listNames().flatMap((name) => {
    const count = lost[name];
    return count ? [`The output lacks ${partNames[name]} of the input: ${count}`] : [];
  });
}

function listNames(): PartName[] {
  return Object.keys(partNames) as PartName[];
}

function createInventory(count: (name: PartName) => number): Inventory {
  return Object.fromEntries(listNames().map((name) => [name, count(name)])) as Inventory;
}

function countDocument(document: PDFDocument): Inventory {
  const { catalog } = document;
  const annotations = document.getPages().flatMap((page) => listDicts(page.node.Annots()));
  const kinds = annotations.map((annotation) => nameEntry(annotation, "Subtype") ?? "");
  const countKinds = (isCounted: (kind: string) => boolean) => kinds.filter(isCounted).length;
  return {
    tags: listTags(document).size,
    links: countKinds((kind) => kind === "Link"),
    annotations: countKinds((kind) => !otherKinds.has(kind)),
    bookmarks: countBookmarks(dictEntry(catalog, "Outlines")),
    page_labels: dictEntry(catalog, "PageLabels") ? document.getPageCount() : 0,
    attachments: listAttachments(document).length + countKinds((kind) => kind === "FileAttachment"),
    fields: countFields(dictEntry(catalog, "AcroForm")),
    ...countMetadata(document),
  };
}

/** The kinds of annotations that are counted as other parts, or that only belong to one. */
const otherKinds = new Set(["Link", "Widget", "Popup", "FileAttachment"]);
const nodesMax = 1_000_000;

function countBookmarks(root: PDFDict | undefined): number {
  const seen = new Set<PDFDict>();
  const open = [dictEntry(root, "First")];
  for (let next = open.pop(); next && seen.size < nodesMax; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    for (const name of ["Next", "First"]) {
      const following = dictEntry(next, name);
      if (following) open.push(following);
    }
  }
  return seen.size;
}

/** Counts the fields that have a name and no further named fields. */
function countFields(form: PDFDict | undefined): number {
  const name = pdfName("T");
  const roots = listDicts(entry(form, "Fields", PDFArray));
  return [...walkNodes(roots)].filter(
    ({ node }) =>
      node.has(name) && !listDicts(entry(node, "Kids", PDFArray)).some((kid) => kid.has(name)),
  ).length;
}

/** The entries that every program sets to its own values. */
const programEntries = new Set(["Producer", "Creator", "CreationDate", "ModDate", "Trapped"]);

function countMetadata(document: PDFDocument) {
  const { catalog, context } = document;
  const info = context.lookup(context.trailerInfo.Info);
  const keys = info instanceof PDFDict ? info.keys().map((key) => key.decodeText()) : [];
  const xmp = streamBytes(catalog.lookup(pdfName("Metadata")));
  return {
    metadata: keys.filter((key) => !programEntries.has(key)).length + (xmp ? 1 : 0),
    pdfa_claim: Number(hasClaim(document, "pdfa")),
    pdfua_claim: Number(hasClaim(document, "pdfua")),
  };
}
