import { svg } from "hub/drawing";
import { css, hex } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A lighthouse on a rock, with its beam when it is dark. */
export const lighthouse: Subject = {
  ...{ size: 0.52, wide: 0.7, place: "water", several: 2 },
  draw(pen) {
    const isDark = ["night", "dusk", "sunset", "dawn"].includes(pen.stage.time);
    const stripe = pen.color(hex("cf3f34"));
    const band = (from: number, to: number) => {
      const half = (y: number) => 11.5 - (-y / 72) * 4;
      return pen.path(
        `M${-half(from)} ${from}L${-half(to)} ${to}H${half(to)}L${half(from)} ${from}Z`,
        stripe,
        { form: "side", outline: false },
      );
    };
    const rock = hex("6d655f");
    const beam = (side: number) =>
      svg("path", { d: `M0-84L${side * 150}-104V-62Z`, fill: css(hex("fff2b8")), opacity: 0.16 });
    return [
      pen.path("M-46 3Q-40-8-28-10Q-22-17-8-16Q10-19 22-12Q36-11 46 3Q0 9-46 3Z", rock, {
        form: "side",
      }),
      pen.path("M-30-9Q-12-14-4-6Q-18-1-34 1ZM14-13Q26-9 38 0Q20 2 12-4Z", hex("8a817a"), {
        form: "side",
        outline: false,
      }),
      pen.path("M-12-11L-7.6-76H7.6L12-11Q0-8-12-11Z", hex("f3ede2"), { form: "side" }),
      band(-24, -36),
      band(-48, -60),
      pen.box([-10, -78, 20, 3.4], hex("4a4a52"), { form: "side" }),
      pen.box([-5.5, -90, 11, 12], hex("ffe9a0"), { glows: true }),
      pen.line("M-5.5-78v-12M0-78v-12M5.5-78v-12", hex("4a4a52"), 0.9),
      pen.path("M-7.5-90Q0-102 7.5-90Z", stripe, { form: "side" }),
      pen.path("M-3-11v-8q3-4 6 0v8Z", hex("4a3a34"), { outline: false }),
      ...(isDark ? [beam(-1), beam(1), pen.glow(0, -84, 16, hex("fff4c4"))] : []),
    ];
  },
};
