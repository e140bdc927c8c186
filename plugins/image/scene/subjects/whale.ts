import { hex, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A whale. */
export const whale: Subject = {
  ...{ size: 0.34, wide: 2, place: "deep", several: 2 },
  draw(pen) {
    const skin = pen.color(hex("46678a"));
    const belly = hex("dfe6ea");
    return [
      pen.group(
        { transform: `scale(${pen.stage.side} 1)` },
        pen.path(
          "M-70-52C-84-56-96-70-104-84C-92-88-82-82-78-74C-76-86-66-94-56-94C-56-80-60-66-60-54Z",
          skin,
          { form: "side" },
        ),
        pen.path(
          "M-74-58C-60-48-50-76 0-86C50-94 92-74 96-46C98-24 70-8 30-6C-20-4-62-28-74-58Z",
          skin,
          { form: "down" },
        ),
        pen.path(
          "M96-44C97-22 70-8 30-6C0-5-28-14-48-28C-10-22 30-28 60-30C76-32 88-36 96-44Z",
          belly,
          { form: "down", outline: false },
        ),
        pen.line(
          "M84-30Q50-20 0-18M86-24Q56-14 12-13M78-18Q54-10 24-9",
          shifted(belly, { light: -0.18 }),
          1.2,
          { opacity: 0.7 },
        ),
        pen.path("M34-26C24-6 8 4-6 2C-2-12 10-24 20-30Z", shifted(skin, { light: -0.05 }), {
          form: "side",
        }),
        pen.oval(72, -50, [3, 3.2], hex("17120e"), { form: "even", outline: false }),
        pen.oval(73, -51, [1, 1], hex("ffffff"), { glows: true, outline: false }),
      ),
    ];
  },
};
