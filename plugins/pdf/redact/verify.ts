import { getDocumentProxy } from "unpdf";
import { withPdfium } from "../engines/pdfium.ts";
import { readCharacters, withTextPage } from "../text/text-page.ts";
import { searchFile } from "./file-search.ts";
import { unfoldDrawings } from "./hidden-drawings.ts";
import { byEncoding } from "./other-readings.ts";
import { matchesOn } from "./page-matches.ts";
import { type Pattern, searchable } from "./patterns.ts";
import { computeCore, computeRects, intersects, type Rect } from "./rects.ts";
import { searchFor } from "./search.ts";

/** The name of the engine in answers. */
export const secondEngineName = "pdf.js (unpdf 1.8.1)";

interface VerifyWork {
  patterns: readonly Pattern[];
  boxes: ReadonlyMap<number, readonly Rect[]>;
}

/** Something that is left. */
interface Leftover {
  where: string;
  /** The page that it is on and what it covers, where that is known. */
  page?: number;
  rects?: readonly Rect[];
}

/**
 * Looks in a finished file for what must have been removed from it, by other ways than it was removed: by
 * a second engine, by the first one again and without what fonts say of themselves, and in all bytes of
 * the file as they are. Answers where something is left.
 */
export async function leftovers(bytes: Uint8Array, work: VerifyWork): Promise<Leftover[]> {
  const opened = await unfoldDrawings(bytes);
  const readable = opened?.bytes ?? bytes;
  const left = [
    ...(await bySecondEngine(readable, work)),
    ...(await byFirstEngine(readable, work)),
  ];
  for (const reading of await byEncoding(readable, work.patterns))
    left.push(...(await byFirstEngine(reading.bytes, { ...work, patterns: reading.patterns })));
  const ofPages = left.map((one) =>
    opened && one.page > opened.pages ? { where: "a drawing that pages use" } : one,
  );
  const found = searchFile(bytes, searchFor(work.patterns));
  return [...ofPages, ...[...new Set(found)].map((where) => ({ where }))];
}

type OnPage = Required<Leftover>;

async function bySecondEngine(bytes: Uint8Array, { patterns, boxes }: VerifyWork) {
  const left: OnPage[] = [];
  for (const [index, items] of (await readItems(bytes)).entries()) {
    const page = index + 1;
    const pieces = items.flatMap((item) => Array.from(item.text, (text) => ({ text, item })));
    for (const form of ["NFKC", "NFKD"] as const) {
      const { text, from } = searchable(pieces, { form, keepsHyphens: true });
      for (const { find } of patterns.filter((pattern) => pattern.form === form))
        for (const { start, end } of find(text)) {
          // There is a place for each unit of the text.
          const found = new Set(pieces.slice(from[start], from[end - 1]! + 1));
          const rects = [...new Set([...found].map(({ item }) => item.area))];
          left.push({ where: `page ${page} as pdf.js reads it`, page, rects });
        }
    }
    const areas = boxes.get(page) ?? [];
    const isIn = ({ text, x, y }: (typeof items)[number]) =>
      text.trim() !== "" &&
      areas.some((area) => x > area.left && x < area.right && y > area.bottom && y < area.top);
    if (items.some(isIn))
      left.push({ where: `a box of page ${page} as pdf.js reads it`, page, rects: areas });
  }
  return left;
}

function byFirstEngine(bytes: Uint8Array, { patterns, boxes }: VerifyWork): Promise<OnPage[]> {
  return withPdfium(bytes, (opened) => {
    const left: OnPage[] = [];
    for (let page = 1; page <= opened.pages; page++)
      withTextPage(opened, page, (textPage) => {
        const characters = readCharacters(textPage);
        for (const match of matchesOn(characters, patterns)) {
          const rects = computeRects(match.characters);
          left.push({ where: `page ${page} as pdfium reads it`, page, rects });
        }
        const areas = boxes.get(page) ?? [];
        const boxed = characters.some(
          (one) =>
            one.text.trim() !== "" &&
            !one.isGenerated &&
            areas.some((area) => intersects(computeCore(one), area)),
        );
        if (boxed)
          left.push({ where: `a box of page ${page} as pdfium reads it`, page, rects: areas });
      });
    return left;
  });
}

/** What pdf.js answers for a piece of text. */
interface TextItem {
  str: string;
  hasEOL: boolean;
  transform: number[];
  width: number;
}

/** A piece of text as the second engine reads it, the point that it begins at, and where it is. */
interface ReadItem {
  text: string;
  x: number;
  y: number;
  area: Rect;
}

/** No code made of a font (CVE-2024-4367, of versions that still could), and no font of the machine. */
const safely = {
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  verbosity: 0,
};

/** Reads the text of every page by pdf.js: what another viewer would copy. */
export async function readItems(bytes: Uint8Array): Promise<ReadItem[][]> {
  // pdf.js takes the bytes away from who gives them.
  const document = await getDocumentProxy(Uint8Array.from(bytes), safely);
  try {
    const pages: ReadItem[][] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent({ includeMarkedContent: false });
      const read = items.flatMap((item) => ("str" in item ? [toPlacedItem(item)] : []));
      pages.push(read.map((item, index) => ({ ...item, text: joinItems(item, read[index + 1]) })));
      page.cleanup();
    }
    return pages;
  } finally {
    await document.loadingTask.destroy();
  }
}

/** What an item of pdf.js is, with where it ends. */
interface Placed extends ReadItem {
  endX: number;
  endY: number;
  size: number;
}

function toPlacedItem({ str, hasEOL, transform, width }: TextItem): Placed {
  const [a, b, c, d, x, y] = transform as [number, number, number, number, number, number];
  const along = Math.hypot(a, b) || 1;
  const [endX, endY] = [x + (width * a) / along, y + (width * b) / along];
  const ends = { x, y, endX, endY, size: Math.hypot(c, d) || 1 };
  return { text: hasEOL ? `${str}\n` : str, ...ends, area: computeArea(ends, [c, d]) };
}

/** How far below its line a letter may reach, in ems. */
const descent = 0.35;

/** What a line of text covers, as high as its letters are. */
function computeArea(
  { x, y, endX, endY }: Pick<Placed, "x" | "y" | "endX" | "endY">,
  [upX, upY]: readonly [number, number],
): Rect {
  const xs = [x, endX].flatMap((at) => [at + upX, at - descent * upX]);
  const ys = [y, endY].flatMap((at) => [at + upY, at - descent * upY]);
  return {
    left: Math.min(...xs),
    bottom: Math.min(...ys),
    right: Math.max(...xs),
    top: Math.max(...ys),
  };
}

/** How far apart two pieces of one word may be, in ems. */
const gapMax = 0.25;

/** A piece, and a space after it where the next one stands apart: cells of a table are not one word. */
function joinItems({ text, size, ...own }: Placed, next: Placed | undefined): string {
  if (!next || text.trim() === "" || next.text.trim() === "") return text;
  // The next one may stand before it, as from right to left it does.
  const gap = Math.min(
    Math.hypot(next.x - own.endX, next.y - own.endY),
    Math.hypot(own.x - next.endX, own.y - next.endY),
  );
  return gap > gapMax * size ? `${text} ` : text;
}
