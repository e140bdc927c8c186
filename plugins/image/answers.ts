import { reply } from "hub";
import { encodeImage, missingGlyphs, type Rgba, rasterise } from "hub/drawing";
import { formatCss, over, white } from "./color/color.ts";
import { computeImageFacts } from "./facts.ts";
import { type Format, mediaTypes } from "./formats.ts";
import { encodeIco } from "./ico.ts";
import image from "./plugin.ts";

/** An image that is drawn and not yet written. */
export interface Picture<Details extends object = object> {
  readonly svg: string;
  /** The same without texts, for whatever has no fonts; `svg` itself where it has none. */
  readonly outlined?: string;
  width: number;
  height: number;
  /** What it shows, in words. */
  alt: string;
  /** What is written on it in the hub's fonts. */
  texts?: readonly (string | undefined)[];
  /** How far its text stands out; none where it has no text. */
  contrast: number | undefined;
  /** What stands behind it where a file cannot be transparent. */
  ground?: Rgba | undefined;
  /** What a JSON answer says of it besides. */
  details?: Details;
  /** A better way to a raster file than by its SVG, where this picture has one for a format. */
  raster?(
    format: Exclude<Format, "svg" | "ico">,
    scale: number,
  ): Bytes | Promise<Bytes> | undefined;
}

export interface AnswerOptions {
  format: Format;
  scale: number;
  response: "binary" | "json";
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A drawing is a document of its own in a browser: it may run and load nothing. */
const svgHeaders = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  "cross-origin-resource-policy": "cross-origin",
};
const rasterHeaders = { "cross-origin-resource-policy": "cross-origin" };

/** Answers with an image, or with JSON about it. */
export function buildAnswer<Details extends object = object>(
  picture: Picture<Details>,
  { format, scale, response }: AnswerOptions,
) {
  if (response === "json") return describe(picture, { format, scale });
  // Where an SVG has texts in place of outlines, its viewer's fonts write them.
  if (format === "svg") {
    const said = picture.outlined === undefined ? missingHeader(picture) : undefined;
    const headers = { ...svgHeaders, ...said, ...contrastHeader(picture.contrast) };
    return reply(picture.svg, { type: mediaTypes.svg, headers });
  }
  const told = { ...missingHeader(picture), ...contrastHeader(picture.contrast) };
  const headers = { ...rasterHeaders, ...told };
  const options = { type: mediaTypes[format], headers };
  const written = writeRaster(picture, format, scale);
  return written instanceof Promise
    ? written.then((bytes) => reply(bytes, options))
    : reply(written, options);
}

/** An answer of a picture that was asked for as a file, and not in JSON. */
export function toFileAnswer<Answer extends object>(answer: Answer) {
  if (!("headers" in answer)) throw new TypeError("The picture was asked for in JSON");
  return answer as Extract<Answer, { headers: unknown }>;
}

/** The characters that no font of the hub has, and that are drawn as boxes. */
function missingIn({ texts = [] }: Picture): string[] {
  // No font lacks ASCII: most texts need not be looked at.
  const said = texts.filter((text) => text && /[^\x20-\x7E×\n]/.test(text));
  return said.length > 0 ? missingGlyphs(said.join("\n")) : [];
}

const headerPointsMax = 50;

/** The same as code points, for a header has no other characters than those of ASCII. */
export function missingHeader(picture: Picture): Record<string, string> {
  const points = new Set(missingIn(picture).flatMap((character) => [...character]));
  if (points.size === 0) return {};
  const written = [...points]
    .slice(0, headerPointsMax)
    .map((point) => `U+${formatCodePoint(point.codePointAt(0) ?? 0)}`);
  return { "x-missing-glyphs": written.join(" ") };
}

/** What WCAG 2.2 asks of text at least. */
const contrastMin = 4.5;

/** Tells of a text that is hard to read. */
export function contrastHeader(contrast: number | undefined): Record<string, string> {
  if (contrast === undefined || contrast >= contrastMin) return {};
  return { "x-low-contrast": contrast.toFixed(2) };
}

function formatCodePoint(codePoint: number): string {
  return codePoint.toString(16).toUpperCase().padStart(4, "0");
}

/** A picture as a raster file. */
export function writeRaster(
  picture: Picture,
  format: Exclude<Format, "svg">,
  scale: number,
): Bytes | Promise<Bytes> {
  checkPixels(picture, format, scale);
  const drawn = format === "ico" ? undefined : picture.raster?.(format, scale);
  return drawn ?? render(picture, format, scale);
}

async function render(picture: Picture, format: Exclude<Format, "svg">, scale: number) {
  const svg = picture.outlined ?? picture.svg;
  if (format === "ico") return encodeIco(svg, picture);
  const pixels = await rasterise(svg, { scale });
  const background = formatCss(over(picture.ground ?? white, white));
  return encodeImage(pixels, { format: format === "jpg" ? "jpeg" : format, background });
}

async function describe<Details extends object>(
  picture: Picture<Details>,
  { format, scale }: { format: Format; scale: number },
) {
  const file =
    format === "svg" ? Buffer.from(picture.svg) : await writeRaster(picture, format, scale);
  const drawn = format === "svg" || format === "ico" ? 1 : scale;
  const type = mediaTypes[format];
  return {
    format,
    media_type: type,
    width: Math.round(picture.width * drawn),
    height: Math.round(picture.height * drawn),
    bytes: file.length,
    data_uri: `data:${type};base64,${Buffer.from(file).toString("base64")}`,
    alt: picture.alt,
    ...(await computeImageFacts(picture.outlined ?? picture.svg, picture)),
    contrast_ratio:
      picture.contrast === undefined ? null : Math.round(picture.contrast * 100) / 100,
    missing_glyphs: missingIn(picture),
    ...(picture.details as Details),
  };
}

function checkPixels({ width, height }: Picture, format: Format, scale: number): void {
  const pixels = width * height * scale * scale;
  const { pixelsMax, avifPixelsMax } = image.limits;
  const most = format === "avif" ? avifPixelsMax : pixelsMax;
  if (pixels <= most) return;
  throw image.error(
    "image_too_large",
    `An image as ${format} may have at most ${most} pixels: ${width} × ${height} at scale ${scale} has ${pixels}`,
    { at: "query.scale" },
  );
}
