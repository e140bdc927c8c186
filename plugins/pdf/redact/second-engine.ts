import { getDocumentProxy } from "unpdf";
import type { Rect } from "./rects.ts";

/** What pdf.js answers for a piece of text. */
interface TextItem {
  str: string;
  hasEOL: boolean;
  transform: number[];
  width: number;
}

/** A piece of text as the second engine reads it, the point that it begins at, and where it is. */
export interface ReadItem {
  text: string;
  x: number;
  y: number;
  area: Rect;
}

/** The name of the engine in answers. */
export const secondEngineName = "pdf.js (unpdf 1.8.1)";

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
      const read = items.flatMap((item) => ("str" in item ? [itemOf(item)] : []));
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

/** How far apart two pieces of one word may be, in ems. */
const gapMax = 0.25;

function itemOf({ str, hasEOL, transform, width }: TextItem): Placed {
  const [a, b, c, d, x, y] = transform as [number, number, number, number, number, number];
  const along = Math.hypot(a, b) || 1;
  const [endX, endY] = [x + (width * a) / along, y + (width * b) / along];
  const ends = { x, y, endX, endY, size: Math.hypot(c, d) || 1 };
  return { text: hasEOL ? `${str}\n` : str, ...ends, area: areaOf(ends, [c, d]) };
}

/** How far below its line a letter may reach, in ems. */
const descent = 0.35;

/** What a line of text covers, as high as its letters are. */
function areaOf(
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
