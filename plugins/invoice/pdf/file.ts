import { packDocument } from "hub/pdf-text";
import { type PDFContext, PDFDocument, PDFHexString, PDFName, type PDFRef } from "pdf-lib";
import type { Ink } from "./ink.ts";
import type { Page } from "./page.ts";
import { claimStandards } from "./standards.ts";
import { writeTags } from "./tags.ts";

/** An image as colour pixels and, if it is transparent, opacity. */
export interface Raster {
  width: number;
  height: number;
  rgb: Uint8Array;
  alpha?: Uint8Array | undefined;
}

/** The metadata of a PDF. */
export interface Metadata {
  title: string;
  author: string;
  language: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** Creates a PDF from drawn pages. */
export async function makePdf(
  pages: readonly Page[],
  {
    ink,
    images,
    metadata,
  }: { ink: Ink; images: Readonly<Record<string, Raster>>; metadata: Metadata },
): Promise<PDFDocument> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const { context } = pdf;
  describe(pdf, metadata);
  const pictures = Object.fromEntries(
    Object.entries(images).map(([name, raster]) => [name, embedImage(raster, context)]),
  );
  const resources = context.register(
    context.obj({
      Font: await ink.book.embed(context),
      XObject: pictures,
      ExtGState: { Faint: { Type: "ExtGState", ca: 0.28, CA: 0.28 } },
    }),
  );
  for (const { width, height, content } of pages) {
    const page = pdf.addPage([width, height]);
    page.node.set(PDFName.of("Resources"), resources);
    page.node.set(
      PDFName.of("Contents"),
      context.register(packDocument(context, Buffer.from(content, "latin1"))),
    );
  }
  writeTags(pdf, ink.tags, pages);
  // The conversion to PDF/A would add a random identifier.
  identify(pdf);
  claimStandards(pdf);
  return pdf;
}

/** Encodes a document, with a hash of its content as identifier. */
export async function encodePdf(pdf: PDFDocument): Promise<Uint8Array> {
  const bytes = await pdf.save({
    addDefaultPage: false,
    updateFieldAppearances: false,
    // Structure elements are many and alike. Compressed together, they take a tenth of the space.
    useObjectStreams: true,
    objectsPerTick: Number.POSITIVE_INFINITY,
  });
  const hash = Buffer.from(new Bun.CryptoHasher("md5").update(bytes).digest("hex"));
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The trailer is at the end and contains the identifier twice.
  const second = file.lastIndexOf(placeholderId);
  for (const at of [file.lastIndexOf(placeholderId, second - 1), second]) hash.copy(file, at);
  return bytes;
}

const placeholderId = "0".repeat(32);

/** Sets a placeholder identifier of zeros until the bytes are known. */
function identify({ context }: PDFDocument): void {
  const id = PDFHexString.of(placeholderId);
  context.trailerInfo.ID = context.obj([id, id]);
}

function describe(pdf: PDFDocument, { title, author, language, now }: Metadata): void {
  const date = new Date(now);
  pdf.setTitle(title, { showInWindowTitleBar: true });
  pdf.setAuthor(author);
  pdf.setCreator("utilhub");
  pdf.setProducer("utilhub");
  pdf.setCreationDate(date);
  pdf.setModificationDate(date);
  pdf.setLanguage(language);
}

function embedImage({ width, height, rgb, alpha }: Raster, context: PDFContext): PDFRef {
  const common = { Type: "XObject", Subtype: "Image", Width: width, Height: height };
  const mask =
    alpha &&
    context.register(
      packDocument(context, alpha, { ...common, ColorSpace: "DeviceGray", BitsPerComponent: 8 }),
    );
  return context.register(
    packDocument(context, rgb, {
      ...common,
      ColorSpace: "DeviceRGB",
      BitsPerComponent: 8,
      ...(mask && { SMask: mask }),
    }),
  );
}
