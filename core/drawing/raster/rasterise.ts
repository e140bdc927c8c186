/** An image as plain bytes: red, green, blue and opacity of each pixel, row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

export interface RasterOptions {
  /** Pixels of the width; the height follows. */
  width?: number;
  /** How many pixels a unit of the drawing has. */
  scale?: number;
  /** A CSS colour below the drawing. */
  background?: string;
}

/**
 * Draws an SVG into pixels. Texts in it stay undrawn: `outlines()` makes paths of them. Throws a
 * plain Error at one that names a file, or that is too large.
 */
export async function rasterise(
  svgText: string,
  { width, scale = 1, background }: RasterOptions = {},
): Promise<Pixels> {
  checkReferences(svgText);
  const { Resvg } = await import("@resvg/resvg-js");
  const drawing = new Resvg(svgText, {
    fitTo: width === undefined ? { mode: "zoom", value: scale } : { mode: "width", value: width },
    font: { loadSystemFonts: false },
    ...(background !== undefined && { background }),
  });
  const zoom = width === undefined ? scale : width / drawing.width;
  const pixels = Math.ceil(drawing.width * zoom) * Math.ceil(drawing.height * zoom);
  if (pixels > pixelsMax)
    throw new Error(`A drawing may have at most ${pixelsMax} pixels: it has ${pixels}`);
  const image = drawing.render();
  return { width: image.width, height: image.height, data: straight(image.pixels) };
}

const pixelsMax = 36_000_000;

/** resvg reads any file that an image names, and knows the entities of a DOCTYPE. */
function checkReferences(svgText: string): void {
  if (/<!DOCTYPE|<!ENTITY/i.test(svgText)) throw new Error("An SVG with a DOCTYPE is not drawn");
  if (/href\s*=\s*["'](?!#|data:)/i.test(svgText))
    throw new Error("An SVG that refers to a file is not drawn");
}

/** resvg answers colours multiplied by their opacity. */
function straight(data: Uint8Array): Uint8Array {
  for (let at = 3; at < data.length; at += 4) {
    const opacity = data[at]!;
    if (opacity === 255 || opacity === 0) continue;
    for (let channel = at - 3; channel < at; channel++)
      data[channel] = Math.min(255, Math.round((data[channel]! * 255) / opacity));
  }
  return data;
}
