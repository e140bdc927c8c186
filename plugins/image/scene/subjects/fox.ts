import { hex } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A fox that sits with its brush around it. */
export const fox: Subject = {
  ...{ size: 0.36, wide: 0.95, place: "near", several: 2 },
  draw(pen) {
    const fur = pen.color(hex("dd6b26"));
    const [white, dark] = [hex("fbf3e6"), hex("3b2a24")];
    const ear = (side: number) => [
      pen.path(`M${side * 8}-88L${side * 22}-104L${side * 26}-76Z`, fur, { form: "side" }),
      pen.path(`M${side * 13}-88L${side * 21}-98L${side * 23}-80Z`, dark, { outline: false }),
    ];
    const eye = (x: number) => [
      pen.oval(x, -72, [3, 3.4], hex("1f1612"), { form: "even", outline: false }),
      pen.oval(x + 1, -73.4, [1, 1], hex("ffffff"), { glows: true, outline: false }),
    ];
    return [
      pen.shadow(94),
      pen.path("M12-2C34 4 58-4 58-24C58-40 48-50 44-52C48-36 38-22 16-20Z", fur, { form: "side" }),
      pen.path("M44-52C52-46 58-38 57-26Q48-30 46-40Z", white, { outline: false }),
      pen.path("M-20 0C-28-24-16-46-6-54H8C22-44 28-22 22 0Q0 4-20 0Z", fur, { form: "side" }),
      pen.path("M-10-50Q0-42 11-50Q12-26 0-14Q-12-26-10-50Z", white, {
        form: "down",
        outline: false,
      }),
      pen.path("M-11 1L-9-20Q-4-22-3-16L-2 1Q-7 3-11 1Z", dark, { form: "side" }),
      pen.path("M13 1L11-20Q6-22 4-16L3 1Q9 3 13 1Z", dark, { form: "side" }),
      ...ear(-1),
      ...ear(1),
      pen.path(
        "M0-92C14-92 27-82 29-68C22-62 10-50 0-46C-10-50-22-62-29-68C-27-82-14-92 0-92Z",
        fur,
        { form: "round" },
      ),
      pen.path("M-29-68C-20-70-10-66-3-54L0-46C-10-50-22-62-29-68Z", white, { outline: false }),
      pen.path("M29-68C20-70 10-66 3-54L0-46C10-50 22-62 29-68Z", white, { outline: false }),
      pen.oval(0, -49, [4, 3.2], dark, { outline: false }),
      ...eye(-10),
      ...eye(10),
    ];
  },
};
