import { reply } from "hub";
import { encodeImage, missingGlyphs, type Rgba, rasterise } from "hub/drawing";
import { formatCss, over, white } from "./color/color.ts";
import { computeImageFacts } from "./facts.ts";
import { type Format, mediaTypes } from "./formats.ts";
import image from "./plugin.ts";

/** A designed image that isn't encoded yet. */
export interface DesignedPicture<Details extends object = object> {
  readonly svg: string;
  /**
   * The SVG with text as outlines, for renderers without fonts. Missing if `svg` has no text
   * elements.
   */
  readonly outlined?: string;
  width: number;
  height: number;
  /** The text alternative. */
  alt: string;
  /** The texts drawn with the hub's fonts. */
  texts?: readonly (string | undefined)[];
  /** The lowest contrast of its text. Undefined without text. */
  contrast: number | undefined;
  /** The background colour in formats without transparency. */
  ground?: Rgba | undefined;
  /** Further fields of the JSON response. */
  details?: Details;
  /** Further headers of a file. */
  headers?: Readonly<Record<string, string>>;
  /** Renders a format without rasterising the SVG, if this picture supports it. */
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

/**
 * Headers for SVG. A browser treats it as a document: it may neither run scripts nor load anything.
 */
const svgHeaders = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  "cross-origin-resource-policy": "cross-origin",
};
const rasterHeaders = { "cross-origin-resource-policy": "cross-origin" };

/** Builds a response with the image, or with JSON about it. */
export function buildAnswer<Details extends object = object>(
  picture: DesignedPicture<Details>,
  { format, scale, response }: AnswerOptions,
) {
  if (response === "json") return describe(picture, { format, scale });
  // An SVG with text elements is displayed in the viewer's own fonts.
  if (format === "svg") {
    const missing = picture.outlined === undefined ? buildMissingHeader(picture) : undefined;
    const contrast = buildContrastHeader(picture.contrast);
    const headers = { ...svgHeaders, ...missing, ...contrast, ...picture.headers };
    return reply(picture.svg, { type: mediaTypes.svg, headers });
  }
  const warnings = { ...buildMissingHeader(picture), ...buildContrastHeader(picture.contrast) };
  const headers = { ...rasterHeaders, ...warnings, ...picture.headers };
  const options = { type: mediaTypes[format], headers };
  const written = writeRaster(picture, format, scale);
  return written instanceof Promise
    ? written.then((bytes) => reply(bytes, options))
    : reply(written, options);
}

/** Narrows a response to one with a file. Throws if it is JSON. */
export function toFileAnswer<Answer extends object>(answer: Answer) {
  if (!("headers" in answer)) throw new TypeError("Cannot return a file: JSON was requested");
  return answer as Extract<Answer, { headers: unknown }>;
}

/** Returns the characters that no font of the hub has. They are drawn as boxes. */
function findMissingGlyphs({ texts = [] }: DesignedPicture): string[] {
  // Every font has ASCII, so most texts don't need a check.
  const candidates = texts.filter((text) => text && /[^\x20-\x7E×\n]/.test(text));
  return candidates.length > 0 ? missingGlyphs(candidates.join("\n")) : [];
}

const headerPointsMax = 50;

/** Builds a header with the code points of missing characters: headers must be ASCII. */
export function buildMissingHeader(picture: DesignedPicture): Record<string, string> {
  const points = new Set(findMissingGlyphs(picture).flatMap((character) => [...character]));
  if (points.size === 0) return {};
  const written = [...points]
    .slice(0, headerPointsMax)
    .map((point) => `U+${formatCodePoint(point.codePointAt(0) ?? 0)}`);
  return { "x-missing-glyphs": written.join(" ") };
}

/** The minimum contrast of text in WCAG 2.2. */
const contrastMin = 4.5;

/** Builds a header that reports text with too little contrast. */
export function buildContrastHeader(contrast: number | undefined): Record<string, string> {
  if (contrast === undefined || contrast >= contrastMin) return {};
  return { "x-low-contrast": contrast.toFixed(2) };
}

function formatCodePoint(codePoint: number): string {
  return codePoint.toString(16).toUpperCase().padStart(4, "0");
}

/** Encodes a picture as a raster image. */
export function writeRaster(
  picture: DesignedPicture,
  format: Exclude<Format, "svg">,
  scale: number,
): Bytes | Promise<Bytes> {
  checkPixels(picture, format, scale);
  const drawn = format === "ico" ? undefined : picture.raster?.(format, scale);
  return drawn ?? render(picture, format, scale);
}

async function render(picture: DesignedPicture, format: Exclude<Format, "svg">, scale: number) {
  const svg = picture.outlined ?? picture.svg;
  if (format === "ico") return encodeIco(svg, picture);
  const pixels = await rasterise(svg, { scale });
  const background = formatCss(over(picture.ground ?? white, white));
  return encodeImage(pixels, { format: format === "jpg" ? "jpeg" : format, background });
}

async function describe<Details extends object>(
  picture: DesignedPicture<Details>,
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
    missing_glyphs: findMissingGlyphs(picture),
    ...(picture.details as Details),
  };
}

/** Throws `image_too_large` for a raster image with too many pixels. */
export function checkPixels(
  { width, height }: Pick<DesignedPicture, "width" | "height">,
  format: Format,
  scale: number,
): void {
  const pixels = width * height * scale * scale;
  const { pixelsMax, avifPixelsMax } = image.limits;
  const max = format === "avif" ? avifPixelsMax : pixelsMax;
  if (pixels <= max) return;
  throw image.error(
    "image_too_large",
    `An image in ${format} must have at most ${max} pixels: ${width} × ${height} at scale ${scale} has ${pixels}`,
    { at: "query.scale" },
  );
}

const icoSides = [16, 32, 48, 256];

/** Encodes an icon with the sizes that browsers and Windows request, each as a PNG. */
async function encodeIco(
  svg: string,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const square = padToSquare(svg, width, height);
  const images = await Promise.all(
    icoSides.map(async (side) => ({
      side,
      bytes: await encodeImage(await rasterise(square, { width: side }), { format: "png" }),
    })),
  );
  const head = 6 + 16 * images.length;
  const file = new Uint8Array(head + images.reduce((sum, { bytes }) => sum + bytes.length, 0));
  const view = new DataView(file.buffer);
  view.setUint16(2, 1, true);
  view.setUint16(4, images.length, true);
  let start = head;
  for (const [index, { side, bytes }] of images.entries()) {
    const at = 6 + 16 * index;
    // A side of 256 is encoded as 0.
    file.set([side & 255, side & 255, 0, 0, 1, 0, 32, 0], at);
    view.setUint32(at + 8, bytes.length, true);
    view.setUint32(at + 12, start, true);
    file.set(bytes, start);
    start += bytes.length;
  }
  return file;
}

/** Centres a drawing in a square, because icons are square. */
function padToSquare(svg: string, width: number, height: number): string {
  if (width === height) return svg;
  const side = Math.max(width, height);
  const inner = `<svg x="${(side - width) / 2}" y="${(side - height) / 2}"${svg.slice("<svg".length)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${inner}</svg>`;
}
