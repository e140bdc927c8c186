import type { CDPSession } from "puppeteer-core";
import type { Picture, PrintOptions } from "../../contract/browser-door.ts";
import { HubError } from "../../contract/errors.ts";
import type { World } from "./page-world.ts";

const bytesMax = 50 * 2 ** 20;
const pixelsPerInch = 96;
/** The maximum height of a page in inches: 200, as in the PDF specification. */
const heightMax = 200;

/** Prints the open page as PDF. */
export async function printPage(
  options: PrintOptions,
  { session, world }: { session: CDPSession; world: World },
): Promise<Pick<Picture, "bytes" | "width" | "height" | "truncated" | "pages">> {
  const { margins, header, footer, pageRanges } = options;
  const sheet = turnPaper(options);
  const height = options.singlePage
    ? await measureHeight(options, { sheet, session, world })
    : sheet.height;
  const { stream } = await session
    .send("Page.printToPDF", {
      paperWidth: sheet.width,
      paperHeight: Math.min(height, heightMax),
      marginTop: margins.top,
      marginRight: margins.right,
      marginBottom: margins.bottom,
      marginLeft: margins.left,
      scale: options.scale,
      printBackground: options.backgrounds,
      preferCSSPageSize: options.cssPageSize,
      displayHeaderFooter: header !== undefined || footer !== undefined,
      // An empty template would be replaced by Chromium's own.
      headerTemplate: header ?? "<span></span>",
      footerTemplate: footer ?? "<span></span>",
      ...(pageRanges !== undefined && { pageRanges }),
      generateTaggedPDF: options.tagged,
      generateDocumentOutline: options.outline,
      transferMode: "ReturnAsStream",
    })
    .catch((error: Error) => {
      throw explain(error, options);
    });
  const bytes = await readStream(session, stream ?? "");
  const pages = countPages(bytes);
  const size = [sheet.width, height].map((inches) => Math.round(inches * 72));
  const [width = 0, pageHeight = 0] = size;
  return { bytes, pages, width, height: pageHeight, truncated: height > heightMax };
}

/** Returns the paper in its orientation. */
function turnPaper({ paper, landscape }: PrintOptions): PrintOptions["paper"] {
  return landscape ? { width: paper.height, height: paper.width } : paper;
}

/** Measures the paper height of a page that is as long as its content. */
async function measureHeight(
  { margins, scale, media }: PrintOptions,
  { sheet, session, world }: { sheet: PrintOptions["paper"]; session: CDPSession; world: World },
): Promise<number> {
  const width = (sheet.width - margins.left - margins.right) / scale;
  await session.send("Emulation.setEmulatedMedia", { media });
  await session.send("Emulation.setDeviceMetricsOverride", {
    width: Math.floor(width * pixelsPerInch),
    height: 1,
    deviceScaleFactor: 1,
    mobile: false,
  });
  const { height } = await world.run("pageSize");
  // A pixel more, because a rounding error would add an empty page.
  return ((height + 1) / pixelsPerInch) * scale + margins.top + margins.bottom;
}

/** Reads a stream of the browser. Throws if it is too large. */
export async function readStream(session: CDPSession, handle: string): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for (let eof = false; !eof; ) {
      const part = await session.send("IO.read", { handle, size: 2 ** 20 });
      const bytes = Buffer.from(part.data, part.base64Encoded ? "base64" : "utf8");
      parts.push(bytes);
      length += bytes.length;
      eof = part.eof;
      if (length > bytesMax)
        throw new HubError(
          "navigation_failed",
          `Cannot return the PDF: it has more than ${bytesMax} bytes`,
        );
    }
  } finally {
    await session.send("IO.close", { handle }).catch(() => {});
  }
  return Buffer.concat(parts);
}

/** Returns the count of the root of the page tree, which is the largest one. */
function countPages(bytes: Uint8Array): number {
  const text = Buffer.from(bytes).toString("latin1");
  const counts = [...text.matchAll(/\/Type \/Pages\s+\/Count (\d+)/g)].map(([, count]) =>
    Number(count),
  );
  return Math.max(0, ...counts);
}

function explain(error: Error, { pageRanges }: PrintOptions): Error {
  return /page range/i.test(error.message)
    ? new HubError(
        "invalid_input",
        `The page ranges must be within the PDF: they are "${pageRanges}"`,
      )
    : error;
}
