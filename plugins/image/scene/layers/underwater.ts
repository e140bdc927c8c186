import { type SvgElement, svg } from "hub/drawing";
import type { Dice } from "../../dice.ts";
import { clamp, smooth } from "../interpolate.ts";
import { fbm } from "../noise.ts";
import { blend, css, hex, mix, type Rgb, scale, shiftColor } from "../rgb.ts";
import type { Stage } from "../stage.ts";
import { stamp } from "../stamp.ts";
import { gradientSteps } from "./sky.ts";

/** Paints the world below the sea: shafts of light, sand, corals, weeds and bubbles. */
export async function paintUnderwater(stage: Stage): Promise<void> {
  paintDeepWater(stage);
  await stamp(
    stage,
    [true, false].flatMap((isFar) => drawGrowth(stage, isFar)),
    { layer: 33 },
  );
  await stamp(stage, drawBubbles(stage), { layer: 42, grain: 0 });
}

function paintDeepWater(stage: Stage): void {
  const { canvas, width, height, noise, side, thing, colors: wished, isFlat, time } = stage;
  const own = (thing("sea") ?? thing("water"))?.colors[0]?.rgb ?? wished[0];
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

const corals = ["e8627a", "f09a4a", "b86ad0", "f2c84a", "e0527a"].map(hex);

/** Draws corals and weeds at the sides. The middle stays free. */
function drawGrowth({ width, height, dice, unit, thing }: Stage, isFar: boolean) {
  const throwing = dice(`growth ${isFar}`);
  const named = thing("underwater")?.colors.map(({ rgb }) => rgb) ?? [];
  return Array.from({ length: 13 }, (): SvgElement[] => {
    const edge = throwing.next() ** 1.6 * 0.42;
    const x = (throwing.next() < 0.5 ? edge : 1 - edge) * width;
    const y = height * (isFar ? 0.9 : 0.985) + throwing.between(-6, 10) * unit;
    const tall = unit * throwing.between(50, 130) * (isFar ? 0.7 : 1.15);
    const isWeed = throwing.next() < 0.5;
    const base = isWeed ? hex("3f9a6a") : throwing.pick(named.length > 0 ? named : corals);
    const own = shiftColor(base, { light: throwing.between(-0.06, 0.04) });
    const color = blend(own, hex("14689f"), isFar ? 0.5 : 0.14);
    const d = (isWeed ? drawWeed : drawCoral)(throwing, { x, y, tall });
    const thick = unit * (isWeed ? 7 : 10) * (isFar ? 0.7 : 1);
    const stroke = (light: number, width: number) =>
      svg("path", {
        d,
        fill: "none",
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
        stroke: css(shiftColor(color, { light })),
        "stroke-width": width,
      });
    return [stroke(-0.07, thick), stroke(0.07, thick * 0.45)];
  }).flat();
}

interface Plant {
  x: number;
  y: number;
  tall: number;
}

function drawWeed(dice: Dice, { x, y, tall }: Plant): string {
  const stalks = [-1, 0, 1].map((at) => {
    const [foot, sway] = [x + at * tall * 0.09, dice.between(-0.16, 0.16) * tall];
    const top = y - tall * dice.between(0.7, 1);
    return `M${foot} ${y}C${foot + sway} ${y - tall * 0.35} ${foot - sway * 1.6} ${y - tall * 0.6} ${foot + sway * 1.4} ${top}`;
  });
  return stalks.join("");
}

function drawCoral(dice: Dice, { x, y, tall }: Plant, level = 0, turn = -Math.PI / 2): string {
  if (level > 3) return "";
  const long = tall * 0.36 * 0.8 ** level;
  const [tx, ty] = [x + Math.cos(turn) * long, y + Math.sin(turn) * long];
  const next = [-1, 1].map((side) =>
    drawCoral(dice, { x: tx, y: ty, tall }, level + 1, turn + side * dice.between(0.25, 0.62)),
  );
  return `M${x.toFixed(1)} ${y.toFixed(1)}L${tx.toFixed(1)} ${ty.toFixed(1)}${next.join("")}`;
}

function drawBubbles({ width, height, dice, unit }: Stage): SvgElement[] {
  const throwing = dice("bubbles");
  const white = {
    fill: "#ffffff",
    "fill-opacity": 0.13,
    stroke: "#ffffff",
    "stroke-opacity": 0.55,
  };
  return Array.from({ length: 26 }, () => {
    const [cx, cy] = [throwing.next() * width, throwing.next() * height * 0.9];
    const r = unit * (1.5 + throwing.next() ** 3 * 9);
    return svg("circle", { cx, cy, r, ...white, "stroke-width": Math.max(0.6, r * 0.12) });
  });
}
