import { reply } from "hub";
import { contrast, luminance } from "hub/drawing";
import { type Color, parseColor } from "../color.ts";
import { mediaTypes } from "../media-types.ts";
import qr from "../plugin.ts";
import { writeEps } from "../render/print/eps.ts";
import { writePdf } from "../render/print/pdf.ts";
import { svgHeaders } from "../render/svg.ts";
import { transcode } from "../render/transcode.ts";
import { checkContent } from "./content.ts";
import { type BarcodeOutline, outlineBarcode } from "./outline.ts";
import type { BarcodeRequest } from "./request.ts";
import { type BarcodeVerdict, verifyBarcode } from "./verify.ts";

/** Draws a code, reads it back on request, and returns it. */
export async function drawBarcode(
  request: BarcodeRequest & { verify: boolean; at: "body" | "query" },
) {
  const { type, format, module_px: modulePixels, strict, verify, download } = request;
  const at = `${request.at}.data`;
  const content = checkContent(type, request.data, at);
  const outline = await outlineBarcode(content, { ...request, at });
  const [width, height] = [outline.width * modulePixels, outline.height * modulePixels];
  if (width * height > qr.limits.imagePixelsMax)
    throw qr.error(
      "image_too_large",
      `${request.at}.module_px must be smaller: the image would have ${width} × ${height} pixels`,
      { at: `${request.at}.module_px` },
    );
  const [ink, ground] = [parseColor(request.fg_color), parseColor(request.bg_color)];
  const svg = renderSvg(outline, { ink, ground, modulePixels });
  const png = () => encodePng(svg);
  const problems = [...judgeColors(ink, ground), ...judgeQuietZone(outline)];
  const verdict: BarcodeVerdict =
    verify || strict
      ? await verifyBarcode(await png(), { type, content, modulePixels })
      : { verified: null, warnings: [] };
  const verified = problems.length > 0 ? false : verdict.verified;
  const warnings = [...verdict.warnings, ...problems];
  if (strict && verified !== true)
    throw qr.error(
      "unscannable",
      `The code is not verified to scan: ${warnings.join("; ") || `only ZXing knows ${type}`}`,
    );
  const headers = {
    "x-barcode-data": encodeURIComponent(content.data),
    "x-barcode-verified": String(verified ?? "unknown"),
    ...(download && { "content-disposition": `attachment; filename="${type}.${format}"` }),
  };
  if (format === "json") {
    const image = `data:image/png;base64,${Buffer.from(await png()).toString("base64")}`;
    const { data, checkDigit: check_digit } = content;
    return reply(
      { type, data, check_digit, width, height, verified, warnings, image },
      { headers },
    );
  }
  if (format === "svg")
    return reply(svg, { type: mediaTypes.svg, headers: { ...headers, ...svgHeaders } });
  if (format === "pdf" || format === "eps") {
    const file = renderPrint(outline, { ink, ground, moduleMm: request.module_mm, format });
    return reply(file, { type: mediaTypes[format], headers });
  }
  const file = await png();
  const bytes = format === "png" ? file : await transcode(file, format);
  return reply(bytes, { type: mediaTypes[format], headers });
}

function renderSvg(
  { width, height, modules, text }: BarcodeOutline,
  { ink, ground, modulePixels }: { ink: Color; ground: Color; modulePixels: number },
): string {
  const [fill, below] = [formatColor(ink), formatColor(ground)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * modulePixels}" height="${height * modulePixels}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Barcode">`,
    `<rect width="100%" height="100%" fill="${below}"/>`,
    `<path shape-rendering="crispEdges" fill="${fill}" d="${modules}"/>`,
    text && `<path fill="${fill}" d="${text}"/>`,
    "</svg>",
  ].join("");
}

async function encodePng(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import("sharp");
  const image = sharp(Buffer.from(svg)).removeAlpha().png({ palette: true, colours: 64 });
  return new Uint8Array(await image.toBuffer());
}

function renderPrint(
  { width, height, modules, text }: BarcodeOutline,
  {
    ink,
    ground,
    moduleMm,
    format,
  }: { ink: Color; ground: Color; moduleMm: number; format: "pdf" | "eps" },
): Uint8Array<ArrayBuffer> {
  const scale = (moduleMm * 72) / 25.4;
  const toInk = ([red, green, blue]: Color) => [red / 255, green / 255, blue / 255] as const;
  const drawing = {
    width: width * scale,
    height: height * scale,
    scale,
    ground: toInk(ground),
    layers: [modules, text].filter(Boolean).map((data) => ({ data, ink: toInk(ink) })),
    logo: undefined,
  };
  return format === "pdf" ? writePdf(drawing) : writeEps(drawing);
}

function formatColor([red, green, blue]: Color): string {
  return `#${Buffer.from([red, green, blue]).toString("hex")}`;
}

/** The contrast below which phones fail. */
const contrastMin = 3;

function judgeColors(ink: Color, ground: Color): string[] {
  if (luminance(ink) > luminance(ground))
    return ["The code is lighter than its background: many scanners do not support that"];
  return contrast(ink, ground) < contrastMin
    ? ["The contrast is too low: many scanners require 3"]
    : [];
}

function judgeQuietZone({ quiet, quietNeeded }: BarcodeOutline): string[] {
  return quiet < quietNeeded
    ? [`The quiet zone has ${quiet} modules: the standard requires ${quietNeeded}`]
    : [];
}
