import { hex, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A small car from the side. */
export const car: Subject = {
  ...{ size: 0.17, wide: 2.1, place: "near", several: 3 },
  draw(pen) {
    const isDark = ["night", "dusk"].includes(pen.stage.time);
    const paint = pen.color(
      pen.dice.pick([hex("cf3f34"), hex("3f7fbf"), hex("e8b23a"), hex("3fa08c")]),
    );
    const wheel = (x: number) => [
      pen.oval(x, -16, [18, 18], hex("2a2a30")),
      pen.oval(x, -16, [9, 9], hex("c6c9cf")),
    ];
    return [
      pen.shadow(220, 22),
      pen.path(
        "M-104-18C-106-48-96-54-62-58C-44-94-34-98 8-98C44-98 56-80 68-58C98-54 106-46 104-18Q0-8-104-18Z",
        paint,
        { form: "down" },
      ),
      pen.path("M-50-60C-38-84-30-88-6-88V-60Z", hex("a9cbe0"), { form: "down" }),
      pen.path("M2-88C34-88 42-80 54-60H2Z", hex("a9cbe0"), { form: "down" }),
      pen.line("M-2-58V-22M-20-48h10", shifted(paint, { light: -0.14 }), 2),
      pen.oval(98, -42, [6, 7], hex("fff0b8"), { glows: isDark }),
      pen.oval(-100, -42, [4, 6], hex("d83a2f"), { glows: isDark }),
      ...wheel(-58),
      ...wheel(58),
    ];
  },
};
