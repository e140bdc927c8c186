import { hex } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A bird in flight, its wings up or down. */
export const bird: Subject = {
  ...{ size: 0.075, wide: 1.9, place: "air", several: 6 },
  draw(pen) {
    const { time } = pen.stage;
    const usual = ["day", "morning"].includes(time) ? hex("f4f1ea") : hex("2a2a34");
    const down = pen.color(usual);
    const lift = pen.dice.between(-58, -30);
    const wing = (side: number) =>
      pen.path(
        `M0-12Q${side * 34} ${lift - 18} ${side * 92} ${lift + 8}Q${side * 44} ${lift + 14} ${side * 10} 2Z`,
        down,
        { form: "down" },
      );
    const turn = pen.dice.between(-12, 12);
    return [
      pen.group(
        { transform: `rotate(${turn.toFixed(1)})` },
        wing(1),
        wing(-1),
        pen.path("M-8 10Q-10-14 0-18Q10-14 8 10L14 26H-14Z", down, { form: "side" }),
        pen.path("M-4-16L0-28L4-16Z", hex("e0a02f"), { outline: false }),
      ),
    ];
  },
};
