import type { DataEncoding } from "../content.ts";
import { parseContent } from "../content.ts";
import { type QrAppearance, resolveDesign } from "../design.ts";
import { buildMatrix } from "../matrix/matrix.ts";
import type { CodeContent } from "../matrix/segments.ts";
import { type ImageFormat, isPrint } from "../media-types.ts";
import qr from "../plugin.ts";
import { buildPicture, type CodePicture } from "../render/picture.ts";
import { renderPng } from "../render/png/png.ts";
import { renderSvg, svgHeaders } from "../render/svg.ts";
import { renderTerminal } from "../render/terminal.ts";
import { transcode } from "../render/transcode.ts";
import { judge, judgeReading, type Verdict } from "./scannability.ts";

/** An encoded image. */
export type Image = string | Uint8Array<ArrayBuffer>;

/** A laid out and rated code, ready to be encoded. */
export interface Drawing {
  content: CodeContent;
  picture: CodePicture;
  /** The image format that is drawn and rated. */
  format: ImageFormat;
  verdict: Verdict;
  /** Encodes the image, in its own format by default. */
  image(as?: ImageFormat): Image | Promise<Image>;
}

/** Appearance and image format. */
export type QrDrawingRequest = QrAppearance & { format: ImageFormat };

/** Encodes a content and lays it out as requested. No decoder has read the image yet. */
export function createDrawing(content: CodeContent, appearance: QrDrawingRequest): Drawing {
  const design = resolveDesign(appearance);
  const picture = buildPicture(buildMatrix(content, design), design, appearance.format);
  const { format } = appearance;
  const image = (as: ImageFormat = format) => renderImage(picture, as);
  return { content, picture, format, verdict: judge(picture, format), image };
}

/** The query of a GET that draws a code, and its image format. */
type QrQuery = QrDrawingRequest & {
  data: string;
  encoding: DataEncoding;
  strict: boolean;
  verify: boolean;
};

/** Draws the code of a GET, and reads it back if the caller wants a verdict. */
export function drawQuery(query: QrQuery): Drawing | Promise<Drawing> {
  const { data, encoding, strict, verify, ...request } = query;
  const drawing = createDrawing(parseContent(data, { encoding, at: "query.data" }), request);
  return strict || verify ? verifyDrawing(drawing, { strict }) : drawing;
}

/** Encodes the image and reads it back. With `strict`, throws unless it is verified to scan. */
export async function verifyDrawing(
  drawing: Drawing,
  { strict }: { strict: boolean },
): Promise<Drawing> {
  const { content, picture, format } = drawing;
  const image = await drawing.image();
  const readable = isPrint(format) ? await drawing.image("svg") : image;
  const verdict = await verifyPicture(drawing, readable);
  if (strict) checkVerified(verdict);
  return { content, picture, format, verdict, image: () => image };
}

async function verifyPicture(
  { content, picture, format, verdict }: Drawing,
  image: Image,
): Promise<Verdict> {
  // A text isn't an image: its look depends on the terminal.
  if (format === "text") return verdict;
  const { verifyImage } = await import("../readers/verify.ts");
  const { design, matrix } = picture;
  // Modules are whole pixels, except in an SVG, which is also how print is read.
  const isScaled = format === "svg" || isPrint(format);
  const modulePixels = isScaled ? design.size / (matrix.size + 2 * design.margin) : picture.pixels;
  return judgeReading(verdict, await verifyImage(image, { content, modulePixels }));
}

/** Throws unless the code is verified to scan. */
function checkVerified({ verified, scannability }: Verdict): void {
  if (verified) return;
  throw qr.error(
    "unscannable",
    `The code is not verified to scan: ${scannability.warnings.join("; ")}`,
    { members: { scannability } },
  );
}

function renderImage(picture: CodePicture, format: ImageFormat): Image | Promise<Image> {
  if (format === "svg") return renderSvg(picture);
  if (format === "text") return renderTerminal(picture);
  if (isPrint(format))
    return import("../render/print/print.ts").then(({ drawForPrint }) =>
      drawForPrint(picture, {}, format),
    );
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
