import { getDocumentProxy } from "unpdf";
import { withPdfium } from "../engines/pdfium.ts";
import { readCharacters, withTextPage } from "../text/text-page.ts";
import { searchFile } from "./file-search.ts";
import { unfoldDrawings } from "./hidden-drawings.ts";
import { byEncoding } from "./other-readings.ts";
import { findInDocument } from "./page-breaks.ts";
import { type Pattern, searchable } from "./patterns.ts";
import { computeCore, computeRects, intersects, type Rect } from "./rects.ts";
import { searchFor } from "./search.ts";

/** The engine's name in responses. */
export const secondEngineName = "pdf.js (unpdf 1.8.1)";

interface VerifyWork {
  patterns: readonly Pattern[];
  boxes: ReadonlyMap<number, readonly Rect[]>;
}

/** A match that is left. */
interface Leftover {
  where: string;
  /** Its page and the area it covers, if known. */
  page?: number;
  rects?: readonly Rect[];
}

/**
 * Searches a finished file for matches in ways independent of their removal. Uses a second engine,
 * the first engine again with and without the fonts' own mappings, and all bytes of the file.
 * Returns where matches are left.
 */
export async function leftovers(bytes: Uint8Array, work: VerifyWork): Promise<Leftover[]> {
  const opened = await unfoldDrawings(bytes);
  const readable = opened?.bytes ?? bytes;
  const remaining = [
    ...(await searchBySecondEngine(readable, work)),
    ...(await searchByFirstEngine(readable, work)),
  ];
  for (const reading of await byEncoding(readable, work.patterns))
    remaining.push(
      ...(await searchByFirstEngine(reading.bytes, { ...work, patterns: reading.patterns })),
    );
  const onPages = remaining.map((one) =>
    opened && one.page > opened.pages ? { where: "a drawing that pages use" } : one,
  );
  const found = searchFile(bytes, searchFor(work.patterns));
  return [...onPages, ...[...new Set(found)].map((where) => ({ where }))];
}

type OnPage = Required<Leftover>;

async function searchBySecondEngine(bytes: Uint8Array, { patterns, boxes }: VerifyWork) {
  const remaining: OnPage[] = [];
  for (const [index, items] of (await readItems(bytes)).entries()) {
    const page = index + 1;
    const pieces = items.flatMap((item) => Array.from(item.text, (text) => ({ text, item })));
    for (const form of ["NFKC", "NFKD"] as const) {
      const { text, from } = searchable(pieces, { form, keepsHyphens: true });
      for (const { find } of patterns.filter((pattern) => pattern.form === form))
        for (const { start, end } of find(text)) {
          // `from` has an entry for each unit of the text.
          const found = new Set(pieces.slice(from[start], from[end - 1]! + 1));
          const rects = [...new Set([...found].map(({ item }) => item.area))];
          remaining.push({ where: `page ${page} as pdf.js reads it`, page, rects });
        }
    }
    const areas = boxes.get(page) ?? [];
    const isInBox = ({ text, x, y }: (typeof items)[number]) =>
      text.trim() !== "" &&
      areas.some((area) => x > area.left && x < area.right && y > area.bottom && y < area.top);
    if (items.some(isInBox))
      remaining.push({ where: `a box of page ${page} as pdf.js reads it`, page, rects: areas });
  }
  return remaining;
}

function searchByFirstEngine(
  bytes: Uint8Array,
  { patterns, boxes }: VerifyWork,
): Promise<OnPage[]> {
  return withPdfium(bytes, (opened) => {
    const remaining = [...findInDocument(opened, patterns)].flatMap(([page, matches]): OnPage[] =>
      matches.map(({ characters }) => ({
        where: `page ${page} as pdfium reads it`,
        page,
        rects: computeRects(characters),
      })),
    );
    for (const [page, areas] of boxes) {
      const boxed = withTextPage(opened, page, readCharacters).some(
        (one) =>
          one.text.trim() !== "" &&
          !one.isGenerated &&
          areas.some((area) => intersects(computeCore(one), area)),
      );
      if (boxed)
        remaining.push({ where: `a box of page ${page} as pdfium reads it`, page, rects: areas });
    }
    return remaining;
  });
}

/** A piece of text as pdf.js returns it. */
interface TextItem {
  str: string;
  hasEOL: boolean;
  transform: number[];
  width: number;
}

/** A piece of text as the second engine reads it, with its start point and area. */
interface ReadItem {
  text: string;
  x: number;
  y: number;
  area: Rect;
}

/**
 * Options that disable generating code from fonts (CVE-2024-4367 in older versions) and fonts of
 * the machine.
 */
const safeOptions = {
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  verbosity: 0,
};

/** Reads the text of every page with pdf.js, as another viewer would copy it. */
export async function readItems(bytes: Uint8Array): Promise<ReadItem[][]> {
  // pdf.js detaches the buffer that it is given.
  const document = await getDocumentProxy(Uint8Array.from(bytes), safeOptions);
  try {
    const pages: ReadItem[][] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent({ includeMarkedContent: false });
      const pieces = items.flatMap((item) => ("str" in item ? [toPlacedItem(item)] : []));
      pages.push(
        pieces.map((item, index) => ({ ...item, text: joinItems(item, pieces[index + 1]) })),
      );
      page.cleanup();
    }
    return pages;
  } finally {
    await document.loadingTask.destroy();
  }
}

/** An item of pdf.js with its end point. */
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

/** The maximum distance that a letter extends below its line, in ems. */
const descent = 0.35;

/** Returns the area of a line of text, with the height of its letters. */
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

/** The maximum gaps between two pieces of one word, and of one cell, in ems. */
const [gapMax, cellGap] = [0.25, 1.2];

/** Adds a space to a piece if the next one is apart from it: table cells aren't one word. */
function joinItems({ text, size, ...own }: Placed, next: Placed | undefined): string {
  if (!next || text.trim() === "" || next.text.trim() === "") return text;
  // In right-to-left text, the next piece is to the left of this one.
  const gap = Math.min(
    Math.hypot(next.x - own.endX, next.y - own.endY),
    Math.hypot(own.x - next.endX, own.y - next.endY),
  );
  if (gap <= gapMax * size) return text;
  return `${text}${gap > cellGap * size ? "\t" : " "}`;
}
