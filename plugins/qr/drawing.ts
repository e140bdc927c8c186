import { type QrAppearance, resolveDesign } from "./design.ts";
import { buildMatrix } from "./matrix/matrix.ts";
import type { ImageFormat } from "./media-types.ts";
import { buildPicture, type Picture } from "./picture.ts";
import qr from "./plugin.ts";
import { renderPng } from "./png/png.ts";
import { judge, type Verdict } from "./scannability.ts";
import { renderSvg, svgHeaders } from "./svg.ts";
import { renderTerminal } from "./terminal.ts";

/** A written image. */
export type Image = string | Uint8Array<ArrayBuffer>;

/** A code that was laid out and judged, and can be written. */
export interface Drawing {
  data: string;
  picture: Picture;
  /** The kind of image it is drawn as, and whose verdict it has. */
  format: ImageFormat;
  verdict: Verdict;
  image(): Image | Promise<Image>;
}

/** A look, the kind of image, and whether to refuse what is not known to scan. */
export type QrDrawingRequest = QrAppearance & { strict: boolean; format: ImageFormat };

/** Encodes data and lays it out as a request asks. */
export function createDrawing(data: string, look: QrDrawingRequest): Drawing {
  const design = resolveDesign(look);
  const picture = buildPicture(buildMatrix(data, design), design);
  const { format } = look;
  const verdict = judge(picture, format);
  if (look.strict) checkVerified(verdict);
  return { data, picture, format, verdict, image: () => renderImage(picture, format) };
}

/** Throws unless a code is known to scan. */
export function checkVerified({ verified, scannability }: Verdict): void {
  if (verified) return;
  throw qr.error(
    "unscannable",
    `The code is not known to scan: ${scannability.warnings.join("; ")}`,
    { members: { scannability } },
  );
}

function renderImage(picture: Picture, format: ImageFormat): Image | Promise<Image> {
  if (format === "svg") return renderSvg(picture);
  if (format === "text") return renderTerminal(picture);
  const png = renderPng(picture);
  if (format === "png") return png;
  return Promise.resolve(png).then((bytes) => transcode(bytes, format));
}

/** What the headers of an answer tell about its code, and the name of the file to save. */
export function buildHeaders(
  { picture: { design, matrix }, verdict }: Drawing,
  { extension, download }: { extension: string; download: boolean },
): Record<string, string> {
  return {
    "x-qr-style": design.style,
    "x-qr-version": String(matrix.version),
    "x-qr-ecc": matrix.level,
    "x-qr-verified": String(verdict.verified ?? "unknown"),
    ...(download && { "content-disposition": `attachment; filename="qr.${extension}"` }),
    ...(extension === "svg" && svgHeaders),
  };
}

/** Writes a PNG as WebP without loss, or as JPEG on white. */
export async function transcode(
  png: Uint8Array,
  format: "webp" | "jpeg",
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import("sharp");
  const image = sharp(png);
  const encoded =
    format === "webp"
      ? image.webp({ lossless: true, effort: 1 })
      : // Whole colour resolution: coloured modules would bleed into their neighbours.
        image.flatten({ background: "#fff" }).jpeg({ quality: 90, chromaSubsampling: "4:4:4" });
  return new Uint8Array(await encoded.toBuffer());
}
