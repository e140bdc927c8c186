import { answerFile } from "../answer.ts";
import { qpdfName } from "../engines/qpdf.ts";
import { removeClaim } from "../graft/claim.ts";
import { openPdf, type PdfBody } from "../input/open.ts";
import { keepProtection } from "../security/protection.ts";
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
  // What images and objects become is not checked against PDF/A.
  const plain = await removeClaim(source.bytes);
  const made = await compress(plain.bytes, {
    level: body.level,
    targetBytes: body.target_bytes,
    imageDpi: body.image_dpi,
    imageQuality: body.image_quality,
    grayscale: body.grayscale,
    linearize: body.linearize,
    strip: body.strip,
    keepSmaller: body.keep_smaller,
  });
  const isKept = made.bytes === plain.bytes;
  const locked = await keepProtection(isKept ? source.bytes : made.bytes, source);
  // A lock takes some bytes of each stream.
  const grew = made.reason === null && body.keep_smaller && locked.length >= source.inputBytes;
  const bytes = grew ? source.original : locked;
  const reason = grew ? "already_optimal" : made.reason;
  const { recompressed, skipped, passes } = made;
  const facts = {
    output_bytes: bytes.byteLength,
    ratio: Math.round((bytes.byteLength / source.inputBytes) * 1000) / 1000,
    images_recompressed: recompressed,
    images_skipped: skipped,
    passes,
    reason,
    pdfa_claim_removed: plain.isDropped && !isKept && !grew,
  };
  const protection = source.wasEncrypted ? ("kept" as const) : ("none" as const);
  const pages = source.pages.length;
  return answerFile(
    { bytes, pages, engine: qpdfName, input: source, suffix: "compressed", facts, protection },
    body,
  );
}
