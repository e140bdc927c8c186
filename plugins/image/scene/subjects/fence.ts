import { hex } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A fence of pales across the meadow. */
export const fence: Subject = {
  ...{ size: 0.1, wide: 6, place: "near", several: 1 },
  draw(pen) {
    const wood = pen.color(hex("e9e2d4"));
    const pales = Array.from({ length: 21 }, (_, at) => {
      const x = -300 + at * 30;
      return pen.path(`M${x - 8} 2V-82L${x}-96L${x + 8}-82V2Z`, wood, { form: "side" });
    });
    return [
      pen.box([-312, -70, 624, 9], wood, { form: "down" }),
      pen.box([-312, -34, 624, 9], wood, { form: "down" }),
      ...pales,
    ];
  },
};
