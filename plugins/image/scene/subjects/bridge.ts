import { hex, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** An old stone bridge of three arches. */
export const bridge: Subject = {
  ...{ size: 0.2, wide: 3.6, place: "water", several: 1 },
  draw(pen) {
    const stone = pen.color(hex("a99a88"));
    const arches = [-110, 0, 110].map((x) => `M${x - 42} 6V-8Q${x}-82 ${x + 42}-8V6Z`).join("");
    const deck = "M-190 6V-70Q0-112 190-70V6Z";
    return [
      pen.path(`${deck}${arches}`, stone, { form: "down", isHollow: true }),
      pen.line("M-190-62Q0-104 190-62", shifted(stone, { light: 0.1 }), 5),
      pen.line("M-190-78Q0-120 190-78", shifted(stone, { light: -0.04 }), 7),
      pen.line(
        [-110, 0, 110].map((x) => `M${x - 46}-6Q${x}-92 ${x + 46}-6`).join(""),
        shifted(stone, { light: -0.12 }),
        2.4,
      ),
    ];
  },
};
