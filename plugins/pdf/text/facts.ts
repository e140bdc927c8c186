import { asTable } from "hub";
import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFPage } from "pdf-lib";
import { openSource } from "../engines/pdf-lib.ts";
import { listFormFields, readFieldValue } from "../fields/fields.ts";
import { listAttachedFiles } from "../graft/attached-files.ts";
import { readPageLabels } from "../graft/catalog.ts";
import { destinationFinder, findDestination, targetPage } from "../graft/graft.ts";
import type { Source } from "../input/open.ts";
import { pageAt } from "../input/request.ts";
import {
  dictEntry,
  entry,
  everyDict,
  listDicts,
  listItems,
  nameEntry,
  numberEntry,
  textEntry,
  toDict,
} from "../objects/entries.ts";
import { createPageView, type PageView } from "../objects/geometry.ts";
import { type NumeralStyle, numeral } from "../objects/numerals.ts";
import { streamBytes } from "../objects/streams.ts";
import type { PageBox } from "../preflight/preflight.ts";
import { listAnnotations } from "./annotations.ts";
import type { FactName } from "./formats.ts";
import { parseDate } from "./pdf-date.ts";
import { shortBox, viewBoxes } from "./words.ts";

/** Returns the requested facts about a PDF, other than its text. */
export async function readFacts(
  source: Source,
  { include, numbers }: { include: readonly FactName[]; numbers: readonly number[] },
) {
  if (include.length === 0) return {};
  const { bytes, pages: boxes, wasEncrypted, isSigned } = source;
  const document = await openSource(source);
  const all = document.getPages();
  const pages = [...new Set(numbers)].map((number) => ({ page: pageAt(all, number), number }));
  const readers: Record<FactName, () => unknown> = {
    metadata: () => readMetadata(document),
    outline: () => readOutline(document),
    links: () => listLinks(document, { numbers: pages.map(({ number }) => number), boxes }),
    attachments: () => listAttachments(document),
    annotations: () =>
      listAnnotations(document, {
        bytes,
        boxes,
        numbers: pages.map(({ number }) => number),
      }),
    forms: () => listFields(document),
    images: () => pages.flatMap(({ page, number }) => listImages(page, number)),
    fonts: () => listFonts(pages),
    security: () => ({
      encrypted: wasEncrypted,
      signed: isSigned,
      active_content: countActiveContent(document),
    }),
    page_labels: () => listPageLabels(document),
  };
  const entries = include.map(async (name) => [name, await readers[name]()] as const);
  return Object.fromEntries(await Promise.all(entries));
}

interface Attachment {
  name: string;
  description: string | null;
  mime: string | null;
  /** The declared size of the file, or null. */
  bytes: number | null;
  /** The page with the attachment, or null if it belongs to the whole document. */
  page: number | null;
}

const attachmentsMax = 2000;

/** Describes the files within a document. */
function listAttachments(document: PDFDocument): Attachment[] {
  return listAttachedFiles(document)
    .slice(0, attachmentsMax)
    .map(({ name, page, spec, stream }) => ({
      name,
      description: textEntry(spec, "Desc") ?? null,
      mime: nameEntry(stream?.dict, "Subtype") ?? null,
      bytes: numberEntry(dictEntry(stream?.dict, "Params"), "Size") ?? null,
      page,
    }));
}

/** Returns a function that finds the page, starting at 1, to which a link or bookmark leads. */
function createTargetFinder(document: PDFDocument): (dict: PDFDict) => number | undefined {
  const numbers = new Map(document.getPages().map((page, index) => [page.ref, index + 1]));
  const find = destinationFinder(document);
  return (dict) => {
    const destination = findDestination(dict, find);
    const page = destination && targetPage(destination);
    return page && numbers.get(page);
  };
}

/** Returns a summary of the form fields. */
function listFields(document: PDFDocument) {
  return listFormFields(document).map((field) => ({
    name: field.name,
    kind: field.type === "dropdown" || field.type === "list" ? "choice" : field.type,
    value: readFieldValue(field),
    required: field.settings?.isRequired ?? false,
    read_only: field.settings?.isReadOnly ?? false,
  }));
}

