import { hex, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A fish with stripes. */
export const fish: Subject = {
  ...{ size: 0.17, wide: 1.65, place: "deep", several: 6 },
  draw(pen) {
    const scales = pen.color(
      pen.dice.pick([hex("f08a2c"), hex("f2c838"), hex("4aa0d8"), hex("e0627a")]),
    );
    const [fin, stripe] = [shifted(scales, { light: -0.1 }), hex("fbf4e8")];
    const way = pen.dice.pick([-1, 1]);
    return [
      pen.group(
        { transform: `scale(${way} 1)` },
        pen.path(
          "M-52-50C-66-64-80-82-86-84C-84-66-78-58-78-50C-78-42-84-32-86-14C-78-20-66-36-52-50Z",
          fin,
          { form: "side" },
        ),
        pen.path("M-18-80C-8-104 22-104 30-86Z", fin, { form: "side" }),
        pen.path("M-10-18C-4 0 14 2 20-10Z", fin, { form: "side" }),
        pen.path(
          "M-60-50C-40-84 10-98 44-80C60-70 68-60 72-50C68-38 56-26 44-20C10-4-40-18-60-50Z",
          scales,
          { form: "down" },
        ),
        pen.path(
          "M26-86C16-64 16-36 28-14C36-16 40-18 44-20C34-40 34-62 42-81C37-83 32-85 26-86ZM-20-84C-28-64-28-38-20-15C-14-14-10-12-4-11C-14-36-14-64-6-89Z",
          stripe,
          { outline: false },
        ),
        pen.path("M8-46C-4-48-14-38-16-28C-4-26 6-34 8-46Z", fin, { form: "side" }),
        pen.oval(54, -60, [6.4, 6.8], hex("ffffff"), { form: "even" }),
        pen.oval(55.5, -60, [3.6, 4], hex("17120e"), { form: "even", outline: false }),
        pen.line("M70-46Q64-42 60-43", hex("5a3020"), 1.4),
      ),
    ];
  },
};
