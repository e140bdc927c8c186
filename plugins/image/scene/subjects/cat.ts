import type { Pen } from "../pen.ts";
import { hex, lchOf, type Rgb, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A cat that sits and looks at the viewer. */
export const cat: Subject = {
  ...{ size: 0.4, wide: 0.72, place: "near", several: 3 },
  draw(pen) {
    const fur = pen.color(
      pen.dice.pick([hex("d98a3d"), hex("8d8a90"), hex("c9a27a"), hex("4a4650")]),
    );
    const dark = shifted(fur, { light: lchOf(fur)[0] < 0.35 ? 0.09 : -0.13 });
    const second = pen.options.colors.length > 1;
    const pale = second ? pen.color(fur, 1) : shifted(fur, { light: 0.17, chroma: 0.5 });
    return [
      pen.shadow(74),
      pen.path("M18-6C40-4 46-22 38-36C35-42 28-40 30-34C35-24 30-14 16-14Z", fur, {
        form: "side",
      }),
      pen.path("M-21 0C-29-22-20-50-6-56H6C20-50 29-22 21 0Q0 4-21 0Z", fur, { form: "side" }),
      pen.path("M-9-42Q0-50 9-42Q12-22 0-12Q-12-22-9-42Z", pale, { form: "down", outline: false }),
      pen.line("M-19-28q6 2 8 7M19-28q-6 2-8 7M-22-18q6 1 9 5M22-18q-6 1-9 5", dark, 2.4, {
        opacity: 0.75,
      }),
      pen.path("M-12 1C-15-8-13-22-9-24Q-4-22-4-8L-3 1Q-8 3-12 1Z", fur, { form: "side" }),
      pen.path("M12 1C15-8 13-22 9-24Q4-22 4-8L3 1Q8 3 12 1Z", fur, { form: "side" }),
      ...head(pen, { fur, dark, pale }),
    ];
  },
};

function head(pen: Pen, { fur, dark, pale }: { fur: Rgb; dark: Rgb; pale: Rgb }) {
  const ear = (side: number) => [
    pen.path(`M${side * 22}-68L${side * 21}-99Q${side * 10}-94 ${side * 5}-84Z`, fur, {
      form: "side",
    }),
    pen.path(`M${side * 18.5}-76L${side * 18}-92Q${side * 12}-89 ${side * 9}-84Z`, hex("e0a0a0"), {
      outline: false,
    }),
  ];
  const eye = (x: number) => [
    pen.oval(x, -69, [5, 5.6], hex("c9d95a"), { glows: true }),
    pen.oval(x, -69, [2, 5], hex("16140f"), { form: "even", outline: false }),
    pen.oval(x + 1.3, -71.5, [1.2, 1.4], hex("ffffff"), { glows: true, outline: false }),
  ];
  return [
    ...ear(-1),
    ...ear(1),
    pen.path(
      "M0-90C17-90 26-78 25-66C24-53 12-47 0-47C-12-47-24-53-25-66C-26-78-17-90 0-90Z",
      fur,
      { form: "round" },
    ),
    pen.line("M0-88v8M-6-87l1 7M6-87l-1 7M-23-66l-7-1M23-66l7-1", dark, 2.4, { opacity: 0.8 }),
    pen.oval(-4.5, -56, [6, 4.6], pale, { outline: false }),
    pen.oval(4.5, -56, [6, 4.6], pale, { outline: false }),
    pen.path("M-3.2-61.5H3.2L0-57.6Z", hex("d9808a"), { outline: false }),
    pen.line("M0-58v3q-3 3-6 1M0-55q3 3 6 1", hex("4a3530"), 1.1),
    pen.line("M-9-57l-18-3M-9-55l-18 2M9-57l18-3M9-55l18 2", pale, 0.8, { opacity: 0.85 }),
    ...eye(-10),
    ...eye(10),
  ];
}
