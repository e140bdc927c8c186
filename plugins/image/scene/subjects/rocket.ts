import { hex } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A rocket on its way up. */
export const rocket: Subject = {
  ...{ size: 0.5, wide: 0.75, place: "air", several: 2 },
  draw(pen) {
    const body = pen.color(hex("eef0f4"));
    const fin = pen.color(hex("d8432f"), 1) === body ? hex("d8432f") : pen.color(hex("d8432f"), 1);
    const flame = (d: string, color: string) =>
      pen.path(d, hex(color), { glows: true, outline: false });
    return [
      pen.group(
        { transform: "translate(0 -30) rotate(24) translate(0 30)" },
        pen.glow(0, -2, 36, hex("ff9a3c")),
        flame("M-12-22Q-14 0 0 26Q14 0 12-22Z", "f0622a"),
        flame("M-8-22Q-9-4 0 12Q9-4 8-22Z", "fbb13a"),
        flame("M-4-22Q-4-10 0-2Q4-10 4-22Z", "fff0a8"),
        pen.path("M-14-48C-28-40-30-26-28-16L-12-26ZM14-48C28-40 30-26 28-16L12-26Z", fin, {
          form: "side",
        }),
        pen.path("M-12-22C-20-44-18-76 0-100C18-76 20-44 12-22Z", body, { form: "side" }),
        pen.path("M-10.6-82C-8-89-4-95 0-100C4-95 8-89 10.6-82Q0-78-10.6-82Z", fin, {
          form: "side",
        }),
        pen.oval(0, -62, [8, 8], hex("5a6472")),
        pen.oval(0, -62, [5.8, 5.8], hex("7fd0f0")),
        pen.path("M-2.4-42L0-48L2.4-42V-18H-2.4Z", fin, { form: "side" }),
        pen.box([-9, -24, 18, 4], hex("4a5260"), { form: "side" }),
      ),
    ];
  },
};
