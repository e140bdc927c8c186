import { hex, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A planet in bands of cloud, with a ring. */
export const planet: Subject = {
  ...{ size: 0.4, wide: 1.2, place: "air", several: 3 },
  draw(pen) {
    const usual = pen.dice.pick([
      hex("d9a066"),
      hex("6f9fd0"),
      hex("c9705a"),
      hex("8f7fc8"),
      hex("6fb8a0"),
    ]);
    const ground = pen.color(usual);
    const bands = [-78, -64, -50, -38, -26].map((y, at) => {
      const half = Math.sqrt(Math.max(0, 42 * 42 - (y + 50) ** 2));
      const color = shifted(ground, { light: at % 2 === 0 ? 0.07 : -0.08, hue: at * 4 });
      return pen.path(
        `M${-half} ${y}Q0 ${y + 9} ${half} ${y}L${half * 0.99} ${y + 6}Q0 ${y + 17} ${-half * 0.99} ${y + 6}Z`,
        color,
        { form: "side", outline: false, opacity: 0.75 },
      );
    });
    const ring = shifted(ground, { light: 0.14, chroma: 0.6 });
    const { word } = pen.options;
    const hasRing = pen.dice.next() < 0.7 ? word !== "mars" : word === "saturn";
    const half = (sweep: 0 | 1) =>
      `M-62-50A62 15 0 0 ${sweep} 62-50L50-50A50 10 0 0 ${sweep === 1 ? 0 : 1}-50-50Z`;
    const arc = (sweep: 0 | 1) => pen.path(half(sweep), ring, { form: "even", opacity: 0.85 });
    return [
      pen.group(
        { transform: "rotate(-14 0 -50)" },
        ...(hasRing ? [arc(1)] : []),
        pen.oval(0, -50, [42, 42], ground),
        ...bands,
        ...(hasRing ? [arc(0)] : []),
      ),
    ];
  },
};
