import { layoutText, outlines, rasterise, svgDocument } from "hub/drawing";
import sharp, { type OverlayOptions, type Sharp } from "sharp";
import { openPicture, type Size } from "./open.ts";
import type { ConvertRequest } from "./request.ts";

/** The distance of a watermark from the edges, as a share of the shorter side. */
const margin = 0.03;

/** Draws the watermark of a request for a picture of this size. */
export async function drawWatermark(
  request: ConvertRequest,
  { width, height }: Size,
): Promise<OverlayOptions | undefined> {
  const edge = Math.round(margin * Math.min(width, height));
  const room = {
    width: Math.max(1, Math.min(width - 2 * edge, Math.round(width * request.watermark_width))),
    height: Math.max(1, height - 2 * edge),
  };
  const mark = await openMark(request, room.width);
  if (!mark) return undefined;
  const opacity = Buffer.from([255, 255, 255, Math.round(255 * request.watermark_opacity)]);
  const pixel = { width: 1, height: 1, channels: 4 } as const;
  const input = await mark
    .resize(room.width, room.height, { fit: "inside" })
    .ensureAlpha()
    .composite([{ input: opacity, raw: pixel, tile: true, blend: "dest-in" }])
    .png()
    .toBuffer();
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const framed = sharp(input).extend({
    top: edge,
    bottom: edge,
    left: edge,
    right: edge,
    background,
  });
  const isTile = request.watermark_position === "tile";
  const gravity = gravities[request.watermark_position] ?? "centre";
  return { input: await framed.png().toBuffer(), ...(isTile ? { tile: true } : { gravity }) };
}

const gravities: Readonly<Partial<Record<ConvertRequest["watermark_position"], string>>> = {
  top: "north",
  "right top": "northeast",
  right: "east",
  "right bottom": "southeast",
  bottom: "south",
  "left bottom": "southwest",
  left: "west",
  "left top": "northwest",
};

async function openMark(
  { watermark, watermark_text: text }: ConvertRequest,
  width: number,
): Promise<Sharp | undefined> {
  if (watermark) {
    const picture = await openPicture(await watermark.bytes(), "body.watermark");
    return picture.open(width / picture.width);
  }
  if (text === undefined) return undefined;
  const { data, ...size } = await rasterise(await drawText(text), { width });
  return sharp(data, { raw: { ...size, channels: 4 } });
}

/** Draws white text with a dark edge, which is visible on every picture. */
async function drawText(text: string): Promise<string> {
  const layout = await layoutText(text, { size: 100, weight: 700 });
  const edge = 8;
  const place = { x: edge, y: edge };
  const dark = { stroke: "#000", "stroke-width": edge, "stroke-linejoin": "round" };
  const letters = [
    outlines(layout, { ...place, fill: "#000", attributes: dark }),
    outlines(layout, { ...place, fill: "#fff" }),
  ];
  const size = { width: layout.width + 2 * edge, height: layout.height + 2 * edge };
  return svgDocument(size, ...letters);
}
