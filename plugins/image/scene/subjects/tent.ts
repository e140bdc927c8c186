import { hex } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A tent, lit from inside when it is dark. */
export const tent: Subject = {
  ...{ size: 0.22, wide: 1.5, place: "near", several: 3 },
  draw(pen) {
    const isDark = ["night", "dusk"].includes(pen.stage.time);
    const cloth = pen.color(hex("e0862f"));
    return [
      pen.shadow(170, 22),
      pen.path("M20-98L80 0Q48 5 22 2Z", cloth, { form: "down" }),
      pen.path("M20-98L-72 2Q-20 8 22 2Z", cloth, {
        form: "side",
        glows: isDark && !pen.stage.isFlat,
      }),
      pen.path("M8-86L-34 4Q-14 7-2 5Z", isDark ? hex("ffe3a0") : hex("5a3424"), { glows: isDark }),
      pen.line("M20-98L-86 8M20-98L94 6", hex("efe6d4"), 1.4),
    ];
  },
};
