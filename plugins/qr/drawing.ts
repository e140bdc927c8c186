import { type QrAppearance, resolveDesign } from "./design.ts";
import { buildMatrix } from "./matrix/matrix.ts";
import type { ImageFormat } from "./media-types.ts";
import { buildPicture, type Picture } from "./picture.ts";
import qr from "./plugin.ts";
import { renderPng } from "./png/png.ts";
import { judge, type Verdict } from "./scannability.ts";
import { renderSvg, svgHeaders } from "./svg.ts";
import { renderTerminal } from "./terminal.ts";

/** An encoded image. */
export type Image = string | Uint8Array<ArrayBuffer>;

/** A laid out and rated code, ready to be encoded. */
export interface Drawing {
  data: string;
  picture: Picture;
  /** The image format that is drawn and rated. */
  format: ImageFormat;
  verdict: Verdict;
  image(): Image | Promise<Image>;
}

/** Appearance, image format, and whether to reject codes that aren't verified. */
export type QrDrawingRequest = QrAppearance & { strict: boolean; format: ImageFormat };

/** Encodes data and lays it out as requested. */
export function createDrawing(data: string, appearance: QrDrawingRequest): Drawing {
  const design = resolveDesign(appearance);
  const picture = buildPicture(buildMatrix(data, design), design);
  const { format } = appearance;
  const verdict = judge(picture, format);
  if (appearance.strict) checkVerified(verdict);
  return { data, picture, format, verdict, image: () => renderImage(picture, format) };
}

/** Throws unless the code is verified to scan. */
export function checkVerified({ verified, scannability }: Verdict): void {
  if (verified) return;
  throw qr.error(
    "unscannable",
    `The code is not verified to scan: ${scannability.warnings.join("; ")}`,
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

/** Returns response headers that describe the code, and the name of the download. */
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

/** Converts a PNG to lossless WebP, or to JPEG on white. */
export async function transcode(
  png: Uint8Array,
  format: "webp" | "jpeg",
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import("sharp");
  const image = sharp(png);
  const encoded =
    format === "webp"
      ? image.webp({ lossless: true, effort: 1 })
      : // Full chroma resolution: coloured modules would bleed into their neighbours.
        image.flatten({ background: "#fff" }).jpeg({ quality: 90, chromaSubsampling: "4:4:4" });
  return new Uint8Array(await encoded.toBuffer());
}
