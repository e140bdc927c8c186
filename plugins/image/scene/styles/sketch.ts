import { clamp, fbm, lerp, smooth } from "../stage/noise.ts";
import type { Stage } from "../stage/stage.ts";
import { blurMap } from "./blur.ts";

/** From which darkness on there are lines of a direction, and how far they are apart. */
const hatchings = [
  { from: 0.3, turn: 0.82, gap: 5.2 },
  { from: 0.5, turn: 0.62, gap: 4.4 },
  { from: 0.66, turn: -0.75, gap: 4.8 },
  { from: 0.82, turn: 1.45, gap: 4.2 },
] as const;

/** Finishes a scene as a drawing in pencil: contours, hatching by darkness, and paper. */
export function finishAsSketch(stage: Stage): Float32Array {
  const { width, height, noise, unit } = stage;
  const tones = equalizeTones(stage);
  const soft = blurMap(tones, {
    width,
    height,
    radius: Math.max(1, Math.round(unit)),
    channels: 1,
  });
  const contours = findEdges(stage, soft);
  const wobble = fbm(noise, 2);
  const out = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const tooth = 0.5 + 0.5 * noise(x / (unit * 1.35), y / (unit * 1.35));
      const bend = wobble(x / (unit * 120), y / (unit * 120)) * unit * 3.4;
      const dark = 1 - soft[at]!;
      let pencil = 0;
      for (const { from, turn, gap } of hatchings) {
        const along = (x * Math.cos(turn) + y * Math.sin(turn) + bend) / (gap * unit);
        const across = Math.abs(along - Math.floor(along) - 0.5) * 2;
        const run =
          (-x * Math.sin(turn) + y * Math.cos(turn)) / (unit * 46) + Math.floor(along) * 0.37;
        const press = smooth(from - 0.06, from + 0.2, dark) * (0.75 + 0.35 * noise(run, turn * 9));
        pencil = Math.max(pencil, pencil * 0.5 + press * smooth(0.28, 0.86, across) * 0.66);
      }
      pencil += dark * dark * 0.16 + contours[at]! * 0.9;
      pencil *= lerp(0.72, 1.12, tooth);
      const paper = 1 + 0.014 * wobble(x / (unit * 3), y / (unit * 2)) - 0.018 * tooth;
      const share = clamp(pencil, 0, 0.93);
      out[at * 3] = lerp(248 * paper, 52, share);
      out[at * 3 + 1] = lerp(244 * paper, 51, share);
      out[at * 3 + 2] = lerp(235 * paper, 56, share);
    }
  return out;
}

/** The tones spread over all that paper can show: a night would be black without it. */
function equalizeTones({ canvas, width, height }: Stage): Float32Array {
  const tones = Float32Array.from({ length: width * height }, (_, at) =>
    clamp(canvas.luma(at) / 255),
  );
  const counts = new Uint32Array(256);
  for (const tone of tones) counts[Math.floor(tone * 255)]!++;
  let sum = 0;
  const rank = Float32Array.from(counts, (count) => {
    sum += count;
    return sum / tones.length;
  });
  return tones.map((tone) => lerp(tone, 0.1 + 0.9 * rank[Math.floor(tone * 255)]!, 0.55) ** 0.85);
}

/** How strong an edge is at each pixel, from 0 to 1. */
function findEdges({ canvas, width, height, unit }: Stage, tones: Float32Array): Float32Array {
  const found = new Float32Array(tones.length);
  const reach = Math.max(1, Math.round(unit));
  for (let y = reach; y < height - reach; y++)
    for (let x = reach; x < width - reach; x++) {
      const at = y * width + x;
      const across = tones[at + reach]! - tones[at - reach]!;
      const down = tones[at + reach * width]! - tones[at - reach * width]!;
      const { layer } = canvas;
      const isBorder = layer[at] !== layer[at + reach] || layer[at] !== layer[at + reach * width];
      found[at] = Math.max(
        smooth(0.075, 0.28, Math.hypot(across, down)),
        isBorder ? (layer[at]! >= 40 ? 0.9 : 0.7) : 0,
      );
    }
  return blurMap(found, { width, height, radius: unit > 1.4 ? 1 : 0, channels: 1 });
}
