import { clamp } from "../stage/noise.ts";
import type { Stage } from "../stage/stage.ts";
import { blurMap } from "./blur.ts";

/** Finishes a scene as a photograph: bright parts bloom, the corners darken, and there is grain. */
export function finishAsPhotograph(stage: Stage): Float32Array {
  const { canvas, width, height, dice, unit } = stage;
  const bright = canvas.color.map((value) => Math.max(0, value - 165) * 1.2);
  const bloom = blurMap(bright, { width, height, radius: Math.round(13 * unit) });
  const throwing = dice("grain");
  const random = Float32Array.from({ length: 4096 }, () => throwing.next() + throwing.next() - 1);
  const out = new Float32Array(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const corner = Math.hypot(x / width - 0.5, (y / height - 0.5) * 0.9);
    const dim = 1 - 0.5 * clamp(corner - 0.3) ** 1.4;
    const grain = random[(at * 1103 + y * 7919) & 4095]! * 5;
    for (let channel = 0; channel < 3; channel++) {
      const value = canvas.color[at * 3 + channel]! + bloom[at * 3 + channel]! * 0.5;
      out[at * 3 + channel] = mapTone(value * dim) + grain;
    }
  }
  return out;
}

/** More contrast in the middle, and no hard end at white. */
function mapTone(value: number): number {
  const share = value / 255;
  if (share > 0.82) return 255 * (0.82 + 0.18 * (1 - Math.exp(-(share - 0.82) / 0.18)));
  const curve = share * share * (3 - 2 * share);
  return 255 * (share * 0.78 + curve * 0.22);
}
