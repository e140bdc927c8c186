import { getDocumentProxy } from "unpdf";

/** A piece of text as the second engine reads it, and the point that it begins at. */
export interface ReadItem {
  text: string;
  x: number;
  y: number;
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
      pages.push(
        items.flatMap((item) => {
          if (!("str" in item)) return [];
          const [, , , , x = 0, y = 0] = item.transform as number[];
          return [{ text: item.hasEOL ? `${item.str}\n` : item.str, x, y }];
        }),
      );
      page.cleanup();
    }
    return pages;
  } finally {
    await document.loadingTask.destroy();
  }
}
