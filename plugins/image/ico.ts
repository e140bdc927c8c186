import { encodeImage, rasterise } from "hub/drawing";

const sides = [16, 32, 48, 256];

/** Encodes an icon with the sizes that browsers and Windows request, each as a PNG. */
export async function encodeIco(
  svg: string,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const square = padToSquare(svg, width, height);
  const images = await Promise.all(
    sides.map(async (side) => ({
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
