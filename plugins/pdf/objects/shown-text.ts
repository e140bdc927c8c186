import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFStream } from "pdf-lib";
import { decodeString, readTokens, readWord, type Token } from "./content-tokens.ts";
import { dictEntry, entry, everyDict, listDicts, listItems, nameEntry } from "./entries.ts";
import { pageBytes } from "./pages.ts";
import { streamBytes } from "./streams.ts";

/** The strings that a document shows in each font. */
export interface ShownText {
  /** Two bytes give a code of a composite font, each byte one of a simple font. */
  strings: ReadonlyMap<PDFDict, readonly Uint8Array[]>;
  /** Fonts that something else may show text in, such as a form field. */
  open: ReadonlySet<PDFDict>;
}

const walksMax = 20_000;

/** Returns the strings shown in each font, or undefined if some can't be assigned to a font. */
export function collectShownText(document: PDFDocument): ShownText | undefined {
  const { context } = document;
  const strings = new Map<PDFDict, Uint8Array[]>();
  const walked = new Map<PDFStream | PDFDict, Set<PDFDict>>();
  const known = new Set<PDFDict>();
  let walks = 0;
  let isComplete = true;
  for (const page of document.getPages()) {
    const resources = context.lookup(page.node.getInheritableAttribute(PDFName.of("Resources")));
    const own = resources instanceof PDFDict ? resources : context.obj({});
    visit(page.node, { resources: own, read: () => pageBytes(page) });
    for (const annotation of listDicts(page.node.Annots()))
      for (const form of listStreams(dictEntry(annotation, "AP"), 0)) visitStream(form, own);
  }
  if (!isComplete) return undefined;
  return { strings, open: findOpenFonts(document, known) };

  function visitStream(stream: PDFStream, parent: PDFDict): void {
    const resources = entry(stream.dict, "Resources", PDFDict) ?? parent;
    visit(stream, { resources, read: () => streamBytes(stream) ?? new Uint8Array() });
  }

  function visit(
    key: PDFStream | PDFDict,
    { resources, read }: { resources: PDFDict; read: () => Uint8Array },
  ): void {
    const seen = walked.get(key) ?? new Set();
    if (seen.has(resources) || !isComplete) return;
    walked.set(key, seen.add(resources));
    if (++walks > walksMax) isComplete = false;
    known.add(resources);
    const fonts = dictEntry(resources, "Font");
    for (const { font, text } of readShown(read())) {
      const dict = font === undefined ? undefined : fonts?.lookup(PDFName.of(font));
      // A form can show text in the font that was set before it was drawn, and some viewers find
      // fonts that its resources lack in those of the page.
      if (!(dict instanceof PDFDict)) {
        isComplete = false;
        return;
      }
      const known = strings.get(dict) ?? [];
      known.push(...text);
      strings.set(dict, known);
    }
    for (const name of ["XObject", "Pattern"])
      for (const value of dictEntry(resources, name)?.values() ?? []) {
        const stream = context.lookup(value);
        const isImage =
          stream instanceof PDFStream && nameEntry(stream.dict, "Subtype") === "Image";
        if (stream instanceof PDFStream && !isImage) visitStream(stream, resources);
      }
    for (const value of fonts?.values() ?? []) visitGlyphs(context.lookup(value), resources);
  }

  function visitGlyphs(font: PDFObject | undefined, parent: PDFDict): void {
    if (!(font instanceof PDFDict) || nameEntry(font, "Subtype") !== "Type3") return;
    const resources = entry(font, "Resources", PDFDict) ?? parent;
    for (const glyph of listStreams(dictEntry(font, "CharProcs"), 0)) visitStream(glyph, resources);
  }
}

const depthMax = 4;

/** Lists the streams in a dictionary and in dictionaries within it. */
export function listStreams(dict: PDFDict | undefined, depth: number): PDFStream[] {
  if (!dict || depth > depthMax) return [];
  return dict.values().flatMap((value) => {
    const object = dict.context.lookup(value);
    if (object instanceof PDFStream) return [object];
    return object instanceof PDFDict ? listStreams(object, depth + 1) : [];
  });
}

/** Returns the fonts of resources that weren't visited, and of graphics states. */
function findOpenFonts(document: PDFDocument, known: ReadonlySet<PDFDict>): Set<PDFDict> {
  const { context } = document;
  const open = new Set<PDFDict>();
  for (const dict of everyDict(document)) {
    const fonts = dict.lookup(PDFName.of("Font"));
    const values =
      fonts instanceof PDFArray
        ? listItems(fonts)
        : fonts instanceof PDFDict && !known.has(dict)
          ? fonts.values().map((value) => context.lookup(value))
          : [];
    for (const value of values) if (value instanceof PDFDict) open.add(value);
  }
  return open;
}

/** The operators that show text. */
export const showing: ReadonlySet<string> = new Set(["Tj", "TJ", "'", '"']);
const savedMax = 1000;

interface TextRun {
  /** The name of the font in the resources. Undefined if the stream set none. */
  font: string | undefined;
  text: Uint8Array[];
}

function* readShown(bytes: Uint8Array): Generator<TextRun> {
  const saved: (string | undefined)[] = [];
  let font: string | undefined;
  let name = "";
  let operands: Token[] = [];
  for (const token of readTokens(bytes)) {
    if (token.kind === "name") name = readWord(bytes, token).slice(1);
    if (token.kind === "string" || token.kind === "hex") operands.push(token);
    if (token.kind !== "word") continue;
    const word = readWord(bytes, token);
    if (!Number.isNaN(Number(word))) continue;
    if (word === "Tf") font = name;
    else if (word === "q" && saved.length < savedMax) saved.push(font);
    else if (word === "Q" && saved.length > 0) font = saved.pop();
    else if (showing.has(word) && operands.length > 0)
      yield { font, text: operands.map((operand) => decodeString(bytes, operand)) };
    operands = [];
  }
}