interface Link {
  page: number;
  url: string | null;
  /** The target page in this document. */
  target_page: number | null;
  x: number;
  y: number;
  w: number;
  h: number;
}

const linksMax = 20_000;

/**
 * Returns the links on some pages, with their boxes relative to the displayed upper left corner.
 */
function listLinks(
  document: PDFDocument,
  { numbers, boxes }: { numbers: readonly number[]; boxes: readonly PageBox[] },
): Link[] {
  const findTarget = createTargetFinder(document);
  const pages = document.getPages();
  return numbers
    .flatMap((number) => {
      const view = createPageView(pageAt(boxes, number));
      return listDicts(pageAt(pages, number).node.Annots())
        .filter((annotation) => nameEntry(annotation, "Subtype") === "Link")
        .map((link) => ({
          page: number,
          url: textEntry(entry(link, "A", PDFDict), "URI") ?? null,
          target_page: findTarget(link) ?? null,
          ...readRect(link, view),
        }));
    })
    .slice(0, linksMax);
}

/** Returns the box of an annotation. */
function readRect(annotation: PDFDict, page: PageView) {
  const [left = 0, bottom = 0, right = 0, top = 0] = listItems(
    entry(annotation, "Rect", PDFArray),
  ).map((item) => (item instanceof PDFNumber ? item.asNumber() : 0));
  return shortBox(viewBoxes(page)([{ left, bottom, right, top }]));
}

const xmpMax = 1_000_000;

/** Returns a document's metadata: the entries of its Info dictionary, and its unchanged XMP. */
export function readMetadata(document: PDFDocument) {
  const { catalog, context } = document;
  const info = context.lookup(context.trailerInfo.Info);
  const entries: Record<string, string> = {};
  if (info instanceof PDFDict)
    for (const key of info.keys()) {
      const name = key.decodeText();
      const value = textEntry(info, name);
      if (value !== undefined) entries[name] = value;
    }
  const xmp = streamBytes(catalog.lookup(PDFName.of("Metadata")));
  return {
    info: entries,
    created: parseDate(entries.CreationDate),
    modified: parseDate(entries.ModDate),
    xmp: xmp ? new TextDecoder().decode(xmp.subarray(0, xmpMax)) : null,
    version: document.context.header.toString().slice(5, 8),
    language: textEntry(catalog, "Lang") ?? null,
    tagged: entry(catalog, "MarkInfo", PDFDict)?.get(PDFName.of("Marked"))?.toString() === "true",
  };
}

interface OutlineEntry {
  title: string;
  /** The depth, starting at 1. */
  level: number;
  /** The target page, or null. */
  page: number | null;
}

const entriesMax = 20_000;

/** Returns the bookmarks of a document, each after its parent. */
export function readOutline(document: PDFDocument): OutlineEntry[] {
  const findPage = createTargetFinder(document);
  const visited = new Set<PDFDict>();
  const found: OutlineEntry[] = [];
  const open = [
    { item: entry(dictEntry(document.catalog, "Outlines"), "First", PDFDict), level: 1 },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { item, level } = next;
    if (!item || visited.has(item) || found.length >= entriesMax) continue;
    visited.add(item);
    found.push({ title: textEntry(item, "Title") ?? "", level, page: findPage(item) ?? null });
    open.push({ item: entry(item, "Next", PDFDict), level });
    open.push({ item: entry(item, "First", PDFDict), level: level + 1 });
  }
  return found;
}

const styles: Readonly<Record<string, NumeralStyle>> = asTable({
  D: "decimal",
  r: "roman",
  R: "ROMAN",
  a: "alpha",
  A: "ALPHA",
});

/** Returns the label of each page as displayed by viewers, or null if the document has none. */
export function listPageLabels(document: PDFDocument): string[] | null {
  const labels = readPageLabels(document, document.getPageCount());
  if (!labels) return null;
  return labels.map(({ prefix, style: sign = "", number }) => {
    const style = styles[sign];
    return prefix + (style ? numeral(number, { style }) : "");
  });
}

interface ImageFact {
  page: number;
  name: string;
  width: number;
  height: number;
  bits_per_component: number | null;
  color_space: string | null;
  filter: string | null;
  /** The size in the file. */
  bytes: number | null;
}

