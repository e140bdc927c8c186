import type { Dice } from "../../dice.ts";
import { clamp } from "../interpolate.ts";
import type { Stage } from "../stage.ts";
import { blurMap } from "./blur.ts";
import { type Flow, findFlow } from "./flow.ts";

// Indexes stay within the pixels: `!` says so where a check for each of them would cost time.

/** Brushes from the broadest to the finest, with the detail from which each is used. */
const brushes = [
  { radius: 9, gap: 10, length: 62, detail: 0 },
  { radius: 5, gap: 6.2, length: 38, detail: 0.018 },
  { radius: 2.7, gap: 3.7, length: 20, detail: 0.05 },
  { radius: 1.5, gap: 2.3, length: 10, detail: 0.1 },
] as const;

/** How far a brush goes from one dab to the next, as a share of its radius. */
const stride = 0.8;

/** The hairs of a brush across it: what sines would take too long for. */
const hairs = Float32Array.from({ length: 1024 }, (_, at) => {
  const across = (at / 1024) * Math.PI * 20;
  return Math.sin(across) * 0.5 + Math.sin(across * 1.8 + 2) * 0.5;
});

interface Painting extends Flow {
  out: Float32Array;
  /** How thick the paint lies. */
  relief: Float32Array;
}

/** Finishes a scene as a painting: strokes that follow its forms, in layers from broad to fine. */
export function finishAsPainting(stage: Stage): Float32Array {
  const { canvas, width, height, unit, dice } = stage;
  const source = saturate(canvas.color);
  const out = Float32Array.from(source);
  const painting = { out, relief: new Float32Array(width * height), ...findFlow(stage) };
  const throwing = dice("strokes");
  for (const brush of brushes) {
    const radius = brush.radius * unit;
    const blur = { width, height, radius: Math.max(1, Math.round(radius / 3)) };
    const soft = blurMap(source, blur);
    for (const { x, y } of placeSpots(stage, { gap: brush.gap * unit, dice: throwing })) {
      const detail = painting.detail[Math.floor(y) * width + Math.floor(x)]!;
      if (detail < brush.detail) continue;
      const length = brush.length * unit;
      paintStroke(stage, painting, { x, y, radius, length, soft, dice: throwing });
    }
  }
  return lightRelief(stage, painting);
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

interface Stroke {
  x: number;
  y: number;
  radius: number;
  length: number;
  soft: Float32Array;
  dice: Dice;
}

function paintStroke(
  stage: Stage,
  painting: Painting,
  { x, y, radius, length, soft, dice }: Stroke,
): void {
  const { width, height } = stage;
  const start = (Math.floor(y) * width + Math.floor(x)) * 3;
  const light = 1 + dice.between(-0.075, 0.075);
  const tint = dice.between(-7, 7);
  const color = [
    soft[start]! * light + tint,
    soft[start + 1]! * light,
    soft[start + 2]! * light - tint,
  ] as const;
  const bristle = dice.between(0, 1024);
  const steps = Math.max(3, Math.round(length / (radius * stride)));
  let [px, py] = [x, y];
  let [beforeX, beforeY] = [0, 0];
  for (let step = 0; step < steps; step++) {
    const at = Math.floor(py) * width + Math.floor(px);
    let [dx, dy] = [painting.flowX[at]!, painting.flowY[at]!];
    if (dx * beforeX + dy * beforeY < 0) [dx, dy] = [-dx, -dy];
    const far =
      Math.abs(soft[at * 3]! - color[0]) +
      Math.abs(soft[at * 3 + 1]! - color[1]) +
      Math.abs(soft[at * 3 + 2]! - color[2]);
    if (step > 2 && far > 70) return;
    const taper = Math.sin((Math.PI * (step + 1.2)) / (steps + 1.4)) ** 0.5;
    paintDab(stage, painting, { px, py, dx, dy, radius: radius * taper, color, bristle });
    [beforeX, beforeY] = [dx, dy];
    [px, py] = [px + dx * radius * stride, py + dy * radius * stride];
    if (px < 0 || py < 0 || px >= width || py >= height) return;
  }
}

interface Dab {
  px: number;
  py: number;
  dx: number;
  dy: number;
  radius: number;
  color: readonly [number, number, number];
  bristle: number;
}

function paintDab(
  { width, height, unit }: Stage,
  { out, relief }: Painting,
  { px, py, dx, dy, radius, color, bristle }: Dab,
): void {
  for (let y = Math.max(0, Math.ceil(py - radius)); y <= Math.min(height - 1, py + radius); y++)
    for (let x = Math.max(0, Math.ceil(px - radius)); x <= Math.min(width - 1, px + radius); x++) {
      const ax = x - px;
      const ay = y - py;
      const away = (ax * ax + ay * ay) / (radius * radius);
      if (away > 1) continue;
      const across = (-ax * dy + ay * dx) / unit;
      const hair = hairs[Math.floor(across * 37 + bristle) & 1023]!;
      const share = (1 - away * away) * (0.7 + hair * 0.2);
      const at = y * width + x;
      const shade = 1 + hair * 0.035;
      for (let channel = 0; channel < 3; channel++) {
        const place = at * 3 + channel;
        out[place] = out[place]! + (color[channel]! * shade - out[place]!) * share;
      }
      relief[at] = relief[at]! * (1 - share) + (hair * 0.5 + 0.7 - away * 0.5) * share;
    }
}

/** Thick paint catches the light from above left, and casts a shade. */
function lightRelief({ width, height }: Stage, { out, relief }: Painting): Float32Array {
  const done = new Float32Array(out.length);
  for (let at = 0; at < width * height; at++) {
    const slope = relief[at]! - (relief[at + width + 1] ?? relief[at]!);
    const light = 1 + clamp(slope, -0.6, 0.6) * 0.2;
    for (let channel = 0; channel < 3; channel++)
      done[at * 3 + channel] = out[at * 3 + channel]! * light;
  }
  return done;
}
