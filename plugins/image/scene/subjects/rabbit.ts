import { hex, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A rabbit that sits up. */
export const rabbit: Subject = {
  ...{ size: 0.32, wide: 0.7, place: "near", several: 3 },
  draw(pen) {
    const fur = pen.color(pen.dice.pick([hex("b99a7a"), hex("e9e2d8"), hex("9a948e")]));
    const pale = shifted(fur, { light: 0.12, chroma: 0.6 });
    const ear = (side: number) => [
      pen.path(
        `M${side * 3}-62C${side * 2}-84 ${side * 8}-102 ${side * 15}-100C${side * 22}-96 ${side * 18}-76 ${side * 12}-60Z`,
        fur,
        { form: "side" },
      ),
      pen.path(
        `M${side * 7}-66C${side * 7}-80 ${side * 10}-93 ${side * 14}-93C${side * 17}-90 ${side * 14}-76 ${side * 11}-65Z`,
        hex("eab0ae"),
        { outline: false },
      ),
    ];
    const eye = (x: number) => [
      pen.oval(x, -54, [3, 3.6], hex("2a1a1a"), { form: "even", outline: false }),
      pen.oval(x + 1, -55.4, [1, 1.1], hex("ffffff"), { glows: true, outline: false }),
    ];
    return [
      pen.shadow(70),
      pen.oval(22, -10, [9, 9], hex("fbf7f0")),
      pen.path("M-20 0C-30-20-18-38-6-42H6C18-38 30-20 20 0Q0 4-20 0Z", fur, { form: "side" }),
      pen.oval(0, -16, [10, 13], pale, { outline: false }),
      pen.oval(-13, -2, [10, 4.6], fur),
      pen.oval(13, -2, [10, 4.6], fur),
      ...ear(-1),
      ...ear(1),
      pen.oval(0, -50, [18, 16.5], fur),
      pen.oval(-4.5, -44, [6, 5], pale, { outline: false }),
      pen.oval(4.5, -44, [6, 5], pale, { outline: false }),
      pen.path("M-2.6-49H2.6L0-46Z", hex("d9808a"), { outline: false }),
      pen.line("M-8-44l-15-2M-8-42l-14 3M8-44l15-2M8-42l14 3", pale, 0.7),
      ...eye(-8),
      ...eye(8),
    ];
  },
};
