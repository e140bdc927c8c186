import { hex } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A village church with a steeple. */
export const church: Subject = {
  ...{ size: 0.4, wide: 0.9, place: "ground", several: 2 },
  draw(pen) {
    const isDark = ["night", "dusk", "sunset"].includes(pen.stage.time);
    const wall = pen.color(hex("efe8da"));
    const roof = hex("7a4a3f");
    const glass = isDark ? hex("ffd27a") : hex("6f86a8");
    const arch = (x: number, y: number) =>
      pen.path(`M${x - 3} ${y}v-9q3-5 6 0v9Z`, glass, { glows: isDark });
    return [
      pen.shadow(100, 12),
      pen.box([-12, -36, 52, 37], wall, { form: "side" }),
      pen.path("M-14-34L-6-52H38L46-34Z", roof, { form: "down" }),
      pen.box([-34, -60, 26, 61], wall, { form: "side" }),
      pen.path("M-37-59L-21-92L-5-59Z", roof, { form: "side" }),
      pen.line("M-21-92v-8M-24-97h6", hex("5a4a3a"), 1.3),
      pen.path("M-27 1v-14q6-8 12 0v14Z", hex("5a3a28"), { form: "side" }),
      pen.oval(-21, -46, [5, 5], glass, { glows: isDark, form: "even" }),
      arch(2, -10),
      arch(15, -10),
      arch(28, -10),
    ];
  },
};
