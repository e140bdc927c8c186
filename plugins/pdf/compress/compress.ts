import { PDFDict, type PDFDocument, PDFName } from "pdf-lib";
import { removeClaim } from "../check/claim.ts";
import { openDocument, saveDocument } from "../engines/pdf-lib.ts";
import { qpdfName, qpdfOutput } from "../engines/qpdf.ts";
import { openPdf } from "../input/open.ts";
import { copyProtection } from "../input/protection.ts";
import { dictEntry, everyDict, nameEntry } from "../objects/entries.ts";
import { answerFile } from "../response.ts";
import { subsetFonts } from "./fonts.ts";
import { type RecompressOptions, recompressImages } from "./images.ts";
import type { CompressBody, Level, Strippable } from "./request.ts";

interface CompressOptions {
  level: Level;
  targetBytes?: number | undefined;
  /** Overrides the level's resolution. */
  imageDpi?: number | undefined;
  imageQuality?: number | undefined;
  grayscale: boolean;
  linearize: boolean;
  strip: readonly Strippable[];
  keepSmaller: boolean;
}

interface Compressed {
  bytes: Uint8Array;
  recompressed: number;
  skipped: number;
  /** The number of fonts that lost unused glyphs. */
  fonts: number;
  /** Why the result is larger than expected, if it is. */
  reason: "already_optimal" | "target_unreachable" | "larger_as_asked" | null;
  /** The number of passes used to reach the target. */
  passes: number;
}

interface Pass {
  bytes: Uint8Array;
  recompressed: number;
  skipped: number;
  /** The number of fonts that lost unused glyphs. */
  fonts: number;
}

/** Compresses a PDF. The result is never larger than the input, unless an option requires it. */
async function compress(input: Uint8Array, options: CompressOptions): Promise<Compressed> {
  const { pass, passes, isReached } =
    options.targetBytes === undefined
      ? {
          pass: await compressOnce(input, {
            options,
            recompression: resolveRecompression(options),
          }),
          passes: 1,
          isReached: true,
        }
      : await compressToTarget(input, { options, target: options.targetBytes });
  const grows = pass.bytes.length >= input.length;
  const isRequested =
    options.linearize ||
    (options.grayscale && pass.recompressed > 0) ||
    options.strip.some((part) => part !== "unused");
  if (grows && options.keepSmaller && !isRequested) {
    const reason =
      isReached || input.length <= (options.targetBytes ?? 0)
        ? "already_optimal"
        : "target_unreachable";
    return {
      bytes: input,
      recompressed: 0,
      skipped: pass.recompressed + pass.skipped,
      fonts: 0,
      reason,
      passes,
    };
  }
  const reason = isReached ? (grows ? "larger_as_asked" : null) : "target_unreachable";
  return { ...pass, reason, passes };
}

const passesMax = 6;

/**
 * Searches for the best quality that reaches a size, by bisection between the floor and the best.
 */
async function compressToTarget(
  input: Uint8Array,
  { options, target }: { options: CompressOptions; target: number },
): Promise<{ pass: Pass; passes: number; isReached: boolean }> {
  const lossless = await compressOnce(input, {
    options,
    recompression: options.grayscale ? interpolateRecompression(1, options) : undefined,
  });
  if (lossless.bytes.length <= target) return { pass: lossless, passes: 1, isReached: true };
  let found = await compressOnce(input, {
    options,
    recompression: interpolateRecompression(0, options),
  });
  if (found.bytes.length > target) return { pass: found, passes: 2, isReached: false };
  let [low, high] = [0, 1];
  for (let passes = 3; passes <= passesMax; passes++) {
    const middle = (low + high) / 2;
    const pass = await compressOnce(input, {
      options,
      recompression: interpolateRecompression(middle, options),
    });
    if (pass.bytes.length <= target) {
      found = pass;
      low = middle;
    } else high = middle;
  }
  return { pass: found, passes: passesMax, isReached: true };
}

/** The limits of the search for a target. Below the lower one, images would be unreadable. */
const best = { dpi: 300, quality: 90 };
const floor = { dpi: 72, quality: 25 };

function interpolateRecompression(
  share: number,
  { grayscale }: CompressOptions,
): RecompressOptions {
  const between = (from: number, to: number) => Math.round(from + (to - from) * share);
  return {
    dpi: between(floor.dpi, best.dpi),
    quality: between(floor.quality, best.quality),
    grayscale,
  };
}

const recompressionByLevel: Readonly<
  Record<Exclude<Level, "lossless">, Omit<RecompressOptions, "grayscale">>
> = {
  low: { dpi: 200, quality: 85 },
  medium: { dpi: 150, quality: 75 },
  high: { dpi: 110, quality: 60 },
  extreme: { dpi: 72, quality: 40 },
};

function resolveRecompression({
  level,
  imageDpi,
  imageQuality,
  grayscale,
}: CompressOptions): RecompressOptions | undefined {
  const isUnchanged = level === "lossless" && !grayscale;
  if (isUnchanged && imageDpi === undefined && imageQuality === undefined) return undefined;
  const { dpi, quality } = level === "lossless" ? best : recompressionByLevel[level];
  return { dpi: imageDpi ?? dpi, quality: imageQuality ?? quality, grayscale };
}

