import { blend, hex, mix, multiply, type Rgb, scale } from "../../color/rgb.ts";
import { paintDot } from "../stage/dots.ts";
import { clamp, fbm, lerp, smooth } from "../stage/noise.ts";
import type { Stage } from "../stage/stage.ts";
import { gradientSteps } from "./sky.ts";

/**
 * Paints water that mirrors the picture above it, and glitters below the sun. It is as rough as a
 * mirror, 0, or the open sea, 1.
 */
export function paintWater(stage: Stage, rough: number): void {
  const { horizon: top, thing } = stage;
  const { canvas, width, height, palette, noise, isFlat, sun, time } = stage;
  const own = (thing("sea") ?? thing("lake") ?? thing("water") ?? thing("river"))?.color;
  const dim: Rgb = time === "night" ? [0.28, 0.34, 0.46] : [0.82, 0.86, 0.92];
  const deep = multiply(own ?? palette.water, dim);
  // Coloured water mirrors less, or a red lake would be as blue as the sky.
  const shine = own ? 0.55 : 1;
  const above = Float32Array.from(canvas.color.subarray(0, width * top * 3));
  const ripple = fbm(noise, 3);
  const low = smooth(0.8, 0.05, palette.height);
  for (let y = top; y < height; y++) {
    const near = (y - top) / Math.max(1, height - top);
    const depth = 1 / (near + 0.05);
    const mirrored = top - 1 - (y - top) * (1 - rough * 0.25);
    const usual = lerp(0.86, 0.34 + 0.24 * (1 - rough), smooth(0, 0.9, near));
    for (let x = 0; x < width; x++) {
      const u = ((x - width / 2) / width) * depth * 3.2;
      const raw = ripple(u * 1.4, depth * (3.5 + rough * 3) * 2.6);
      const wave = isFlat ? Math.round(raw * 2) / 2 : raw;
      const bent = mirrored - Math.abs(wave) * near * rough * 46 - wave * near * 7;
      const shift = wave * (0.004 + near * 0.03) * (0.35 + rough) * width;
      const column = clamp(Math.round(x + shift), 0, width - 1);
      const from = (clamp(Math.round(bent), 0, top - 1) * width + column) * 3;
      const image: Rgb = [above[from]!, above[from + 1]!, above[from + 2]!];
      const glance = (usual + wave * 0.12 * rough) * shine;
      const light = 1 + wave * (0.07 + rough * 0.16);
      const at = y * width + x;
      canvas.paint(at, scale(mix(deep, scale(image, 0.93), glance), light), 1);
      canvas.layer[at] = 30;
      if (!sun.isShown) continue;
      const away = Math.abs(x - sun.x) / (width * (0.035 + near * 0.1));
      const spark = smooth(0.12, 0.5, raw) * Math.exp(-away * away) * (0.35 + 0.65 * low);
      const share = isFlat ? (spark > 0.3 ? 0.64 : 0) : spark * 0.72;
      if (spark > 0.02) canvas.paint(at, palette.disc, share);
    }
  }
}

/** Paints the world below the sea: shafts of light, sand and bubbles. */
export function paintUnderwater(stage: Stage): void {
  paintDeepWater(stage);
  paintBubbles(stage);
}

function paintDeepWater(stage: Stage): void {
  const { canvas, width, height, noise, side, thing, colors: wished, isFlat, time } = stage;
  const own = (thing("sea") ?? thing("water"))?.color ?? wished[0];
  const deep = own ? blend(own, [4, 16, 40], 0.7) : hex("062a4f");
  const middle = own ? blend(own, deep, 0.5) : hex("14689f");
  const colors = gradientSteps([hex("9fe8ea"), own ?? hex("2fa8c8"), middle, deep]);
  const shape = fbm(noise, 3);
  const sand: Rgb = [206, 190, 146];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const share = y / height;
      const raw = clamp(share * 1.02 + 0.04 * shape(x / width, share * 2));
      const step = (isFlat ? Math.round(raw * 8) / 8 : raw) * (colors.length - 1);
      const tilt = (x / width - 0.5) * (1.5 + share * 1.1) + share * 0.35 * side;
      const shaft = smooth(0.12, 0.75, noise(tilt * 4.4, 0.3)) * (1 - share) ** 1.25 * 0.42;
      const floor = height * (0.86 + 0.035 * shape((x / width) * 1.8, 9));
      const ground = clamp((y - floor) / 2);
      const caustic = smooth(0.55, 0.95, 1 - Math.abs(shape((x / width) * 9, share * 30))) * 0.24;
      const beam = isFlat ? (shaft > 0.16 ? 0.2 : 0) : shaft;
      const lit = mix(colors[Math.floor(step)]!, [236, 236, 236], beam);
      const color = mix(lit, mix(deep, sand, 0.6 + caustic), ground);
      canvas.paint(y * width + x, scale(color, time === "night" ? 0.5 : 1), 1);
      canvas.layer[y * width + x] = ground > 0.5 ? 32 : 0;
    }
}

function paintBubbles(stage: Stage): void {
  const { width, height, dice, unit } = stage;
  const throwing = dice("bubbles");
  for (let bubble = 0; bubble < 26; bubble++) {
    const [x, y] = [throwing.next() * width, throwing.next() * height * 0.9];
    const radius = unit * (1.5 + throwing.next() ** 3 * 9);
    paintDot(stage, { x, y, radius, share: 0.3, color: [235, 250, 255] });
  }
}
