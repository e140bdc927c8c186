import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRef,
} from "pdf-lib";
import { openDocument, saveDocument } from "../engines/pdf-lib.ts";
import { qpdfOutput } from "../engines/qpdf.ts";
import { dropLostFields } from "../graft/catalog.ts";
import { readTokens, readWord } from "../objects/content-tokens.ts";
import { entry } from "../objects/entries.ts";
import { pageBytes } from "../objects/pages.ts";
import { rasterisePages } from "../render/rasterise.ts";

interface PageAdditions {
  /**
   * Returns the operators to draw over or under the page's content, given the names of the
   * resources.
   */
  content: (names: Readonly<Record<string, string>>) => string;
  layer: "over" | "under";
  /** Whether screen readers skip it. Default true. */
  isArtifact?: boolean;
  /** By kind, and by the key in `names`. */
  resources: Readonly<Record<string, Readonly<Record<string, PDFObject>>>>;
}

/** Draws on a page, in its initial coordinate system. */
export function drawOn(
  page: PDFPage,
  { content, layer, isArtifact = true, resources }: PageAdditions,
): void {
  const { context } = page.doc;
  const drawn = content(addResources(page, resources));
  const marked = isArtifact ? `/Artifact BMC\n${drawn}\nEMC` : drawn;
  const own = context.register(context.flateStream(`q\n${marked}\nQ\n`));
  const old = listContentStreams(page);
  const { before, after } = measureBalance(pageBytes(page));
  const wrapped = [
    context.register(context.stream(before)),
    ...old,
    context.register(context.stream(after)),
  ];
  const all = layer === "over" ? [...wrapped, own] : [own, ...wrapped];
  page.node.set(PDFName.of("Contents"), context.obj(all));
}

/** Returns the page's content streams that are indirect objects, as the standard requires. */
function listContentStreams(page: PDFPage): PDFRef[] {
  const { context } = page.doc;
  const contents = page.node.get(PDFName.of("Contents"));
  const resolved = context.lookup(contents);
  if (resolved instanceof PDFArray)
    return resolved.asArray().filter((item) => item instanceof PDFRef);
  return contents instanceof PDFRef && resolved ? [contents] : [];
}

/**
 * Adds resources to a page. Pages may share resources, so the page gets a copy of the dictionary
 * and of each changed kind. Returns the unused names that were chosen: the page may have been
 * stamped before.
 */
function addResources(page: PDFPage, added: PageAdditions["resources"]): Record<string, string> {
  const { context } = page.doc;
  const inherited = context.lookup(page.node.getInheritableAttribute(PDFName.of("Resources")));
  const resources = inherited instanceof PDFDict ? inherited.clone(context) : context.obj({});
  const names: Record<string, string> = {};
  for (const [kind, values] of Object.entries(added)) {
    const known = entry(resources, kind, PDFDict)?.clone(context) ?? context.obj({});
    for (const [name, value] of Object.entries(values)) {
      names[name] = chooseUnusedName(known, name);
      known.set(PDFName.of(names[name]), value);
    }
    resources.set(PDFName.of(kind), known);
  }
  page.node.set(PDFName.of("Resources"), resources);
  return names;
}

function chooseUnusedName(known: PDFDict, name: string): string {
  let count = 0;
  while (known.has(PDFName.of(`Hub${name}${count}`))) count++;
  return `Hub${name}${count}`;
}

/** Operators around a content stream that restore the initial state for what is drawn after it. */
interface Balance {
  before: string;
  after: string;
}

/**
 * Closes what a page's content leaves open, and opens what it closes without opening: many programs
 * leave a mirrored coordinate system behind.
 */
function measureBalance(bytes: Uint8Array): Balance {
  let depth = 0;
  let least = 0;
  let inText = false;
  let marks = 0;
  for (const token of readTokens(bytes)) {
    if (token.kind !== "word" || token.end - token.start > 3) continue;
    const word = readWord(bytes, token);
    if (word === "q") depth++;
    else if (word === "Q") least = Math.min(least, --depth);
    else if (word === "BT" || word === "ET") inText = word === "BT";
    else if (word === "BMC" || word === "BDC") marks++;
    else if (word === "EMC") marks = Math.max(0, marks - 1);
  }
  return {
    before: "q\n".repeat(1 - least),
    after: `\n${inText ? "ET\n" : ""}${"EMC\n".repeat(marks)}${"Q\n".repeat(depth - least + 1)}`,
  };
}

const flattenDpi = 150;

/** Writes a stamped document in a compact form. Pages in `flattened` become images. */
export async function writeStamped(
  document: PDFDocument,
  { flattened = [] }: { flattened?: readonly number[] } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = await saveDocument(document);
  if (flattened.length > 0) {
    const drawn = await openDocument(bytes);
    await rasterisePages(drawn, { bytes, numbers: flattened, dpi: flattenDpi });
    dropLostFields(drawn);
    bytes = await saveDocument(drawn);
  }
  return qpdfOutput(["--object-streams=generate", "/in.pdf"], { files: { "in.pdf": bytes } });
}
