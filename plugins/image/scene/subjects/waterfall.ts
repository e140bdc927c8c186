import { hex, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** Water that falls from a cliff into a pool. */
export const waterfall: Subject = {
  ...{ size: 0.62, wide: 1.5, place: "ground", several: 2 },
  draw(pen) {
    const rock = hex("6f6a66");
    const [dark, moss] = [shifted(rock, { light: -0.1 }), hex("5d8a4a")];
    const white = pen.color(hex("eef7fb"));
    const threads = Array.from({ length: 13 }, (_, at) => {
      const x = -13 + at * 2.2;
      return `M${x} ${-84 + pen.dice.between(0, 18)}Q${x + pen.dice.between(-2, 2)}-40 ${x + pen.dice.between(-3, 3)} ${pen.dice.between(-16, -4)}`;
    });
    return [
      pen.path(
        "M-78 2L-74-40L-66-62L-58-84L-38-92L-20-88L-14-80H14L22-90L44-94L60-80L66-52L76-34L80 2Z",
        rock,
        { form: "side" },
      ),
      pen.path(
        "M-72-40L-60-52L-52-30L-58 0H-76ZM30-86L44-94L60-80L58-60L44-64ZM24-40L40-52L52-20L40 0H26ZM-46-70L-30-80L-24-50L-36-40Z",
        dark,
        { form: "down", outline: false },
      ),
      pen.path(
        "M-60-84L-38-94L-16-88L-15-80Q-36-86-60-80ZM15-82L22-91L46-96L62-80Q40-86 15-82Z",
        moss,
        { form: "down" },
      ),
      pen.path("M-15-82Q0-86 15-82C17-50 18-26 20-3Q0 6-20-3C-18-26-17-50-15-82Z", white, {
        form: "side",
      }),
      pen.line(threads.join(""), hex("a9cfe0"), 1, { opacity: 0.8 }),
      pen.path("M-64 6Q-40-8 0-6Q42-8 66 6Q40 18 0 18Q-44 18-64 6Z", hex("6fb0c8"), {
        form: "down",
      }),
      pen.line("M-34 8h24M8 10h26M-14 13h30", hex("ffffff"), 1.1, { opacity: 0.7 }),
      ...[-18, -9, 0, 9, 18].map((x) =>
        pen.oval(x, -2, [9, 5], hex("f6fbfd"), { outline: false, opacity: 0.8 }),
      ),
    ];
  },
};
