import type { Dice } from "../../random.ts";
import { clamp } from "../stage/noise.ts";
import { spriteLayer } from "../stage/pixel-canvas.ts";
import type { Stage } from "../stage/stage.ts";
import { blurMap } from "./blur.ts";

/** Brushes from the broadest to the finest, with the detail from which each is used. */
const brushes = [
  { radius: 9, gap: 10, length: 62, least: 0 },
  { radius: 5, gap: 6.2, length: 38, least: 0.018 },
  { radius: 2.7, gap: 3.7, length: 20, least: 0.05 },
  { radius: 1.5, gap: 2.3, length: 10, least: 0.1 },
] as const;

/** The distance between two dabs of a stroke, as a share of the brush's radius. */
const dabDistance = 0.8;

/** The paint on the bristles across a brush. A table, because two sines per pixel take too long. */
const bristlePaint = Float32Array.from({ length: 1024 }, (_, at) => {
  const across = (at / 1024) * Math.PI * 20;
  return Math.sin(across) * 0.5 + Math.sin(across * 1.8 + 2) * 0.5;
});

interface Stroke {
  x: number;
  y: number;
  radius: number;
  length: number;
  color: readonly number[];
  soft: Float32Array;
  forms: Float32Array;
  /** The index of the first bristle. */
  bristle: number;
}

/** Finishes a scene as a painting: strokes that follow its forms, in layers from broad to fine. */
export function finishAsPainting(stage: Stage): Float32Array {
  const { canvas, width, height, unit } = stage;
  const source = saturate(canvas.color);
  const out = Float32Array.from(source);
  const luma = Float32Array.from({ length: width * height }, (_, at) => canvas.luma(at) / 255);
  const soften = (map: Float32Array) =>
    blurMap(map, { width, height, channels: 1, radius: Math.round(4 * unit) });
  const [forms, detail] = [soften(luma), soften(measureDetail(stage, luma))];
  const dice = stage.dice("strokes");
  for (const { radius, gap, length, least } of brushes) {
    const blur = Math.max(1, Math.round((radius * unit) / 3));
    const soft = blurMap(source, { width, height, radius: blur });
    for (const { x, y } of placeSpots(stage, { gap: gap * unit, dice })) {
      const at = Math.floor(y) * width + Math.floor(x);
      if (detail[at]! < least) continue;
      const light = 1 + dice.between(-0.075, 0.075);
      const tint = dice.between(-7, 7);
      const [red, green, blue] = [soft[at * 3]!, soft[at * 3 + 1]!, soft[at * 3 + 2]!];
      const color = [red * light + tint, green * light, blue * light - tint];
      const brush = { radius: radius * unit, length: length * unit, bristle: dice.integer(1024) };
      paintStroke(stage, out, { ...brush, x, y, color, soft, forms });
    }
  }
  return out;
}

function saturate(color: Float32Array): Float32Array {
  const out = new Float32Array(color.length);
  for (let at = 0; at < color.length; at += 3) {
    const grey = 0.299 * color[at]! + 0.587 * color[at + 1]! + 0.114 * color[at + 2]!;
    for (let channel = 0; channel < 3; channel++)
      out[at + channel] = 6 + (grey + (color[at + channel]! - grey) * 1.38) * 1.03;
  }
  return out;
}

/** Returns the contrast around each pixel. Figures get finer strokes than the scenery. */
function measureDetail({ canvas, width }: Stage, luma: Float32Array): Float32Array {
  return luma.map((own, at) => {
    const contrast =
      Math.abs((luma[at + 1] ?? own) - own) + Math.abs((luma[at + width] ?? own) - own);
    return contrast * (canvas.layer[at]! >= spriteLayer ? 4.4 : 2);
  });
}

function placeSpots({ width, height }: Stage, { gap, dice }: { gap: number; dice: Dice }) {
  const spots: { x: number; y: number; order: number }[] = [];
  for (let y = 0; y < height; y += gap)
    for (let x = 0; x < width; x += gap)
      spots.push({
        x: clamp(x + dice.between(-gap, gap) * 0.6, 0, width - 1),
        y: clamp(y + dice.between(-gap, gap) * 0.6, 0, height - 1),
        order: dice.next(),
      });
  return spots.toSorted((one, two) => one.order - two.order);
}

function paintStroke(stage: Stage, out: Float32Array, stroke: Stroke): void {
  const { width, height, unit } = stage;
  const { length, color, soft, forms, bristle } = stroke;
  let { x, y } = stroke;
  let [dx, dy] = [0, 0];
  for (let painted = 0; painted < length; painted += stroke.radius * dabDistance) {
    [dx, dy] = findDirection(stage, { forms, x, y, dx, dy });
    const radius =
      stroke.radius * Math.sin((Math.PI * (painted + length * 0.1)) / (length * 1.15)) ** 0.5;
    for (let py = Math.max(0, Math.ceil(y - radius)); py <= Math.min(height - 1, y + radius); py++)
      for (
        let px = Math.max(0, Math.ceil(x - radius));
        px <= Math.min(width - 1, x + radius);
        px++
      ) {
        const distance = ((px - x) ** 2 + (py - y) ** 2) / (radius * radius);
        if (distance > 1) continue;
        const across = ((py - y) * dx - (px - x) * dy) / unit;
        const paint = bristlePaint[Math.floor(across * 37 + bristle) & 1023]!;
        const share = (1 - distance * distance) * (0.7 + paint * 0.2);
        for (let channel = 0; channel < 3; channel++) {
          const at = (py * width + px) * 3 + channel;
          out[at] = out[at]! + (color[channel]! * (1 + paint * 0.06) - out[at]!) * share;
        }
      }
    [x, y] = [x + dx * stroke.radius * dabDistance, y + dy * stroke.radius * dabDistance];
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    const at = (Math.floor(y) * width + Math.floor(x)) * 3;
    const difference = color.reduce(
      (sum, part, channel) => sum + Math.abs(soft[at + channel]! - part),
      0,
    );
    // A stroke ends at the edge of a form.
    if (painted > stroke.radius && difference > 80) return;
  }
}

/** Returns the next direction of a stroke: along the edges of forms, and in swirls elsewhere. */
function findDirection(
  { width, noise, unit }: Stage,
  { forms, x, y, dx, dy }: { forms: Float32Array; x: number; y: number; dx: number; dy: number },
): [dx: number, dy: number] {
  const at = Math.floor(y) * width + Math.floor(x);
  const own = forms[at]!;
  const strength = 300 * unit;
  const swirl = 3 * noise(x / (unit * 150) + 40, y / (unit * 110));
  const tx = Math.cos(swirl) - ((forms[at + width] ?? own) - own) * strength;
  const ty = Math.sin(swirl) + ((forms[at + 1] ?? own) - own) * strength;
  const long = Math.hypot(tx, ty) * (tx * dx + ty * dy < 0 ? -1 : 1) + 1e-9;
  return [tx / long, ty / long];
}
