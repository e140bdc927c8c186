import { hex } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A toadstool with white spots. */
export const mushroom: Subject = {
  ...{ size: 0.3, wide: 0.95, place: "near", several: 5 },
  draw(pen) {
    const cap = pen.color(hex("d03a2e"));
    const white = hex("fbf4e6");
    const spot = (x: number, y: number, r: number) =>
      pen.oval(x, y, [r, r * 0.82], white, { outline: false });
    return [
      pen.shadow(70),
      pen.path("M-13 1C-17-14-9-30-11-50H11C9-30 17-14 13 1Q0 5-13 1Z", hex("f0e3cc"), {
        form: "side",
      }),
      pen.path("M-46-48Q0-38 46-48Q30-34 0-34Q-30-34-46-48Z", hex("dcc6a4"), { form: "down" }),
      pen.line("M-30-44L-12-36M-16-42L-6-36M0-41V-35M16-42L6-36M30-44L12-36", hex("b89a74"), 0.9),
      pen.path("M-14-38Q0-30 14-38L12-30Q0-24-12-30Z", white, { form: "side" }),
      pen.path("M-48-47C-46-80-26-99 0-99C26-99 46-80 48-47Q0-36-48-47Z", cap, { form: "round" }),
      spot(-4, -82, 9),
      spot(-28, -66, 7),
      spot(22, -74, 7.5),
      spot(4, -58, 7),
      spot(34, -55, 5),
      spot(-16, -52, 4.4),
      spot(-38, -52, 3.6),
    ];
  },
};
