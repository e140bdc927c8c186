import { answerFile } from "../answer.ts";
import { qpdfName } from "../engines/qpdf.ts";
import { openPdf, type PdfBody } from "../input/open.ts";
import { compress } from "./compress.ts";
import type { Level, Strippable } from "./levels.ts";

export interface CompressBody extends PdfBody {
  level: Level;
  target_bytes?: number | undefined;
  image_dpi?: number | undefined;
  image_quality?: number | undefined;
  grayscale: boolean;
  linearize: boolean;
  strip: Strippable[];
  keep_smaller: boolean;
  response: "binary" | "json";
  filename?: string | undefined;
}

/** Compresses a PDF as a request says. */
export async function compressPdf(body: CompressBody) {
  const source = await openPdf(body, { leavesFields: true });
  const { bytes, recompressed, skipped, reason, passes } = await compress(source.bytes, {
    level: body.level,
    targetBytes: body.target_bytes,
    imageDpi: body.image_dpi,
    imageQuality: body.image_quality,
    grayscale: body.grayscale,
    linearize: body.linearize,
    strip: body.strip,
    keepSmaller: body.keep_smaller,
  });
  const facts = {
    output_bytes: bytes.byteLength,
    ratio: Math.round((bytes.byteLength / source.inputBytes) * 1000) / 1000,
    images_recompressed: recompressed,
    images_skipped: skipped,
    passes,
    reason,
  };
  const made = { bytes, pages: source.pages.length, engine: qpdfName, input: source, facts };
  return answerFile({ ...made, suffix: "compressed" }, body);
}