interface FontFact {
  name: string;
  kind: string;
  embedded: boolean;
  pages: number[];
}

/** Returns the images in a page's resources, including those of nested forms. */
function listImages(page: PDFPage, number: number): ImageFact[] {
  const found: ImageFact[] = [];
  for (const resources of listResources(page))
    for (const [name, dict] of listNamedDicts(resources, "XObject")) {
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

/** Returns the fonts in the resources of these pages, each once. */
function listFonts(pages: readonly { page: PDFPage; number: number }[]): FontFact[] {
  const found = new Map<PDFDict, FontFact>();
  for (const { page, number } of pages)
    for (const resources of listResources(page))
      for (const [, dict] of listNamedDicts(resources, "Font")) {
        const fact = found.get(dict) ?? describeFont(dict);
        if (!fact.pages.includes(number)) fact.pages.push(number);
        found.set(dict, fact);
      }
  return [...found.values()];
}

function describeFont(dict: PDFDict): FontFact {
  const [inner = dict] = listDicts(entry(dict, "DescendantFonts", PDFArray));
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

/** Returns the resources of a page and of the forms that it draws. */
function listResources(page: PDFPage): PDFDict[] {
  const found = new Set<PDFDict>();
  const open: (PDFDict | undefined)[] = [page.node.Resources()];
  while (open.length > 0 && found.size < resourcesMax) {
    const resources = open.pop();
    if (!resources || found.has(resources)) continue;
    found.add(resources);
    for (const [, dict] of listNamedDicts(resources, "XObject"))
      open.push(dictEntry(dict, "Resources"));
  }
  return [...found];
}

function listNamedDicts(resources: PDFDict, kind: string): [string, PDFDict][] {
  const named = entry(resources, kind, PDFDict);
  if (!named) return [];
  return named.keys().flatMap((key) => {
    const dict = toDict(named.lookup(key));
    return dict ? [[key.decodeText(), dict]] : [];
  });
}

/** Returns the name of an entry, or the first of its array: `[/ICCBased …]` gives "ICCBased". */
function firstName(dict: PDFDict, name: string): string | null {
  const [first] = listItems(entry(dict, name, PDFArray));
  return nameEntry(dict, name) ?? (first instanceof PDFName ? first.decodeText() : null);
}

/**
 * Content that can act by itself or access external resources, and how to detect it in a
 * dictionary.
 */
const activeKinds = {
  javascript: (dict: PDFDict) => has(dict, "JS") || nameEntry(dict, "S") === "JavaScript",
  launch: (dict: PDFDict) => nameEntry(dict, "S") === "Launch",
  open_action: (dict: PDFDict) => nameEntry(dict, "Type") === "Catalog" && has(dict, "OpenAction"),
  additional_actions: (dict: PDFDict) => has(dict, "AA"),
  embedded_files: (dict: PDFDict) => has(dict, "EF"),
  rich_media: (dict: PDFDict) =>
    /^(?:RichMedia|3D|Screen|Movie|Sound)$/.test(nameEntry(dict, "Subtype") ?? ""),
  xfa: (dict: PDFDict) => has(dict, "XFA"),
  remote_goto: (dict: PDFDict) => /^GoTo[RE]$/.test(nameEntry(dict, "S") ?? ""),
  submit_form: (dict: PDFDict) => /^(?:SubmitForm|ImportData)$/.test(nameEntry(dict, "S") ?? ""),
  uri: (dict: PDFDict) => nameEntry(dict, "S") === "URI",
} as const satisfies Record<string, (dict: PDFDict) => boolean>;

type ActiveKind = keyof typeof activeKinds;

/** Counts each kind of active content. Kinds that don't occur are zero. */
function countActiveContent(document: PDFDocument): Record<ActiveKind, number> {
  const kinds = Object.keys(activeKinds) as ActiveKind[];
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<ActiveKind, number>;
  for (const dict of everyDict(document))
    for (const kind of kinds) if (activeKinds[kind](dict)) counts[kind]++;
  return counts;
}

function has(dict: PDFDict, name: string): boolean {
  return dict.has(PDFName.of(name));
}
