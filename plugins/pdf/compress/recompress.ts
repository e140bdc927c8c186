import { type PDFDocument, PDFName, type PDFRef, PDFStream } from "pdf-lib";
import { nameEntry } from "../objects/entries.ts";
import { type DrawnSize, measureDrawnSizes } from "./image-sizes.ts";
import { type Picture, pictureOf } from "./picture.ts";

export interface Look {
  dpi: number;
  /** From 1 to 100. */
  quality: number;
  grayscale: boolean;
}

export interface Recompressed {
  recompressed: number;
  skipped: number;
}

/** An image keeps its pixels until it has so many times as many as it needs. */
const spare = 1.1;
/** What a new image may be of the old one at most, to be worth its loss. */
const worth = 0.9;
const sideMin = 16;

/** Makes the images of a document anew where that makes them smaller. */
export async function recompressImages(document: PDFDocument, look: Look): Promise<Recompressed> {
  const sizes = measureDrawnSizes(document);
  const done = { recompressed: 0, skipped: 0 };
  for (const [ref, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFStream) || nameEntry(object.dict, "Subtype") !== "Image") continue;
    const isDone = await recompress(document, { ref, stream: object, look, drawn: sizes.get(ref) });
    done[isDone ? "recompressed" : "skipped"]++;
  }
  return done;
}

interface ImageWork {
  ref: PDFRef;
  stream: PDFStream;
  look: Look;
  drawn: DrawnSize | undefined;
}

async function recompress(
  { context }: PDFDocument,
  { ref, stream, look, drawn }: ImageWork,
): Promise<boolean> {
  const picture = pictureOf(stream);
  if (!picture) return false;
  const isGrey = look.grayscale || picture.channels === 1;
  const size = sizeFor(picture, { dpi: look.dpi, drawn });
  let jpeg: Buffer;
  try {
    const image = picture.open();
    const { channels } = await image.metadata();
    if (channels !== picture.channels) return false;
    jpeg = await (isGrey ? image.toColourspace("b-w") : image)
      .resize({ ...size, fit: "fill", kernel: "lanczos3" })
      .jpeg({ quality: look.quality, chromaSubsampling: look.quality >= 90 ? "4:4:4" : "4:2:0" })
      .toBuffer();
  } catch {
    // What sharp cannot read a viewer perhaps can: it stays as it is.
    return false;
  }
  const turnsGrey = look.grayscale && picture.channels === 3;
  if (!turnsGrey && jpeg.length > worth * stream.getContentsSize()) return false;
  const dict = stream.dict.clone(context);
  for (const name of ["Filter", "DecodeParms", "Length"]) dict.delete(PDFName.of(name));
  const changed = { Width: size.width, Height: size.height, Filter: "DCTDecode" };
  const made = context.stream(jpeg, changed);
  for (const [name, value] of dict.entries()) if (!made.dict.has(name)) made.dict.set(name, value);
  if (turnsGrey) made.dict.set(PDFName.of("ColorSpace"), PDFName.of("DeviceGray"));
  context.assign(ref, made);
  return true;
}

/** As many pixels as it is drawn with at a resolution; all of them where it is not known how large. */
function sizeFor(
  { width, height }: Picture,
  { dpi, drawn }: { dpi: number; drawn: DrawnSize | undefined },
): { width: number; height: number } {
  if (!drawn) return { width, height };
  const share = Math.max((drawn.width / 72) * (dpi / width), (drawn.height / 72) * (dpi / height));
  if (!(share > 0) || share * spare >= 1) return { width, height };
  return {
    width: Math.max(sideMin, Math.round(width * share)),
    height: Math.max(sideMin, Math.round(height * share)),
  };
}
