import { hex } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A wanderer seen from behind, who looks at what there is. */
export const person: Subject = {
  ...{ size: 0.27, wide: 0.42, place: "near", several: 3 },
  draw(pen) {
    const coat = pen.color(
      pen.dice.pick([hex("b8452f"), hex("3f6fa8"), hex("d9a23a"), hex("4a7a5a")]),
    );
    const trousers = hex("3a4252");
    return [
      pen.shadow(44, 9),
      pen.path("M-9 0L-8-42H-1L-1 0Q-6 3-11 1ZM9 0L8-42H1L1 0Q6 3 11 1Z", trousers, {
        form: "side",
      }),
      pen.path("M-14-36Q-15-66-10-74Q0-79 10-74Q15-66 14-36Q0-32-14-36Z", coat, { form: "side" }),
      pen.path("M-10-73Q-19-62-18-42L-13-41Q-12-56-8-64Z", coat, { form: "side" }),
      pen.path("M10-73Q19-62 18-42L13-41Q12-56 8-64Z", coat, { form: "side" }),
      pen.box([-8, -70, 16, 24], hex("6b5238"), { form: "side", radius: 4 }),
      pen.line("M-8-60h16M-4-70v-5M4-70v-5", hex("4a3826"), 1.4),
      pen.oval(0, -86, [8, 9], hex("e0b08a")),
      pen.path("M-9-84Q-9-98 0-98Q9-98 9-84Q4-78 0-78Q-4-78-9-84Z", hex("4a3226"), {
        form: "round",
      }),
    ];
  },
};
