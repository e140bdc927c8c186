import { hex, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** An old stone bridge of three arches. */
export const bridge: Subject = {
  ...{ size: 0.2, wide: 3.6, place: "water", several: 1 },
  draw(pen) {
    const stone = pen.color(hex("a99a88"));
    const arches = [-110, 0, 110].map((x) => `M${x - 42} 6V-8Q${x}-82 ${x + 42}-8V6Z`).join("");
    const deck = "M-222 8Q-204-44-170-66Q0-108 170-66Q204-44 222 8Z";
    return [
      pen.path(`${deck}${arches}`, stone, { form: "down", isHollow: true }),
      pen.line(
        "M-190-48Q-180-58-166-62Q0-102 166-62Q180-58 190-48",
        shifted(stone, { light: 0.1 }),
        5,
      ),
      pen.line(
        "M-204-42Q-190-66-168-73Q0-116 168-73Q190-66 204-42",
        shifted(stone, { light: -0.04 }),
        7,
      ),
      pen.line(
        [-110, 0, 110].map((x) => `M${x - 46}-6Q${x}-92 ${x + 46}-6`).join(""),
        shifted(stone, { light: -0.12 }),
        2.4,
      ),
    ];
  },
};
