import { hex, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A horse that stands. */
export const horse: Subject = {
  ...{ size: 0.4, wide: 1.15, place: "near", several: 3 },
  draw(pen) {
    const coat = pen.color(pen.dice.pick([hex("7a4a2c"), hex("a8754a"), hex("4a3a34")]));
    const mane = shifted(coat, { light: -0.18 });
    const side = pen.stage.side;
    return [
      pen.shadow(110, 14),
      pen.group(
        { transform: `scale(${side} 1)` },
        pen.path("M-32-34L-30-14L-33 1H-26L-22-15L-20-34ZM17-34L20-14L18 1H25L27-15L27-34Z", mane, {
          form: "side",
        }),
        pen.path("M-40-56C-52-50-54-34-50-16C-44-24-46-40-38-48Z", mane, { form: "side" }),
        pen.path(
          "M-38-62C-20-66 0-60 14-63C22-70 26-84 34-96L37-101L41-95C48-92 53-84 58-77C58-72 54-70 50-72L42-75C40-66 38-54 32-44C20-34-8-34-24-34C-40-36-46-54-38-62Z",
          coat,
          { form: "down" },
        ),
        pen.path("M-40-46L-39-20L-43 1H-35L-31-19L-24-38ZM26-44L29-20L28 1H35L37-19L34-46Z", coat, {
          form: "side",
        }),
        pen.path("M14-63C20-70 24-84 33-97C27-96 22-90 17-80C13-74 9-68 4-61Z", mane, {
          form: "side",
        }),
        pen.oval(45, -87, [1.9, 1.9], hex("17120e"), { form: "even", outline: false }),
      ),
    ];
  },
};
