import { PDFArray, type PDFDict, type PDFDocument, PDFNumber } from "pdf-lib";
import { withPdfium } from "../engines/pdfium.ts";
import { pageAt } from "../input/request.ts";
import { entry, listDicts, listItems, nameEntry, textEntry } from "../objects/entries.ts";
import { createPageView } from "../objects/geometry.ts";
import type { PageBox } from "../preflight/preflight.ts";
import { orderCharacters } from "./bidi.ts";
import { parseDate } from "./pdf-date.ts";
import { type Character, joinCharacters, readCharacters, withTextPage } from "./text-page.ts";
import { shortBox, viewBoxes } from "./words.ts";

interface Annotation {
  page: number;
  /** The subtype as PDF names it: FreeText, Text, Highlight, Stamp … */
  kind: string;
  text: string | null;
  author: string | null;
  subject: string | null;
  modified: string | null;
  /** The text of the page that a highlight, an underline or a strikeout marks. */
  marked_text: string | null;
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The kinds that aren't comments: links, form fields, and the windows of other annotations. */
const otherKinds = new Set(["Link", "Widget", "Popup"]);
const markKinds = new Set(["Highlight", "Underline", "StrikeOut", "Squiggly"]);
const annotationsMax = 20_000;

interface AnnotationMatch {
  annotation: PDFDict;
  page: number;
}

/** Returns the notes, highlights, stamps and other comments on some pages. */
export async function listAnnotations(
  document: PDFDocument,
  {
    bytes,
    boxes,
    numbers,
  }: { bytes: Uint8Array; boxes: readonly PageBox[]; numbers: readonly number[] },
): Promise<Annotation[]> {
  const pages = document.getPages();
  const found = numbers
    .flatMap((page): AnnotationMatch[] =>
      listDicts(pageAt(pages, page).node.Annots()).map((annotation) => ({ annotation, page })),
    )
    .filter(({ annotation }) => !otherKinds.has(nameEntry(annotation, "Subtype") ?? ""))
    .slice(0, annotationsMax);
  const marked = await readMarkedTexts(bytes, found);
  return found.map(({ annotation, page }, index) => ({
    page,
    kind: nameEntry(annotation, "Subtype") ?? "unknown",
    text: textEntry(annotation, "Contents") ?? readRichText(annotation),
    author: textEntry(annotation, "T") ?? null,
    subject: textEntry(annotation, "Subj") ?? null,
    modified: parseDate(textEntry(annotation, "M")),
    marked_text: marked.get(index) ?? null,
    ...shortBox(
      viewBoxes(createPageView(pageAt(boxes, page)))([
        toRect(listNumbers(entry(annotation, "Rect", PDFArray))),
      ]),
    ),
  }));
}

/** Returns the text of the rich text of an annotation, without its XML elements. */
function readRichText(annotation: PDFDict): string | null {
  const rich = textEntry(annotation, "RC");
  if (rich === undefined) return null;
  const text = rich
    .split("<")
    .map((piece, index) => (index === 0 ? piece : piece.slice(piece.indexOf(">") + 1)))
    .join("");
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&").trim();
}

/** Reads the text under markup annotations. Returns it by the index of the annotation. */
async function readMarkedTexts(
  bytes: Uint8Array,
  found: readonly AnnotationMatch[],
): Promise<Map<number, string>> {
  const marks = found.flatMap(({ annotation, page }, index) => {
    const quads = markKinds.has(nameEntry(annotation, "Subtype") ?? "")
      ? splitQuads(listNumbers(entry(annotation, "QuadPoints", PDFArray)))
      : [];
    return quads.length > 0 ? [{ index, page, quads }] : [];
  });
  const texts = new Map<number, string>();
  if (marks.length === 0) return texts;
  await withPdfium(bytes, (opened) => {
    for (const [page, onPage] of Map.groupBy(marks, ({ page }) => page)) {
      const characters = orderCharacters(withTextPage(opened, page, readCharacters));
      for (const { index, quads } of onPage) {
        const isMarked = (one: Character) => quads.some((quad) => isWithin(one, quad));
        const text = joinCharacters(characters.filter((one) => one.isGenerated || isMarked(one)));
        texts.set(index, text.replaceAll("\uFFFE", "-").replace(/\s+/g, " ").trim());
      }
    }
  });
  return texts;
}

type Rect = Pick<Character, "left" | "bottom" | "right" | "top">;

/** Returns whether the middle of a character lies in a rectangle. */
function isWithin(character: Character, { left, bottom, right, top }: Rect): boolean {
  const x = (character.left + character.right) / 2;
  const y = (character.bottom + character.top) / 2;
  return x > left && x < right && y > bottom && y < top;
}

/** Splits the numbers of quadrilaterals into rectangles. */
function splitQuads(numbers: readonly number[]): Rect[] {
  return Array.from({ length: Math.floor(numbers.length / 8) }, (_, index) =>
    toRect(numbers.slice(8 * index, 8 * index + 8)),
  );
}

/** Returns the rectangle around points. */
function toRect(numbers: readonly number[]): Rect {
  const xs = numbers.filter((_, index) => index % 2 === 0);
  const ys = numbers.filter((_, index) => index % 2 === 1);
  if (xs.length === 0 || ys.length === 0) return { left: 0, bottom: 0, right: 0, top: 0 };
  return {
    left: Math.min(...xs),
    bottom: Math.min(...ys),
    right: Math.max(...xs),
    top: Math.max(...ys),
  };
}

function listNumbers(array: PDFArray | undefined): number[] {
  return listItems(array).map((item) => (item instanceof PDFNumber ? item.asNumber() : 0));
}
