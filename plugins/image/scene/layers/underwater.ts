import { type SvgElement, svg } from "hub/drawing";
import { clamp, fbm, smooth } from "../noise.ts";
import { blend, hex, mix, type Rgb, scale } from "../rgb.ts";
import type { Stage } from "../stage.ts";
import { stamp } from "../stamp.ts";
import { gradientSteps } from "./sky.ts";

/** Paints the world below the sea: shafts of light, sand and bubbles. */
export async function paintUnderwater(stage: Stage): Promise<void> {
  paintDeepWater(stage);
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
