import { PDFName } from "pdf-lib";
import { openDocument } from "../engines/pdf-lib.ts";
import { withPdfium } from "../engines/pdfium.ts";
import { streamBytes } from "../objects/decode.ts";
import { charactersOf } from "../text/characters.ts";
import { withTextPage } from "../text/text-page.ts";
import { contentStreams } from "./clean.ts";
import { shownRuns } from "./content/shown.ts";
import { matchesOn } from "./page-matches.ts";
import { isWhole, type Pattern } from "./patterns.ts";
import { core, intersects, type Rect } from "./rects.ts";
import { folded, plain, searchable } from "./searchable.ts";
import { readItems } from "./second-engine.ts";
import { matchingStrings } from "./strings.ts";

export interface VerifyWork {
  patterns: readonly Pattern[];
  boxes: ReadonlyMap<number, readonly Rect[]>;
  /** What was found before, as it was written. */
  texts: readonly string[];
  caseSensitive: boolean;
  /** Whether the same letters may stay within longer words. */
  wholeWord: boolean;
}

/** A shorter text stands among the numbers of glyphs by chance. */
const rawLengthMin = 4;

/**
 * Looks in a file for what must have been removed from it, by other ways than it was removed: by a
 * second engine, in the content streams as they are, in strings and metadata, and by the first engine
 * again. Answers where something is left.
 */
export async function leftovers(bytes: Uint8Array, work: VerifyWork): Promise<string[]> {
  return [
    ...(await bySecondEngine(bytes, work)),
    ...(await byFirstEngine(bytes, work)),
    ...(await inObjects(bytes, work)),
  ];
}

async function bySecondEngine(bytes: Uint8Array, { patterns, boxes }: VerifyWork) {
  const left: string[] = [];
  for (const [index, items] of (await readItems(bytes)).entries()) {
    const pieces = Array.from(items.map(({ text }) => text).join(""), (text) => ({ text }));
    const texts = {
      NFKC: searchable(pieces, { form: "NFKC", keepsHyphens: true }).text,
      NFKD: searchable(pieces, { form: "NFKD", keepsHyphens: true }).text,
    };
    if (patterns.some(({ find, form }) => find(texts[form]).length > 0))
      left.push(`page ${index + 1} as pdf.js reads it`);
    const areas = boxes.get(index + 1) ?? [];
    const isIn = ({ text, x, y }: (typeof items)[number]) =>
      text.trim() !== "" &&
      areas.some((area) => x > area.left && x < area.right && y > area.bottom && y < area.top);
    if (items.some(isIn)) left.push(`a box of page ${index + 1} as pdf.js reads it`);
  }
  return left;
}

function byFirstEngine(bytes: Uint8Array, { patterns, boxes }: VerifyWork) {
  return withPdfium(bytes, (opened) => {
    const left: string[] = [];
    for (let page = 1; page <= opened.pages; page++)
      withTextPage(opened, page, (textPage) => {
        const characters = charactersOf(textPage);
        if (matchesOn(characters, patterns).length > 0)
          left.push(`page ${page} as pdfium reads it`);
        const areas = boxes.get(page) ?? [];
        const boxed = characters.some(
          (one) =>
            one.text.trim() !== "" &&
            !one.isGenerated &&
            areas.some((area) => intersects(core(one), area)),
        );
        if (boxed) left.push(`a box of page ${page} as pdfium reads it`);
      });
    return left;
  });
}

async function inObjects(bytes: Uint8Array, work: VerifyWork): Promise<string[]> {
  const document = await openDocument(bytes);
  const left = matchingStrings(document, { patterns: work.patterns, replace: false }).map(
    () => "a string of the file",
  );
  const isLeft = rawSearch(work);
  for (const [, stream] of contentStreams(document)) {
    const content = streamBytes(stream);
    if (!content) left.push("a content stream that cannot be read");
    else if (shownRuns(content).some(isLeft)) left.push("a content stream");
  }
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    const isMetadata =
      "dict" in object &&
      (object.dict as { get(name: PDFName): unknown }).get(PDFName.of("Type")) ===
        PDFName.of("Metadata");
    const content = isMetadata ? streamBytes(object) : undefined;
    if (content && isLeft(content)) left.push("the metadata");
  }
  if (Buffer.from(bytes).lastIndexOf("startxref") !== Buffer.from(bytes).indexOf("startxref"))
    left.push("an earlier version of the file");
  return left;
}

/** Tells whether bytes have what was found in them, as letters of one byte, of two, or of UTF-8. */
function rawSearch({
  texts,
  caseSensitive,
  wholeWord,
}: VerifyWork): (bytes: Uint8Array) => boolean {
  const same = (text: string) => {
    const read = plain(text, "NFKD");
    return caseSensitive ? read : folded(read);
  };
  const wanted = [...new Set(texts.map(same))].filter((text) => text.length >= rawLengthMin);
  const decoders = ["latin1", "utf-16be", "utf-8"].map((label) => new TextDecoder(label as never));
  const has = (text: string, one: string) => {
    for (let start = text.indexOf(one); start >= 0; start = text.indexOf(one, start + 1))
      if (!wholeWord || isWhole(text, { start, end: start + one.length })) return true;
    return false;
  };
  return (bytes) =>
    decoders.some((decoder) => {
      const text = same(decoder.decode(bytes));
      return wanted.some((one) => has(text, one));
    });
}
