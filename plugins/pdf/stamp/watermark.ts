import { FontBook } from "hub/pdf-text";
import type { PDFDocument } from "pdf-lib";
import { answerFile } from "../answer.ts";
import { openSource, pdfLibName } from "../engines/pdf-lib.ts";
import { dropClaim } from "../graft/claim.ts";
import { pageNumbers } from "../input/fields.ts";
import { openPdf, type PdfBody, type Source } from "../input/open.ts";
import pdf from "../plugin.ts";
import type { Drawing } from "./drawing.ts";
import { boundsOf, type Matrix, type PageView, viewOf } from "./matrix.ts";
import { operands } from "./operands.ts";
import { drawOn, writeStamped } from "./page-content.ts";
import { placeStamp, tileStamp, tilesMax } from "./place.ts";
import type { Position } from "./positions.ts";
import { type Stamp, type StampBody, stampOf } from "./source.ts";

export interface WatermarkBody extends PdfBody, StampBody {
  pages: string;
  layer: "over" | "under";
  position: Position;
  offset_x: number;
  offset_y: number;
  rotation: number;
  opacity: number;
  tile: boolean;
  gap_x: number;
  gap_y: number;
  scale: number;
  flatten: boolean;
  response: "binary" | "json";
  filename?: string | undefined;
}

/** How far a stamp keeps from the edges, so that printers reach it. */
const margin = 18;
/** How much of a page's width and height a text of size "auto" takes. */
const autoShare = 0.8;
const autoSizes = { drawn: 100, min: 4, max: 500 };

/** Draws a text, an image or a page over or under pages. */
export async function watermarkPdf(body: WatermarkBody) {
  const source = await openPdf(body);
  const numbers = pageNumbers(body.pages, { pages: source.pages.length, at: "body.pages" });
  const chosen = [...new Set(numbers)];
  const document = await openSource(source);
  const book = new FontBook();
  const stamp = await stampOf(document, body, book);
  await book.embed(document.context);
  const state = document.context.register(
    document.context.obj({ Type: "ExtGState", ca: body.opacity, CA: body.opacity }),
  );
  for (const number of chosen) {
    const page = viewOf(source.pages[number - 1]!);
    const maps = mapsOf(stamp, { page, body });
    drawOn(document.getPage(number - 1), {
      content: ({ Form, State }) =>
        [`/${State} gs`, ...maps.map((map) => `q ${operands(...map)} cm /${Form} Do Q`)].join("\n"),
      layer: body.layer,
      resources: {
        XObject: { Form: stamp.drawing.ref },
        ExtGState: { State: state },
      },
    });
  }
  return answer(document, { source, chosen, body });
}

async function answer(
  document: PDFDocument,
  { source, chosen, body }: { source: Source; chosen: readonly number[]; body: WatermarkBody },
) {
  const pdfa_claim_removed = dropClaim(document);
  const bytes = await writeStamped(document, { flattened: body.flatten ? chosen : [] });
  const facts = { stamped_pages: chosen.length, pdfa_claim_removed };
  const made = { bytes, pages: source.pages.length, engine: pdfLibName, input: source, facts };
  return answerFile({ ...made, suffix: "watermarked" }, body);
}

function mapsOf(
  stamp: Stamp,
  { page, body }: { page: PageView; body: WatermarkBody },
): readonly Matrix[] {
  const { position, offset_x, offset_y, rotation, tile, gap_x, gap_y } = body;
  const scale = scaleOf(stamp, { page, body });
  if (!tile) {
    const offset = { offsetX: offset_x, offsetY: offset_y };
    // What is as large as the page, as a letterhead is, is not pushed off it by a margin.
    const isWhole = stamp.kind === "pdf";
    const placing = { position, ...offset, rotation, scale, margin: isWhole ? 0 : margin };
    return [placeStamp(stamp.drawing, { page, placing })];
  }
  const maps = tileStamp(stamp.drawing, {
    page,
    tiling: { gapX: gap_x, gapY: gap_y, rotation, scale },
  });
  if (!maps)
    throw pdf.error(
      "too_many_tiles",
      `body.tile would repeat the stamp more than ${tilesMax} times on a page: make it or its gaps larger`,
      { at: "body.tile", members: { max: tilesMax } },
    );
  return maps;
}

function scaleOf(
  { drawing, isAuto, kind }: Stamp,
  { page, body }: { page: PageView; body: WatermarkBody },
): number {
  const { rotation, scale, tile } = body;
  if (kind === "text" && !isAuto) return 1;
  const fit = (drawing: Pick<Drawing, "width" | "height">, share: number) => {
    const box = boundsOf(drawing, rotation);
    return Math.min((page.width * share) / box.width, (page.height * share) / box.height);
  };
  if (!isAuto) return Math.min(1, fit(drawing, 1)) * scale;
  const { drawn, min, max } = autoSizes;
  const size = drawn * fit(drawing, tile ? autoShare / 3 : autoShare);
  return Math.min(max, Math.max(min, size)) / drawn;
}
