import { hex, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A friendly robot with lit eyes. */
export const robot: Subject = {
  ...{ size: 0.48, wide: 0.75, place: "near", several: 2 },
  draw(pen) {
    const metal = pen.color(hex("9fb2c4"));
    const dark = shifted(metal, { light: -0.22 });
    const lamp = hex("5be3ff");
    const limb = (side: number) => [
      pen.line(`M${side * 22}-48Q${side * 36}-44 ${side * 33}-28`, dark, 6),
      pen.oval(side * 33, -24, [6.5, 6.5], metal),
      pen.box([side * 10 - 5, -16, 10, 14], dark, { form: "side" }),
      pen.path(
        `M${side * 10 - 10} 1Q${side * 10 - 9}-8 ${side * 10}-8Q${side * 10 + 9}-8 ${side * 10 + 10} 1Z`,
        metal,
        { form: "side" },
      ),
    ];
    const eye = (x: number) => [
      pen.oval(x, -75, [6.2, 6.2], hex("12303c"), { form: "even" }),
      pen.oval(x, -75, [4.4, 4.4], lamp, { glows: true, outline: false }),
      pen.oval(x + 1.4, -76.6, [1.4, 1.4], hex("ffffff"), { glows: true, outline: false }),
    ];
    return [
      pen.shadow(74),
      ...limb(-1),
      ...limb(1),
      pen.box([-22, -56, 44, 42], metal, { form: "side", radius: 8 }),
      pen.box([-14, -48, 28, 18], dark, { form: "down", radius: 3 }),
      pen.oval(-8, -39, [2.6, 2.6], hex("ff6a5a"), { glows: true, outline: false }),
      pen.oval(0, -39, [2.6, 2.6], hex("ffd24a"), { glows: true, outline: false }),
      pen.oval(8, -39, [2.6, 2.6], hex("6ae08a"), { glows: true, outline: false }),
      pen.line("M-10-24h20", dark, 1.6),
      pen.box([-5, -60, 10, 6], dark, { form: "side" }),
      pen.line("M0-90v-7", dark, 2),
      pen.oval(0, -98, [3.2, 3.2], hex("ff6a5a"), { glows: true }),
      pen.box([-29, -80, 5, 12], dark, { form: "side", radius: 2 }),
      pen.box([24, -80, 5, 12], dark, { form: "side", radius: 2 }),
      pen.box([-25, -91, 50, 32], metal, { form: "side", radius: 10 }),
      pen.box([-19, -85, 38, 20], hex("1d2b38"), { form: "down", radius: 8 }),
      ...eye(-9),
      ...eye(9),
      pen.line("M-5-68q5 3 10 0", lamp, 1.4, { glows: true }),
    ];
  },
};
