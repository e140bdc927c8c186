import { type SvgElement, svg } from "hub/drawing";
import { clamp, lerp, smooth } from "../interpolate.ts";
import { fbm } from "../noise.ts";
import { css, fromLch, type Rgb, shiftColor, toLch } from "../rgb.ts";
import type { Stage } from "../stage.ts";
import { stamp } from "../stamp.ts";

/** Paints folded bands of colour in harmony, and a few discs before them. */
export async function paintAbstract(stage: Stage): Promise<void> {
  const { canvas, width, height, noise, isFlat } = stage;
  const colors = pickHarmony(stage);
  const shape = fbm(noise, 2);
  const bands = 2.4;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [x / width, y / width];
      const warp = shape(u * 0.9 + 3, v * 0.9);
      const field = shape(u * 0.8 + warp * 0.75, v * 0.8 + warp * 0.6 + 7) * 0.5 + 0.5 + v * 0.35;
      const place = field * bands * colors.length;
      const first = Math.floor(place);
      const part = place - first;
      // The remainder is one of their places.
      const [one, two] = [colors[first % colors.length]!, colors[(first + 1) % colors.length]!];
      // A fold is dark at its foot and light at its crest.
      const fold = isFlat ? 1 : 0.78 + 0.3 * smooth(0, 0.85, part) - 0.26 * smooth(0.9, 1, part);
      const share = isFlat ? 0 : smooth(0.45, 1, part) * 0.35;
      const at = y * width + x;
      canvas.layer[at] = 1 + (first % 30);
      const mixChannel = (channel: 0 | 1 | 2) =>
        clamp(lerp(one[channel], two[channel], share) * fold, 0, 255);
      canvas.paint(at, mixChannel(0), mixChannel(1), mixChannel(2), 1);
    }
  await stamp(stage, drawDiscs(stage, colors), { layer: 40, grain: 0.03 });
}

/** The colours that are wished, or some about one hue with another that stands against them. */
function pickHarmony({ dice, reading, colors }: Stage): readonly Rgb[] {
  const wished = [
    ...colors,
    ...reading.things.flatMap((thing) => thing.colors.map(({ rgb }) => rgb)),
  ];
  if (wished.length > 1)
    return wished.flatMap((color) => [
      color,
      shiftColor(color, { light: 0.1 }),
      shiftColor(color, { light: -0.1 }),
    ]);
  const throwing = dice("harmony");
  const hue = wished[0] ? toLch(wished[0])[2] : throwing.between(0, 360);
  const strong = reading.mood === "vibrant" ? 0.2 : reading.mood === "calm" ? 0.08 : 0.14;
  return [
    fromLch(0.32, strong * 0.8, hue),
    fromLch(0.5, strong, hue + 14),
    fromLch(0.68, strong, hue + 34),
    fromLch(0.85, strong * 0.6, hue + 58),
    fromLch(0.72, strong * 1.1, hue + 170),
  ];
}

function drawDiscs(
  { width, height, dice, isFlat, unit }: Stage,
  colors: readonly Rgb[],
): SvgElement[] {
  const throwing = dice("discs");
  return Array.from({ length: 5 }, (_, at) => {
    const r = Math.min(width, height) * throwing.between(0.03, 0.15);
    const id = `disc-${at}`;
    const color = throwing.pick(colors);
    const stop = (offset: number, light: number) =>
      svg("stop", { offset, "stop-color": css(shiftColor(color, { light })) });
    const fill = svg(
      "radialGradient",
      { id, cx: 0.35, cy: 0.3, r: 0.85 },
      stop(0, 0.16),
      stop(1, -0.12),
    );
    const shape = svg("circle", {
      cx: throwing.between(0.1, 0.9) * width,
      cy: throwing.between(0.1, 0.9) * height,
      r,
      ...(isFlat
        ? { fill: css(color), stroke: "#221f30", "stroke-width": 3 * unit }
        : { fill: `url(#${id})` }),
    });
    return [fill, shape];
  }).flat();
}
