import { getDocumentProxy } from "unpdf";

/** Reads a PDF with an engine other than those that write files. */
export async function readBack(bytes: Uint8Array, password?: string) {
  const document = await getDocumentProxy(bytes.slice(), {
    ...(password && { password }),
    verbosity: 0,
  });
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  const pages = await Promise.all(numbers.map((number) => document.getPage(number)));
  const texts = await Promise.all(
    pages.map(async (page) => {
      const { items } = await page.getTextContent();
      return items.map((item) => ("str" in item ? item.str : "")).join("");
    }),
  );
  const sizes = pages.map((page) => {
    const { width, height } = page.getViewport({ scale: 1 });
    return [Math.round(width), Math.round(height)];
  });
  return { document, pages, texts, sizes, rotations: pages.map(({ rotate }) => rotate) };
}

/**
 * Returns the titles of an outline with the page numbers of their targets, nested as in the file.
 */
export async function readOutline({ document }: Awaited<ReturnType<typeof readBack>>) {
  type Items = Awaited<ReturnType<typeof document.getOutline>>;
  const describeItems = async (items: Items): Promise<unknown[]> =>
    Promise.all(
      (items ?? []).map(async ({ title, dest, items: below }) => {
        const page = Array.isArray(dest) ? 1 + (await document.getPageIndex(dest[0])) : null;
        return below.length > 0
          ? [title, page, await describeItems(below as Items)]
          : [title, page];
      }),
    );
  return describeItems(await document.getOutline());
}
