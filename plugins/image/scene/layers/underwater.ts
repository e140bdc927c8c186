import { type SvgElement, svg } from "hub/drawing";
import { clamp, lerp, smooth } from "../interpolate.ts";
import { fbm } from "../noise.ts";
import { blend, css, hex, type Rgb, shiftColor } from "../rgb.ts";
import type { Stage } from "../stage.ts";
import { stamp } from "../stamp.ts";
import { gradientSteps } from "./sky.ts";

/** Paints the world below the sea: shafts of light, sand, corals, weeds and bubbles. */
export async function paintUnderwater(stage: Stage): Promise<void> {
  paintDeepWater(stage);
  const sea = stage.thing("underwater")?.colors.map(({ rgb }) => rgb) ?? [];
  await stamp(
    stage,
    [
      ...drawGrowth(stage, { layer: 0, colors: sea }),
      ...drawGrowth(stage, { layer: 1, colors: sea }),
    ],
    { layer: 33 },
  );
  await stamp(stage, drawBubbles(stage), { layer: 42, grain: 0 });
}

function paintDeepWater(stage: Stage): void {
  const { canvas, width, height, noise, side, thing, colors: wished, isFlat, time } = stage;
  const own = (thing("sea") ?? thing("water"))?.colors[0]?.rgb ?? wished[0];
  const deep = own ? blend(own, [4, 16, 40], 0.7) : hex("062a4f");
  const dim = time === "night" ? 0.5 : 1;
  const colors = gradientSteps([
    hex("9fe8ea"),
    own ?? hex("2fa8c8"),
    own ? blend(own, deep, 0.5) : hex("14689f"),
    deep,
  ]);
  const shape = fbm(noise, 3);
  const sand: Rgb = [206, 190, 146];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const share = y / height;
      const at = y * width + x;
      const raw = clamp(share * 1.02 + 0.04 * shape(x / width, share * 2));
      const color =
        // There are 256.
        colors[Math.min(255, Math.floor((isFlat ? Math.round(raw * 8) / 8 : raw) * 255))]!;
      const tilt = (x / width - 0.5) * (1.5 + share * 1.1) + share * 0.35 * side;
      const shaft = smooth(0.12, 0.75, noise(tilt * 4.4, 0.3)) * (1 - share) ** 1.25 * 0.42;
      const floor = height * (0.86 + 0.035 * shape((x / width) * 1.8, 9));
      const ground = clamp((y - floor) / 2);
      const caustic = smooth(0.55, 0.95, 1 - Math.abs(shape((x / width) * 9, share * 30))) * 0.24;
      const part = (channel: 0 | 1 | 2) => {
        const lit = lerp(color[channel], 236, isFlat ? (shaft > 0.16 ? 0.2 : 0) : shaft);
        return lerp(lit, lerp(deep[channel], sand[channel], 0.6 + caustic), ground) * dim;
      };
      canvas.paint(at, part(0), part(1), part(2), 1);
      canvas.layer[at] = ground > 0.5 ? 32 : 0;
    }
}

const corals = ["e8627a", "f09a4a", "b86ad0", "f2c84a", "e0527a"].map(hex);

/** Corals and weeds at the sides, so that the middle stays free. */
function drawGrowth(
  stage: Stage,
  { layer, colors }: { layer: number; colors: readonly Rgb[] },
): SvgElement[] {
  const { width, height, dice, unit, isFlat } = stage;
  const throwing = dice(`growth ${layer}`);
  const haze = hex("14689f");
  const shapes: SvgElement[] = [];
  for (let one = 0; one < 13; one++) {
    const edge = throwing.next() ** 1.6 * 0.42;
    const x = (throwing.next() < 0.5 ? edge : 1 - edge) * width;
    const y = height * (layer === 0 ? 0.9 : 0.985) + throwing.between(-6, 10) * unit;
    const tall = unit * throwing.between(50, 130) * (layer === 0 ? 0.7 : 1.15);
    const isWeed = throwing.next() < 0.5;
    const base = isWeed ? hex("3f9a6a") : throwing.pick(colors.length > 0 ? colors : corals);
    const color = blend(
      shiftColor(base, { light: throwing.between(-0.06, 0.04) }),
      haze,
      layer === 0 ? 0.5 : 0.14,
    );
    const d = isWeed ? drawWeed(throwing, { x, y, tall }) : drawCoral(throwing, { x, y, tall });
    const look = { d, fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
    const thick = unit * (isWeed ? 7 : 10) * (layer === 0 ? 0.7 : 1);
    const stroke = (light: number, width: number, transform?: string) =>
      svg("path", {
        ...look,
        stroke: css(shiftColor(color, { light })),
        "stroke-width": width,
        transform,
      });
    if (isFlat) shapes.push(stroke(-0.35, thick + 5 * unit));
    shapes.push(stroke(-0.07, thick));
    shapes.push(stroke(0.07, thick * 0.45, `translate(${-thick * 0.12} 0)`));
  }
  return shapes;
}

interface Plant {
  x: number;
  y: number;
  tall: number;
}

type Dice = ReturnType<Stage["dice"]>;

function drawWeed(dice: Dice, { x, y, tall }: Plant): string {
  return [-1, 0, 1]
    .map((at) => {
      const [foot, sway] = [x + at * tall * 0.09, dice.between(-0.16, 0.16) * tall];
      return `M${foot} ${y}C${foot + sway} ${y - tall * 0.35} ${foot - sway * 1.6} ${y - tall * 0.6} ${foot + sway * 1.4} ${y - tall * dice.between(0.7, 1)}`;
    })
    .join("");
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
  return Array.from({ length: 26 }, () => {
    const [cx, cy] = [throwing.next() * width, throwing.next() * height * 0.9];
    const r = unit * (1.5 + throwing.next() ** 3 * 9);
    return svg("circle", {
      cx,
      cy,
      r,
      fill: "#ffffff",
      "fill-opacity": 0.13,
      stroke: "#ffffff",
      "stroke-opacity": 0.55,
      "stroke-width": Math.max(0.6, r * 0.12),
    });
  });
}
