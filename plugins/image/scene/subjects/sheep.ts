import { hex } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A sheep that grazes, or looks up. */
export const sheep: Subject = {
  ...{ size: 0.17, wide: 1.35, place: "near", several: 5 },
  draw(pen) {
    const wool = pen.color(hex("f2ece0"));
    const dark = hex("3d3532");
    const side = pen.dice.pick([-1, 1]);
    const curls = Array.from({ length: 14 }, (_, at) => {
      const turn = (at / 14) * Math.PI * 2;
      return pen.oval(Math.cos(turn) * 36, -56 + Math.sin(turn) * 23, [17, 16], wool);
    });
    return [
      pen.shadow(120, 16),
      ...[-26, -12, 14, 28].map((x) => pen.box([x - 4, -30, 8, 31], dark, { form: "side" })),
      ...curls,
      pen.oval(0, -56, [40, 27], wool, { outline: false }),
      pen.group(
        { transform: `scale(${side} 1)` },
        pen.path("M42-84Q30-90 30-80Q34-74 42-76ZM62-84Q74-90 74-80Q70-74 62-76Z", dark, {
          outline: false,
        }),
        pen.path("M40-84Q52-92 64-84Q66-62 52-52Q38-62 40-84Z", dark, { form: "round" }),
        pen.oval(52, -88, [13, 9], wool),
        pen.oval(47, -74, [2.4, 2.8], hex("ffffff"), { glows: true, outline: false }),
        pen.oval(57, -74, [2.4, 2.8], hex("ffffff"), { glows: true, outline: false }),
      ),
    ];
  },
};