async function compressOnce(
  input: Uint8Array,
  {
    options,
    recompression,
  }: { options: CompressOptions; recompression: RecompressOptions | undefined },
): Promise<Pass> {
  let bytes = input;
  let counts = { recompressed: 0, skipped: 0 };
  let fonts = 0;
  if (recompression || options.strip.length > 0) {
    const document = await openDocument(input);
    strip(document, options.strip);
    if (options.strip.includes("unused")) fonts = await subsetFonts(document);
    if (recompression) counts = await recompressImages(document, recompression);
    bytes = await saveDocument(document);
  }
  const output = await qpdfOutput(
    [
      "--object-streams=generate",
      "--recompress-flate",
      "--compression-level=9",
      ...(options.linearize ? ["--linearize"] : []),
      ...(options.strip.includes("unused") ? ["--remove-unreferenced-resources=yes"] : []),
      "/in.pdf",
      ...(options.strip.includes("unused") ? ["--pages", ".", "1-z", "--"] : []),
    ],
    { files: { "in.pdf": bytes } },
  );
  return { bytes: output, ...counts, fonts };
}

const strippers: Readonly<Record<Strippable, (document: PDFDocument) => void>> = {
  metadata: (document) => {
    delete document.context.trailerInfo.Info;
    dropEverywhere(document, ["PieceInfo", "LastModified"]);
  },
  xmp: (document) => dropEverywhere(document, ["Metadata"]),
  thumbnails: (document) => dropEverywhere(document, ["Thumb"]),
  attachments: (document) => {
    dropEntries(dictEntry(document.catalog, "Names"), ["EmbeddedFiles"]);
    dropEntries(document.catalog, ["AF", "Collection"]);
    dropAnnotations(document, (kind) => kind === "FileAttachment");
  },
  javascript: (document) => {
    dropEntries(dictEntry(document.catalog, "Names"), ["JavaScript"]);
    dropEntries(document.catalog, ["OpenAction"]);
    dropEverywhere(document, ["AA", "JS"]);
  },
  bookmarks: ({ catalog }) => {
    dropEntries(catalog, ["Outlines"]);
    if (nameEntry(catalog, "PageMode") === "UseOutlines") dropEntries(catalog, ["PageMode"]);
  },
  annotations: (document) => {
    dropAnnotations(document, () => true);
    dropEntries(document.catalog, ["AcroForm"]);
  },
  // qpdf drops unreferenced objects when it writes.
  unused: () => {},
};

/** Removes the named parts of a document. */
function strip(document: PDFDocument, parts: readonly Strippable[]): void {
  for (const part of parts) strippers[part](document);
}

function dropEntries(dict: PDFDict | undefined, names: readonly string[]): void {
  for (const name of names) dict?.delete(PDFName.of(name));
}

function dropEverywhere(document: PDFDocument, names: readonly string[]): void {
  for (const dict of everyDict(document)) dropEntries(dict, names);
}

function dropAnnotations(
  document: PDFDocument,
  shouldDrop: (kind: string | undefined) => boolean,
): void {
  for (const { node } of document.getPages()) {
    const annotations = node.Annots();
    if (!annotations) continue;
    for (let index = annotations.size() - 1; index >= 0; index--) {
      const annotation = annotations.lookup(index);
      const kind = annotation instanceof PDFDict ? nameEntry(annotation, "Subtype") : undefined;
      if (shouldDrop(kind)) annotations.remove(index);
    }
  }
}

/** Compresses a PDF according to a request. */
export async function compressPdf(body: CompressBody) {
  const source = await openPdf(body);
  // Recompressed images and rewritten objects aren't checked against PDF/A.
  const plain = await removeClaim(source);
  const compressed = await compress(plain.bytes, {
    level: body.level,
    targetBytes: body.target_bytes,
    imageDpi: body.image_dpi,
    imageQuality: body.image_quality,
    grayscale: body.grayscale,
    linearize: body.linearize,
    strip: body.strip,
    keepSmaller: body.keep_smaller,
  });
  const isUnchanged = compressed.bytes === plain.bytes;
  const encrypted = await copyProtection(isUnchanged ? source.bytes : compressed.bytes, source);
  // Encryption adds some bytes to each stream.
  const grew =
    compressed.reason === null && body.keep_smaller && encrypted.length >= source.inputBytes;
  const bytes = grew ? source.original : encrypted;
  const reason = grew ? "already_optimal" : compressed.reason;
  const { recompressed, skipped, fonts, passes } = compressed;
  const facts = {
    output_bytes: bytes.byteLength,
    ratio: Math.round((bytes.byteLength / source.inputBytes) * 1000) / 1000,
    images_recompressed: recompressed,
    images_skipped: skipped,
    fonts_subset: fonts,
    passes,
    reason,
    pdfa_claim_removed: plain.isDropped && !isUnchanged && !grew,
  };
  const protection = source.wasEncrypted ? ("kept" as const) : ("none" as const);
  const pages = source.pages.length;
  const output = { bytes, pages, engine: qpdfName, input: source, facts, protection };
  const plainOutput = isUnchanged || grew ? source.bytes : compressed.bytes;
  const compared = { inputs: [source.bytes], outputs: [plainOutput] };
  return answerFile({ ...output, suffix: "compressed", compared }, body);
}
