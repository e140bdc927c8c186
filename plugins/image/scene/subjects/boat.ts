import { hex } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A sailing boat, with its mirror image below it. */
export const boat: Subject = {
  ...{ size: 0.3, wide: 0.9, place: "water", several: 3 },
  draw(pen) {
    const hull = pen.color(hex("8a4a35"));
    const sail = pen.color(hex("f6efe0"), 1) === hull ? hex("f6efe0") : pen.color(hex("f6efe0"), 1);
    const parts = [
      pen.line("M0-14V-98", hex("5a4030"), 2.2),
      pen.path("M3-94C26-70 36-44 38-22Q20-18 3-20Z", sail, { form: "side" }),
      pen.path("M-3-86C-14-62-24-42-30-24Q-16-20-3-22Z", sail, { form: "side" }),
      pen.path("M-38-15Q0-10 42-16Q36-2 26 0H-24Q-34-3-38-15Z", hull, { form: "down" }),
      pen.line("M-35-10Q0-5 39-11", hex("f0e2c8"), 1.4, { opacity: 0.8 }),
      pen.path("M0-98l13 4l-13 4Z", hex("d8432f"), { outline: false }),
    ];
    return [
      pen.group({ transform: "translate(0 -1) scale(1 -0.62)", opacity: 0.32 }, ...parts),
      ...parts,
      pen.line("M-46 1.5h30M-6 2.5h34M30 0.5h20", hex("ffffff"), 1, { opacity: 0.5 }),
    ];
  },
};
