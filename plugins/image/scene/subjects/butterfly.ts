import { hex, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A butterfly with open wings. */
export const butterfly: Subject = {
  ...{ size: 0.2, wide: 1.25, place: "air", several: 4 },
  draw(pen) {
    const wing = pen.color(
      pen.dice.pick([hex("f08a2c"), hex("4a8fd8"), hex("c85fa8"), hex("f2c838")]),
    );
    const [edge, spot] = [hex("2f2430"), shifted(wing, { light: 0.2, chroma: 0.7 })];
    const half = (side: number) => [
      pen.path(
        `M0-52C${side * 16}-98 ${side * 58}-104 ${side * 62}-84C${side * 64}-64 ${side * 34}-48 0-46Z`,
        edge,
        { form: "side" },
      ),
      pen.path(
        `M${side * 3}-53C${side * 18}-90 ${side * 50}-96 ${side * 54}-82C${side * 55}-66 ${side * 30}-52 ${side * 3}-49Z`,
        wing,
        { form: "side", outline: false },
      ),
      pen.path(
        `M0-46C${side * 34}-46 ${side * 52}-30 ${side * 44}-12C${side * 34}-2 ${side * 12}-14 0-40Z`,
        edge,
        { form: "side" },
      ),
      pen.path(
        `M${side * 3}-42C${side * 30}-42 ${side * 44}-28 ${side * 38}-15C${side * 31}-9 ${side * 14}-18 ${side * 3}-38Z`,
        wing,
        { form: "side", outline: false },
      ),
      pen.oval(side * 44, -80, [5, 4.4], spot, { outline: false }),
      pen.oval(side * 31, -24, [4.4, 4], spot, { outline: false }),
    ];
    return [
      pen.group(
        {
          transform: `translate(0 -50) rotate(${pen.dice.between(-22, 22).toFixed(1)}) translate(0 50)`,
        },
        ...half(-1),
        ...half(1),
        pen.line("M-1-64Q-8-80-15-84M1-64Q8-80 15-84", edge, 1.3),
        pen.oval(0, -45, [3.6, 20], edge),
      ),
    ];
  },
};
