import { smooth } from "../interpolate.ts";
import { fbm } from "../noise.ts";
import { fromLch, mix, type Rgb, scale, shiftColor, toLch } from "../rgb.ts";
import type { Stage } from "../stage.ts";

/** Paints folded bands of colours in harmony. */
export function paintAbstract(stage: Stage): void {
  const { canvas, width, height, noise, isFlat } = stage;
  const colors = pickHarmony(stage);
  const shape = fbm(noise, 2);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [x / width, y / width];
      const warp = shape(u * 0.9 + 3, v * 0.9);
      const field = shape(u * 0.8 + warp * 0.75, v * 0.8 + warp * 0.6 + 7) * 0.5 + 0.5 + v * 0.35;
      const place = Math.max(0, field) * 2.4 * colors.length;
      const first = Math.floor(place);
      const part = place - first;
      const [one, two] = [colors[first % colors.length]!, colors[(first + 1) % colors.length]!];
      // A fold is dark at its foot and light at its crest.
      const fold = isFlat ? 1 : 0.78 + 0.3 * smooth(0, 0.85, part) - 0.26 * smooth(0.9, 1, part);
      const color = isFlat ? one : mix(one, two, smooth(0.45, 1, part) * 0.35);
      canvas.layer[y * width + x] = 1 + (first % 30);
      canvas.paint(y * width + x, scale(color, fold), 1);
    }
}

/** Returns the colours of the prompt, or some near one hue and another that contrasts with them. */
function pickHarmony({ dice, reading, colors }: Stage): readonly Rgb[] {
  const named = reading.things.flatMap((thing) => thing.colors.map(({ rgb }) => rgb));
  const wished = [...colors, ...named];
  if (wished.length > 1)
    return wished.flatMap((color) => [0, 0.1, -0.1].map((light) => shiftColor(color, { light })));
  const hue = wished[0] ? toLch(wished[0])[2] : dice("harmony").between(0, 360);
  const strong = reading.mood === "vibrant" ? 0.2 : reading.mood === "calm" ? 0.08 : 0.14;
  return [
    fromLch(0.32, strong * 0.8, hue),
    fromLch(0.5, strong, hue + 14),
    fromLch(0.68, strong, hue + 34),
    fromLch(0.85, strong * 0.6, hue + 58),
    fromLch(0.72, strong * 1.1, hue + (wished[0] ? 24 : 170)),
  ];
}
