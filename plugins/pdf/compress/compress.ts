import { PDFDict, type PDFDocument, PDFName } from "pdf-lib";
import { answerFile } from "../answer.ts";
import { openDocument, saveDocument } from "../engines/pdf-lib.ts";
import { qpdfName, qpdfOutput } from "../engines/qpdf.ts";
import { removeClaim } from "../graft/claim.ts";
import { openPdf } from "../input/open.ts";
import { dictEntry, everyDict, nameEntry } from "../objects/entries.ts";
import { copyProtection } from "../security/protection.ts";
import { type RecompressOptions, recompressImages } from "./images.ts";
import type { CompressBody, Level, Strippable } from "./schema.ts";

interface CompressOptions {
  level: Level;
  targetBytes?: number | undefined;
  /** Over that of the level. */
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
  /** Why it is not as small as was hoped, if it is not. */
  reason: "already_optimal" | "target_unreachable" | "larger_as_asked" | null;
  /** How often it was compressed to reach the target. */
  passes: number;
}

interface Pass {
  bytes: Uint8Array;
  recompressed: number;
  skipped: number;
}

/** Makes a PDF smaller, or tells why it is not: it never grows but for what was asked. */
async function compress(input: Uint8Array, options: CompressOptions): Promise<Compressed> {
  const { pass, passes, isReached } =
    options.targetBytes === undefined
      ? {
          pass: await once(input, { options, look: resolveLook(options) }),
          passes: 1,
          isReached: true,
        }
      : await toTarget(input, { options, target: options.targetBytes });
  const grows = pass.bytes.length >= input.length;
  const isAsked =
    options.linearize || options.grayscale || options.strip.some((what) => what !== "unused");
  if (grows && options.keepSmaller && !isAsked) {
    const reason =
      isReached || input.length <= (options.targetBytes ?? 0)
        ? "already_optimal"
        : "target_unreachable";
    return {
      bytes: input,
      recompressed: 0,
      skipped: pass.recompressed + pass.skipped,
      reason,
      passes,
    };
  }
  const reason = isReached ? (grows ? "larger_as_asked" : null) : "target_unreachable";
  return { ...pass, reason, passes };
}

const passesMax = 6;

/** The least loss that reaches a size, by halving what is left between the best and the floor. */
async function toTarget(
  input: Uint8Array,
  { options, target }: { options: CompressOptions; target: number },
): Promise<{ pass: Pass; passes: number; isReached: boolean }> {
  const lossless = await once(input, {
    options,
    look: options.grayscale ? interpolateLook(1, options) : undefined,
  });
  if (lossless.bytes.length <= target) return { pass: lossless, passes: 1, isReached: true };
  let found = await once(input, { options, look: interpolateLook(0, options) });
  if (found.bytes.length > target) return { pass: found, passes: 2, isReached: false };
  let [low, high] = [0, 1];
  for (let passes = 3; passes <= passesMax; passes++) {
    const middle = (low + high) / 2;
    const pass = await once(input, { options, look: interpolateLook(middle, options) });
    if (pass.bytes.length <= target) {
      found = pass;
      low = middle;
    } else high = middle;
  }
  return { pass: found, passes: passesMax, isReached: true };
}

/** Between these a target is looked for; below the lower ones nothing could be read any more. */
const best = { dpi: 300, quality: 90 };
const floor = { dpi: 72, quality: 25 };

function interpolateLook(share: number, { grayscale }: CompressOptions): RecompressOptions {
  const between = (from: number, to: number) => Math.round(from + (to - from) * share);
  return {
    dpi: between(floor.dpi, best.dpi),
    quality: between(floor.quality, best.quality),
    grayscale,
  };
}

const looks: Readonly<Record<Exclude<Level, "lossless">, Omit<RecompressOptions, "grayscale">>> = {
  low: { dpi: 200, quality: 85 },
  medium: { dpi: 150, quality: 75 },
  high: { dpi: 110, quality: 60 },
  extreme: { dpi: 72, quality: 40 },
};

function resolveLook({
  level,
  imageDpi,
  imageQuality,
  grayscale,
}: CompressOptions): RecompressOptions | undefined {
  const isKept = level === "lossless" && !grayscale;
  if (isKept && imageDpi === undefined && imageQuality === undefined) return undefined;
  const { dpi, quality } = level === "lossless" ? best : looks[level];
  return { dpi: imageDpi ?? dpi, quality: imageQuality ?? quality, grayscale };
}

async function once(
  input: Uint8Array,
  { options, look }: { options: CompressOptions; look: RecompressOptions | undefined },
): Promise<Pass> {
  let bytes = input;
  let done = { recompressed: 0, skipped: 0 };
  if (look || options.strip.some((what) => what !== "unused")) {
    const document = await openDocument(input);
    strip(document, options.strip);
    if (look) done = await recompressImages(document, look);
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
  return { bytes: output, ...done };
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
  // qpdf drops what nothing refers to as it writes.
  unused: () => {},
};

/** Takes out of a document what is named. */
function strip(document: PDFDocument, what: readonly Strippable[]): void {
  for (const one of what) strippers[one](document);
}

function dropEntries(dict: PDFDict | undefined, names: readonly string[]): void {
  for (const name of names) dict?.delete(PDFName.of(name));
}

function dropEverywhere(document: PDFDocument, names: readonly string[]): void {
  for (const dict of everyDict(document)) dropEntries(dict, names);
}

function dropAnnotations(
  document: PDFDocument,
  isDropped: (kind: string | undefined) => boolean,
): void {
  for (const { node } of document.getPages()) {
    const annotations = node.Annots();
    if (!annotations) continue;
    for (let index = annotations.size() - 1; index >= 0; index--) {
      const annotation = annotations.lookup(index);
      const kind = annotation instanceof PDFDict ? nameEntry(annotation, "Subtype") : undefined;
      if (isDropped(kind)) annotations.remove(index);
    }
  }
}

/** Compresses a PDF as a request says. */
export async function compressPdf(body: CompressBody) {
  const source = await openPdf(body, { leavesFields: true });
  // What images and objects become is not checked against PDF/A.
  const plain = await removeClaim(source);
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
  const locked = await copyProtection(isKept ? source.bytes : made.bytes, source);
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
