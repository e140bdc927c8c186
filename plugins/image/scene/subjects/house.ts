import { isWhite } from "../parse/reading.ts";
import { hex, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A cottage with a chimney, whose windows are lit when it is dark. */
export const house: Subject = {
  ...{ size: 0.27, wide: 1.25, place: "ground", several: 4 },
  draw(pen) {
    const { time, palette, reading } = pen.stage;
    const isDark = time === "night" || time === "dusk" || time === "sunset";
    const wall = pen.color(pen.dice.pick([hex("efe2cb"), hex("e3c9a4"), hex("d9d5cc")]));
    const roof = isWhite(reading)
      ? palette.snow
      : pen.color(hex("a4493a"), 1) === wall
        ? hex("6a4a44")
        : hex("a4493a");
    const glass = isDark ? hex("ffd987") : hex("9cc3d9");
    const frame = shifted(wall, { light: -0.25 });
    const window = (x: number, y: number) => [
      pen.box([x, y, 15, 17], glass, { glows: isDark }),
      pen.line(`M${x + 7.5} ${y}v17M${x} ${y + 8.5}h15`, frame, 1.6),
    ];
    return [
      pen.shadow(150, 16),
      pen.box([24, -98, 12, 34], hex("8c5a4a"), { form: "side" }),
      pen.box([-48, -52, 96, 53], wall, { form: "side" }),
      pen.path("M-60-48L-34-92H34L60-48Q0-44-60-48Z", roof, { form: "down" }),
      pen.box([-9, -32, 18, 33], hex("6b4630"), { form: "side" }),
      pen.oval(5, -15, [1.3, 1.3], hex("e8c765")),
      ...window(-38, -38),
      ...window(23, -38),
    ];
  },
};
