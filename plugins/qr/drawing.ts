import { designOf, type Look } from "./design.ts";
import { matrixOf } from "./matrix/matrix.ts";
import { type Picture, pictureOf } from "./picture.ts";
import qr from "./plugin.ts";
import { pngOf } from "./png/png.ts";
import { judge, type Verdict } from "./scannability.ts";
import { svgHeaders, svgOf } from "./svg/svg.ts";
import { terminalOf } from "./terminal.ts";
import { transcode } from "./transcode.ts";

/** The images a code may be drawn as, with their media types. */
export const mediaTypes = {
  png: "image/png",
  svg: "image/svg+xml;charset=utf-8",
  webp: "image/webp",
  jpeg: "image/jpeg",
  text: "text/plain;charset=utf-8",
} as const;

export type ImageFormat = keyof typeof mediaTypes;

/** A code on its way to be written: laid out, and judged. */
export interface Drawing {
  data: string;
  picture: Picture;
  verdict: Verdict;
}

/** Encodes data and lays it out as a request asks. */
export function drawingOf(data: string, look: Look & { strict: boolean }): Drawing {
  const design = designOf(look);
  const picture = pictureOf(matrixOf(data, design), design);
  const drawing = { data, picture, verdict: judge(picture) };
  if (look.strict) demandScannable(drawing);
  return drawing;
}

/** Throws unless the code is known to scan. */
export function demandScannable({ verdict }: Drawing): void {
  const { known, ...scannability } = verdict;
  if (known) return;
  throw qr.error(
    "unscannable",
    `The code is not known to scan: ${scannability.warnings.join("; ")}`,
    { members: { scannability } },
  );
}

/** Writes a drawing as an image. */
export function imageOf(
  { picture }: Drawing,
  format: ImageFormat,
): string | Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> {
  if (format === "svg") return svgOf(picture);
  if (format === "text") return terminalOf(picture);
  const png = pngOf(picture);
  return format === "png" ? png : transcode(png, format);
}

/** What the headers of an answer tell about its code, and the name of the file to save. */
export function headersOf(
  { picture: { design, matrix }, verdict }: Drawing,
  { extension, download }: { extension: string; download: boolean },
): Record<string, string> {
  return {
    "x-qr-style": design.style,
    "x-qr-version": String(matrix.version),
    "x-qr-ecc": matrix.level,
    "x-qr-verified": String(verdict.known),
    ...(download && { "content-disposition": `attachment; filename="qr.${extension}"` }),
    ...(extension === "svg" && svgHeaders),
  };
}
