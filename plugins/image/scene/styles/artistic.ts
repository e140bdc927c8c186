import type { Dice } from "../../dice.ts";
import { clamp, lerp } from "../canvas.ts";
import type { Stage } from "../stage.ts";
import { blurred } from "./blur.ts";

/** Brushes from the broadest to the finest, and where each is used: everywhere, or where there is detail. */
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

interface Painting {
  out: Float32Array;
  /** How thick the paint lies. */
  relief: Float32Array;
  source: Float32Array;
  /** Which way strokes run at each pixel, and how much detail there is. */
  flowX: Float32Array;
  flowY: Float32Array;
  detail: Float32Array;
}

/** Finishes a scene as a painting: strokes that follow its forms, in layers from broad to fine. */
export function artistic(stage: Stage): Float32Array {
  const { canvas, width, height, unit } = stage;
  const source = vivid(canvas.color);
  const painting: Painting = {
    ...{ out: Float32Array.from(source), relief: new Float32Array(width * height), source },
    ...flow(stage),
  };
  const throwing = stage.dice("strokes");
  for (const brush of brushes) {
    const soft = blurred(source, {
      width,
      height,
      radius: Math.max(1, Math.round((brush.radius * unit) / 3)),
    });
    const gap = brush.gap * unit;
    const spots = spotsOf(stage, { gap, dice: throwing });
    for (const { x, y } of spots) {
      const at = Math.floor(y) * width + Math.floor(x);
      if (painting.detail[at]! < brush.detail) continue;
      stroke(stage, painting, {
        x,
        y,
        radius: brush.radius * unit,
        length: brush.length * unit,
        soft,
        dice: throwing,
      });
    }
  }
  return lit(stage, painting);
}

function vivid(color: Float32Array): Float32Array {
  const out = new Float32Array(color.length);
  for (let at = 0; at < color.length; at += 3) {
    const grey = 0.299 * color[at]! + 0.587 * color[at + 1]! + 0.114 * color[at + 2]!;
    for (let channel = 0; channel < 3; channel++)
      out[at + channel] = 6 + (grey + (color[at + channel]! - grey) * 1.38) * 1.03;
  }
  return out;
}

/** Along the edges of forms, and in swirls where there are none. */
function flow({ canvas, width, height, noise, unit }: Stage) {
  const luma = Float32Array.from({ length: width * height }, (_, at) => canvas.luma(at) / 255);
  const size = { width, height, channels: 1 };
  const soft = blurred(luma, { ...size, radius: Math.round(3 * unit) });
  const [xx, yy, xy] = [0, 0, 0].map(() => new Float32Array(luma.length)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const sharp = new Float32Array(luma.length);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const dx = soft[at + 1]! - soft[at - 1]!;
      const dy = soft[at + width]! - soft[at - width]!;
      [xx[at], yy[at], xy[at]] = [dx * dx, dy * dy, dx * dy];
      sharp[at] =
        Math.abs(luma[at + 1]! - luma[at - 1]!) + Math.abs(luma[at + width]! - luma[at - width]!);
    }
  const wide = { ...size, radius: Math.round(5 * unit) };
  const [a, b, c] = [blurred(xx, wide), blurred(yy, wide), blurred(xy, wide)];
  const flowX = new Float32Array(luma.length);
  const flowY = new Float32Array(luma.length);
  for (let at = 0; at < luma.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const edge = 0.5 * Math.atan2(2 * c[at]!, a[at]! - b[at]!) + Math.PI / 2;
    const swirl = noise(x / (unit * 150) + 40, y / (unit * 110)) * 1.5;
    const sure = clamp((a[at]! + b[at]!) * 4000);
    // Directions have no sign, so they are mixed at twice their angle.
    const [px, py] = [
      lerp(Math.cos(2 * swirl), Math.cos(2 * edge), sure),
      lerp(Math.sin(2 * swirl), Math.sin(2 * edge), sure),
    ];
    const turn = Math.atan2(py, px) / 2;
    [flowX[at], flowY[at]] = [Math.cos(turn), Math.sin(turn)];
  }
  const detail = blurred(sharp, { ...size, radius: Math.round(3 * unit) });
  // What the picture is of is painted with more care than what is around it.
  for (let at = 0; at < detail.length; at++) if (canvas.layer[at] === 40) detail[at]! *= 2.2;
  return { flowX, flowY, detail };
}

function spotsOf({ width, height }: Stage, { gap, dice }: { gap: number; dice: Dice }) {
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

function stroke(
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
    dab(stage, painting, { px, py, dx, dy, radius: radius * taper, color, bristle });
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

function dab(
  { width, height, unit }: Stage,
  { out, relief }: Painting,
  { px, py, dx, dy, radius, color, bristle }: Dab,
): void {
  for (let y = Math.max(0, Math.ceil(py - radius)); y <= Math.min(height - 1, py + radius); y++)
    for (let x = Math.max(0, Math.ceil(px - radius)); x <= Math.min(width - 1, px + radius); x++) {
      const [ax, ay] = [x - px, y - py];
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
function lit({ width, height }: Stage, { out, relief }: Painting): Float32Array {
  const done = new Float32Array(out.length);
  for (let at = 0; at < width * height; at++) {
    const slope = relief[at]! - (relief[at + width + 1] ?? relief[at]!);
    const light = 1 + clamp(slope, -0.6, 0.6) * 0.2;
    for (let channel = 0; channel < 3; channel++)
      done[at * 3 + channel] = out[at * 3 + channel]! * light;
  }
  return done;
}
