import { hex } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A heart that hovers. */
export const heart: Subject = {
  ...{ size: 0.46, wide: 1.05, place: "air", several: 5 },
  draw(pen) {
    const red = pen.color(hex("dc2f48"));
    return [
      pen.path(
        "M0-2C-30-28-52-48-52-70C-52-90-36-100-24-98C-12-96-4-88 0-78C4-88 12-96 24-98C36-100 52-90 52-70C52-48 30-28 0-2Z",
        red,
        { form: "round" },
      ),
      pen.path("M-38-76Q-36-89-24-90Q-32-84-33-72Q-36-70-38-76Z", hex("ffd8dc"), {
        outline: false,
        opacity: 0.75,
      }),
    ];
  },
};
