import {
  PDFArray,
  type PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFStream,
} from "pdf-lib";
import { openDocument, saveDocument } from "../engines/pdf-lib.ts";
import { withPdfium } from "../engines/pdfium.ts";
import { readTokens, readWord } from "../objects/content-tokens.ts";
import {
  dictEntry,
  entry,
  everyDict,
  listItems,
  nameEntry,
  numberEntry,
} from "../objects/entries.ts";
import { streamBytes } from "../objects/streams.ts";
import { readCharacters, withTextPage } from "../text/text-page.ts";
import { contentStreams, replaceStream } from "./clean.ts";
import { removeShownText } from "./clean-content.ts";
import { matchesOn } from "./page-matches.ts";
import type { Pattern } from "./patterns.ts";

/**
 * A document with extra pages at its end: one for each stream that draws text and isn't the content
 * of a page. Such streams are forms, pattern cells and Type 3 glyphs. Engines would not read their
 * text otherwise.
 */
interface Unfolded {
  bytes: Uint8Array;
  /** The streams of the extra pages, and the number of pages before those. */
  streams: readonly PDFRef[];
  pages: number;
}

/** Adds the extra pages. Returns undefined if the document has no such streams. */
export async function unfoldDrawings(bytes: Uint8Array): Promise<Unfolded | undefined> {
  const document = await openDocument(bytes);
  const pages = document.getPageCount();
  const pageContents = new Set(
    document.getPages().flatMap(({ node }) => listRefs(node.get(PDFName.of("Contents")), document)),
  );
  const resources = glyphResources(document);
  const streams: PDFRef[] = [];
  for (const [ref, stream] of contentStreams(document)) {
    if (pageContents.has(ref) || !showsText(stream)) continue;
    streams.push(ref);
    addPage(document, ref, { stream, resources: resources.get(ref) });
  }
  if (streams.length === 0) return undefined;
  return { bytes: await saveDocument(document), streams, pages };
}

/**
 * Removes all text from streams that aren't a page's content and contain a match. Returns the names
 * of the matching patterns.
 */
export async function clearHiddenDrawings(
  document: PDFDocument,
  patterns: readonly Pattern[],
): Promise<string[]> {
  const opened = await unfoldDrawings(await saveDocument(document));
  if (!opened) return [];
  const found: string[] = [];
  const cleared = new Set<PDFRef>();
  for (const { ref, terms } of await readHidden(opened, patterns)) {
    found.push(...terms);
    clear(document, ref, cleared);
  }
  return found;
}

/** Returns the matches in each of the streams. */
function readHidden(
  { bytes, streams, pages }: Unfolded,
  patterns: readonly Pattern[],
): Promise<{ ref: PDFRef; terms: string[] }[]> {
  return withPdfium(bytes, (opened) =>
    streams.flatMap((ref, index) => {
      const matches = withTextPage(opened, pages + index + 1, (page) =>
        matchesOn({ characters: readCharacters(page) }, patterns),
      );
      return matches.length > 0 ? [{ ref, terms: matches.map(({ term }) => term) }] : [];
    }),
  );
}

function clear(document: PDFDocument, ref: PDFRef, cleared: Set<PDFRef>): void {
  if (cleared.has(ref)) return;
  cleared.add(ref);
  const stream = document.context.lookup(ref);
  const bytes = streamBytes(stream);
  if (!(stream instanceof PDFStream) || !bytes) return;
  const remaining = removeShownText(bytes, () => true);
  if (remaining !== bytes) replaceStream(document, ref, { bytes: remaining });
  const forms = dictEntry(dictEntry(stream.dict, "Resources"), "XObject");
  for (const form of forms?.values() ?? [])
    if (form instanceof PDFRef && isForm(document.context.lookup(form)))
      clear(document, form, cleared);
}

function isForm(object: PDFObject | undefined): boolean {
  return object instanceof PDFStream && nameEntry(object.dict, "Subtype") === "Form";
}

function listRefs(contents: PDFObject | undefined, { context }: PDFDocument): PDFRef[] {
  const list = contents instanceof PDFRef ? context.lookup(contents) : contents;
  const items = list instanceof PDFArray ? list.asArray() : [contents];
  return items.filter((item) => item instanceof PDFRef);
}

/** Returns the resources that Type 3 glyphs inherit from their fonts. */
function glyphResources(document: PDFDocument): Map<PDFRef, PDFDict | undefined> {
  const found = new Map<PDFRef, PDFDict | undefined>();
  for (const dict of everyDict(document))
    for (const glyph of dictEntry(dict, "CharProcs")?.values() ?? [])
      if (glyph instanceof PDFRef) found.set(glyph, dictEntry(dict, "Resources"));
  return found;
}

const shows = new Set(["Tj", "TJ", "'", '"', "Do"]);

function showsText(stream: PDFStream): boolean {
  const bytes = streamBytes(stream);
  if (!bytes) return false;
  for (const token of readTokens(bytes))
    if (token.kind === "word" && shows.has(readWord(bytes, token))) return true;
  return false;
}

/** A box large enough for streams without one. */
const everywhere = [-1000, -1000, 1000, 1000];

function addPage(
  document: PDFDocument,
  ref: PDFRef,
  { stream, resources }: { stream: PDFStream; resources: PDFDict | undefined },
): void {
  const { context } = document;
  const { node } = document.addPage();
  const box = listItems(entry(stream.dict, "BBox", PDFArray)).map((item) =>
    Number(item?.toString()),
  );
  const [left = 0, bottom = 0, right = 0, top = 0] = box;
  const isBox = box.length === 4 && box.every(Number.isFinite);
  const [across, up] = [
    Math.abs(numberEntry(stream.dict, "XStep") ?? 0),
    Math.abs(numberEntry(stream.dict, "YStep") ?? 0),
  ];
  const isTile = stream.dict.has(PDFName.of("PatternType")) && across > 0 && up > 0;
  const sheet = isBox
    ? [
        Math.min(left, right),
        Math.min(bottom, top),
        Math.max(left, right) + across,
        Math.max(bottom, top) + up,
      ]
    : everywhere;
  node.set(PDFName.of("MediaBox"), context.obj(sheet));
  const own = dictEntry(stream.dict, "Resources") ?? resources;
  node.set(PDFName.of("Resources"), own ?? context.obj({}));
  const draws = (code: string) => context.register(context.stream(code));
  // Content at a tile's edge may continue on the next tile.
  const contents = isTile
    ? [
        draws("q"),
        ref,
        draws(`Q q 1 0 0 1 ${across} 0 cm`),
        ref,
        draws(`Q q 1 0 0 1 0 ${up} cm`),
        ref,
        draws("Q"),
      ]
    : [ref];
  node.set(PDFName.of("Contents"), context.obj(contents));
}
