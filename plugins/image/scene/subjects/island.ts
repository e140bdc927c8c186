import { svg } from "hub/drawing";
import { hex } from "../rgb.ts";
import { palm } from "./palm.ts";
import type { Subject } from "./subject.ts";

/** An island of sand with palms on it. */
export const island: Subject = {
  ...{ size: 0.36, wide: 1.7, place: "water", several: 2 },
  draw: (pen) => [
    pen.path("M-90 3Q-60-14-20-18Q26-20 56-10Q78-6 92 3Q0 12-90 3Z", hex("e8c98f"), {
      form: "side",
    }),
    pen.path("M-52-10Q-20-24 14-20Q36-18 48-10Q0-6-52-10Z", hex("6a9a4a"), { form: "side" }),
    svg("g", { transform: "translate(-14 -15) scale(0.8)" }, ...palm.draw(pen)),
    svg("g", { transform: "translate(18 -14) scale(0.62)" }, ...palm.draw(pen)),
    pen.line("M-96 5Q0 15 98 5", hex("ffffff"), 1.2, { opacity: 0.6 }),
  ],
};
