import { packDocument } from "hub/pdf-text";
import { type PDFContext, PDFDocument, PDFHexString, PDFName, type PDFRef } from "pdf-lib";
import type { Ink } from "./ink.ts";
import type { Page } from "./page.ts";

/** A picture as the pixels of its colours and, where it is see-through, of how much. */
export interface Raster {
  width: number;
  height: number;
  rgb: Uint8Array;
  alpha?: Uint8Array | undefined;
}

/** What a PDF says of itself. */
export interface About {
  title: string;
  author: string;
  language: string;
  /** In milliseconds since 1970. */
  now: number;
}

/** Puts drawn pages into a document. */
export async function makePdf(
  pages: readonly Page[],
  { ink, images, about }: { ink: Ink; images: Readonly<Record<string, Raster>>; about: About },
): Promise<PDFDocument> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const { context } = pdf;
  describe(pdf, about);
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
  return pdf;
}

/** The bytes of a document, with an identifier that is a hash of what is in it. */
export async function encodePdf(pdf: PDFDocument): Promise<Uint8Array> {
  identify(pdf);
  const bytes = await pdf.save({
    addDefaultPage: false,
    updateFieldAppearances: false,
    // One object after the other, at once: a page has too few for streams of them to be worth it.
    useObjectStreams: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
  });
  const hash = Buffer.from(new Bun.CryptoHasher("md5").update(bytes).digest("hex"));
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The trailer stands last, and says the identifier twice.
  const second = file.lastIndexOf(noughts);
  for (const at of [file.lastIndexOf(noughts, second - 1), second]) hash.copy(file, at);
  return bytes;
}

const noughts = "0".repeat(32);

/** Gives a document an identifier of noughts, until its bytes are known. */
export function identify({ context }: PDFDocument): void {
  const id = PDFHexString.of(noughts);
  context.trailerInfo.ID = context.obj([id, id]);
}

function describe(pdf: PDFDocument, { title, author, language, now }: About): void {
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
