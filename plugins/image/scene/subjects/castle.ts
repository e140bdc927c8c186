import type { SvgElement } from "hub/drawing";
import type { Pen } from "../pen.ts";
import { hex, type Rgb, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A castle on a rise: towers with pointed roofs and flags, a wall and a gate. */
export const castle: Subject = {
  ...{ size: 0.42, wide: 1.15, place: "ground", several: 2 },
  draw(pen) {
    const stone = pen.color(hex("c3b9ac"));
    const roof =
      pen.color(hex("4f6d9a"), 1) === stone ? hex("4f6d9a") : pen.color(hex("4f6d9a"), 1);
    const back = shifted(stone, { light: -0.05 });
    return [
      pen.shadow(120, 12),
      ...tower(pen, { x: 4, half: 10, high: 78, stone: back, roof }),
      ...tower(pen, { x: -22, half: 7, high: 62, stone: back, roof }),
      pen.path(wall(-44, 44, 34), stone, { form: "side" }),
      ...courses(pen, shifted(stone, { light: -0.09 })),
      ...tower(pen, { x: -44, half: 9, high: 48, stone, roof }),
      ...tower(pen, { x: 42, half: 10, high: 56, stone, roof }),
      ...tower(pen, { x: 21, half: 6.5, high: 44, stone, roof }),
      pen.path("M-14 1V-14Q-14-26-4-26Q6-26 6-14V1Z", hex("3d2c25"), { form: "down" }),
      pen.line("M-9 0V-23M-4 0V-25M1 0V-23M-14-9H6", hex("6b5547"), 0.8),
    ];
  },
};

function tower(
  pen: Pen,
  { x, half, high, stone, roof }: { x: number; half: number; high: number; stone: Rgb; roof: Rgb },
): SvgElement[] {
  const { time } = pen.stage;
  const isDark = ["night", "dusk", "sunset"].includes(time);
  const light = isDark ? hex("ffd27a") : hex("4a4750");
  const point = high + half * 2.3;
  const slit = (y: number) =>
    pen.path(`M${x - 1.4} ${y}v-4q1.4-2 2.8 0v4Z`, light, { glows: isDark, outline: false });
  return [
    pen.box([x - half, -high, half * 2, high + 1], stone, { form: "side" }),
    pen.box([x - half - 1.4, -high - 3, half * 2 + 2.8, 5], stone, { form: "side" }),
    pen.path(
      `M${x - half - 2.4} ${-high - 2}L${x} ${-point}L${x + half + 2.4} ${-high - 2}Z`,
      roof,
      {
        form: "side",
      },
    ),
    pen.line(`M${x} ${-point}v-7`, hex("4a4038"), 0.9),
    pen.path(`M${x} ${-point - 7}l8 2l-8 2.4Z`, hex("d8432f"), { outline: false }),
    slit(-high + 12),
    ...(high > 50 ? [slit(-high + 26)] : []),
  ];
}

function wall(left: number, right: number, high: number): string {
  let d = `M${left} 1V${-high}`;
  for (let x = left; x < right; x += 8) d += `h4v-4h4v4`;
  return `${d}V1Z`;
}

function courses(pen: Pen, color: Rgb): SvgElement[] {
  const lines = [-8, -16, -24].map((y, row) => {
    const joints = [-30, -18, 12, 26, 34].map((x) => `M${x + row * 3} ${y}v4`).join("");
    return `M-40 ${y}H40${joints}`;
  });
  return [pen.line(lines.join(""), color, 0.6, { opacity: 0.6 })];
}
