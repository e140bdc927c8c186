import { type Child, rasterise, svgDocument } from "hub/drawing";
import { fbm } from "./noise.ts";
import { scale } from "./rgb.ts";
import type { Stage } from "./stage.ts";

/** Draws shapes onto the canvas, with a little of the grain that real surfaces have. */
export async function stamp(
  { canvas, width, height, noise, unit, isFlat }: Stage,
  drawing: readonly Child[],
  { layer, grain = 0.05 }: { layer: number; grain?: number },
): Promise<void> {
  if (drawing.length === 0) return;
  const { data } = await rasterise(svgDocument({ width, height }, ...drawing));
  const rough = fbm(noise, 2);
  for (let at = 0; at < width * height; at++) {
    const share = data[at * 4 + 3]! / 255;
    if (share === 0) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    const light = isFlat ? 1 : 1 + grain * rough(x / (unit * 5), y / (unit * 6.5));
    const color = [data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!] as const;
    canvas.paint(at, scale(color, light), share);
    if (share > 0.5) canvas.layer[at] = layer;
  }
}
