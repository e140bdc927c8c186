import { hex } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A windmill with four sails. */
export const windmill: Subject = {
  ...{ size: 0.42, wide: 0.8, place: "ground", several: 2 },
  draw(pen) {
    const wall = pen.color(hex("e8ddc8"));
    const turn = pen.dice.between(10, 35);
    const sail = (angle: number) =>
      pen.group(
        { transform: `translate(0 -66) rotate(${angle})` },
        pen.path("M2-4L4-40H14L10-6Z", hex("f5eee0"), { form: "even" }),
        pen.line("M1 0V-42M4-14h8M4-22h9M4-30h9", hex("6b5140"), 1.1),
      );
    return [
      pen.shadow(70, 12),
      pen.path("M-20 1L-13-58H13L20 1Q0 5-20 1Z", wall, { form: "side" }),
      pen.path("M-15-57Q-14-76 0-78Q14-76 15-57Z", hex("8a4b38"), { form: "side" }),
      pen.path("M-5 1v-13q5-6 10 0v13Z", hex("5a3a28"), { form: "side" }),
      pen.box([-4, -42, 8, 9], hex("6f86a8"), { form: "even" }),
      ...[0, 90, 180, 270].map((angle) => sail(angle + turn)),
      pen.oval(0, -66, [2.6, 2.6], hex("4a382c")),
    ];
  },
};
