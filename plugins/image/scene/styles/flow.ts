import { clamp, lerp } from "../interpolate.ts";
import { spriteLayer } from "../pixel-canvas.ts";
import type { Stage } from "../stage.ts";
import { blurMap } from "./blur.ts";

// Indexes stay within the pixels: `!` says so where a check for each of them would cost time.

/** The directions of strokes, and the detail of a picture. */
export interface Flow {
  /** The direction of strokes at each pixel: along the edges of forms, in swirls elsewhere. */
  flowX: Float32Array;
  flowY: Float32Array;
  /** How much detail there is. */
  detail: Float32Array;
}

/** Finds out which way strokes are to run, by the structure tensor of the luminance. */
export function findFlow(stage: Stage): Flow {
  const { canvas, width, height, unit } = stage;
  const luma = Float32Array.from({ length: width * height }, (_, at) => canvas.luma(at) / 255);
  const size = { width, height, channels: 1 };
  const detail = blurMap(measureContrast(luma, width), { ...size, radius: Math.round(3 * unit) });
  // Figures get finer strokes than the scenery.
  for (let at = 0; at < detail.length; at++)
    if (canvas.layer[at]! >= spriteLayer) detail[at]! *= 2.2;
  const soft = blurMap(luma, { ...size, radius: Math.round(3 * unit) });
  const [cosine, sine] = computeTensor(soft, width);
  const wide = { ...size, radius: Math.round(5 * unit) };
  return { ...computeDirections(stage, blurMap(cosine, wide), blurMap(sine, wide)), detail };
}

function measureContrast(luma: Float32Array, width: number): Float32Array {
  const found = new Float32Array(luma.length);
  for (let at = width; at < luma.length - width; at++)
    found[at] =
      Math.abs(luma[at + 1]! - luma[at - 1]!) + Math.abs(luma[at + width]! - luma[at - width]!);
  return found;
}

/** The square of the gradient as a complex number, which has twice its angle. */
function computeTensor(soft: Float32Array, width: number): [Float32Array, Float32Array] {
  const cosine = new Float32Array(soft.length);
  const sine = new Float32Array(soft.length);
  for (let at = width; at < soft.length - width; at++) {
    const dx = soft[at + 1]! - soft[at - 1]!;
    const dy = soft[at + width]! - soft[at - width]!;
    cosine[at] = dx * dx - dy * dy;
    sine[at] = 2 * dx * dy;
  }
  return [cosine, sine];
}

/** Directions have no sign, so they are mixed at twice their angle, and halved at the end. */
function computeDirections(
  { width, noise, unit }: Stage,
  cosine: Float32Array,
  sine: Float32Array,
) {
  const flowX = new Float32Array(cosine.length);
  const flowY = new Float32Array(cosine.length);
  for (let at = 0; at < cosine.length; at++) {
    const strong = Math.hypot(cosine[at]!, sine[at]!);
    const sure = clamp(strong * 5000);
    const swirl =
      3 * noise((at % width) / (unit * 150) + 40, Math.floor(at / width) / (unit * 110));
    // Along an edge is across the gradient: half a turn at twice the angle.
    const px = lerp(Math.cos(swirl), -cosine[at]! / (strong + 1e-12), sure);
    const py = lerp(Math.sin(swirl), -sine[at]! / (strong + 1e-12), sure);
    const share = px / (Math.hypot(px, py) + 1e-12);
    flowX[at] = Math.sqrt(Math.max(0, (1 + share) / 2));
    // Along an upright edge `py` is nothing, and the stroke runs down all the same.
    flowY[at] = (py < 0 ? -1 : 1) * Math.sqrt(Math.max(0, (1 - share) / 2));
  }
  return { flowX, flowY };
}
