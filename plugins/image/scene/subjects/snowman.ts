import { hex } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A snowman with a hat, a scarf and a carrot. */
export const snowman: Subject = {
  ...{ size: 0.4, wide: 0.8, place: "near", several: 2 },
  draw(pen) {
    const snow = hex("f4f7fd");
    const coal = hex("25252d");
    const scarf = pen.color(hex("cf3f34"));
    const button = (x: number, y: number, r: number) =>
      pen.oval(x, y, [r, r], coal, { form: "even", outline: false });
    return [
      pen.shadow(80),
      pen.line(
        "M-18-46L-44-60M-37-56l-4-8M-38-57l-9 1M18-46L44-58M37-55l3-9M38-55l9 1",
        hex("5a4030"),
        2.2,
      ),
      pen.oval(0, -20, [27, 22], snow),
      pen.oval(0, -49, [19, 17], snow),
      pen.oval(0, -72, [14, 13], snow),
      pen.path("M-14-63Q0-55 14-63L15-57Q0-49-15-57ZM8-57L15-38L8-36L3-56Z", scarf, {
        form: "side",
      }),
      pen.path("M-17-81Q0-77 17-81L17-84H10L9-100H-9L-10-84H-17Z", coal, { form: "side" }),
      pen.path("M-10-88H10V-84H-10Z", scarf, { outline: false }),
      pen.path("M0-73L17-69L0-68Z", hex("ef8a2c"), { form: "down" }),
      button(-5, -76, 1.9),
      button(5, -76, 1.9),
      ...[-7, -3.5, 0, 3.5, 7].map((x) => button(x, -64 + (x * x) / -18, 0.9)),
      button(0, -52, 1.9),
      button(0, -45, 1.9),
      button(0, -28, 2),
    ];
  },
};
