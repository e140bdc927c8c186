import { hex, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A hot-air balloon in gores of two colours. */
export const balloon: Subject = {
  ...{ size: 0.3, wide: 0.72, place: "air", several: 4 },
  draw(pen) {
    const usual = pen.dice.pick([
      ["e0483a", "f7c948"],
      ["2f7fb8", "f4f0e4"],
      ["e8762c", "5a3f8a"],
      ["3fa08c", "f7d46a"],
    ] as const);
    const [one, two] = [pen.color(hex(usual[0])), pen.color(hex(usual[1]), 1)];
    const other = two === one ? shifted(one, { light: 0.16, chroma: 0.6 }) : two;
    const gore = (from: number, to: number) =>
      `M0-100C${from * 46}-100 ${from * 48}-54 ${from * 10}-26H${to * 10}C${to * 48}-54 ${to * 46}-100 0-100Z`;
    const isDark = ["night", "dusk"].includes(pen.stage.time);
    return [
      pen.line("M-9-25L-6-12M9-25L6-12M0-25V-12", hex("6b5238"), 0.9),
      pen.path("M0-100C46-100 48-54 10-26H-10C-48-54-46-100 0-100Z", one, { form: "round" }),
      pen.path(gore(-0.72, -0.38), other, { form: "round", outline: false }),
      pen.path(gore(-0.12, 0.22), other, { form: "round", outline: false }),
      pen.path(gore(0.55, 0.84), other, { form: "round", outline: false }),
      pen.path("M-11-27Q0-22 11-27L9-23Q0-19-9-23Z", shifted(one, { light: -0.12 }), {
        form: "side",
      }),
      ...(isDark
        ? [pen.oval(0, -21, [3.4, 5], hex("ffd878"), { glows: true, outline: false })]
        : []),
      pen.path("M-7-13H7L6-1Q0 2-6-1Z", hex("8a5a34"), { form: "side" }),
      pen.line("M-7-9H7M-6.6-5H6.6", hex("5f3e24"), 0.7),
    ];
  },
};
