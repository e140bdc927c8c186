import { hex, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A saguaro with arms. */
export const cactus: Subject = {
  ...{ size: 0.36, wide: 0.62, place: "near", several: 4 },
  draw(pen) {
    const green = pen.color(hex("4f8a55"));
    const [rib, pale] = [shifted(green, { light: -0.12 }), shifted(green, { light: 0.1 })];
    const low = pen.dice.between(-4, 4);
    const arm = (side: number, y: number, high: number) =>
      pen.path(
        `M${side * 8} ${y}H${side * 20}Q${side * 24} ${y} ${side * 24} ${y - 6}V${y - high}Q${side * 29} ${y - high - 8} ${side * 34} ${y - high}V${y}Q${side * 34} ${y + 11} ${side * 22} ${y + 11}H${side * 8}Z`,
        green,
        { form: "side" },
      );
    const ribs = [-6, -2, 2, 6].map((x) => `M${x} 0V-90`).join("");
    return [
      pen.shadow(60, 10),
      arm(-1, -40 + low, 22),
      arm(1, -52 - low, 20),
      pen.path("M-11 1V-88Q-11-100 0-100Q11-100 11-88V1Q0 4-11 1Z", green, { form: "side" }),
      pen.line(ribs, rib, 1, { opacity: 0.7 }),
      pen.line("M-10-20h-2M-10-60h-2M10-30h2M10-76h2M-2-45l2-1M3-70l2-1M-5-80l2-1", pale, 0.9),
      pen.oval(0, -100, [4, 3], hex("e8659a")),
      pen.oval(-29, -62 + low, [3, 2.4], hex("e8659a")),
    ];
  },
};
