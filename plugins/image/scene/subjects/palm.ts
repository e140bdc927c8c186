import { hex, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A palm that leans, with coconuts. */
export const palm: Subject = {
  ...{ size: 0.5, wide: 0.8, place: "near", several: 3 },
  draw(pen) {
    const lean = pen.dice.pick([-1, 1]) * pen.dice.between(8, 18);
    const leaf = pen.color(hex("3f8a4a"));
    const top = { x: lean, y: -74 };
    const frond = (turn: number, at: number) => {
      const long = pen.dice.between(34, 42);
      const [dx, dy] = [Math.cos(turn) * long, Math.sin(turn) * long * 0.75];
      const droop = Math.abs(Math.cos(turn)) * 22;
      const color = shifted(leaf, { light: at % 2 === 0 ? 0.05 : -0.06, hue: at * 2 - 8 });
      const tip = `${top.x + dx} ${top.y + dy + droop}`;
      const over = `${top.x + dx * 0.5} ${top.y + dy * 1.1 - 9}`;
      const under = `${top.x + dx * 0.55} ${top.y + dy * 0.8 + 7}`;
      return [
        pen.path(`M${top.x} ${top.y}Q${over} ${tip}Q${under} ${top.x} ${top.y}Z`, color, {
          form: "down",
        }),
        pen.line(`M${top.x} ${top.y}Q${over} ${tip}`, shifted(color, { light: 0.12 }), 0.8, {
          opacity: 0.6,
        }),
      ];
    };
    const turns = [-3.3, 0.16, -2.75, -0.4, -2.25, -0.9, -1.85, 2.7, 0.5];
    const rings = Array.from({ length: 11 }, (_, at) => {
      const share = at / 11;
      return `M${lean * share * share - 4} ${-share * 72}q4 2 8 0`;
    });
    return [
      pen.shadow(60, 10),
      pen.path(
        `M-5 1Q${lean * 0.1}-40 ${lean - 2.6}-75H${lean + 2.6}Q${lean * 0.25 + 5}-38 6 1Q0 3-5 1Z`,
        hex("8a6a4a"),
        { form: "side" },
      ),
      pen.line(rings.join(""), hex("5f4630"), 0.9, { opacity: 0.7 }),
      ...turns.flatMap(frond),
      ...[-4, 1, 5].map((x) => pen.oval(top.x + x, top.y + 3, [3.4, 3.6], hex("6b4528"))),
    ];
  },
};
