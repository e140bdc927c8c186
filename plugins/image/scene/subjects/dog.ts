import type { Pen } from "../pen.ts";
import { hex, lchOf, type Rgb, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A dog that sits, with its tongue out. */
export const dog: Subject = {
  ...{ size: 0.42, wide: 0.75, place: "near", several: 3 },
  draw(pen) {
    const fur = pen.color(pen.dice.pick([hex("c08a4e"), hex("8a5a38"), hex("d9b27a")]));
    const dark = shifted(fur, { light: lchOf(fur)[0] < 0.35 ? 0.1 : -0.16 });
    const pale = shifted(fur, { light: 0.18, chroma: 0.45 });
    return [
      pen.shadow(76),
      pen.path("M20-10C34-8 44-22 42-38Q36-40 36-32C35-22 28-18 18-18Z", fur, { form: "side" }),
      pen.path("M-24 0C-30-24-18-48-8-56H8C20-48 30-24 24 0Q0 4-24 0Z", fur, { form: "side" }),
      pen.path("M-9-46Q0-52 9-46Q13-24 0-12Q-13-24-9-46Z", pale, { form: "down", outline: false }),
      pen.path("M-14 1C-16-10-13-26-9-28Q-3-24-3-8L-2 1Q-8 4-14 1Z", fur, { form: "side" }),
      pen.path("M14 1C16-10 13-26 9-28Q3-24 3-8L2 1Q8 4 14 1Z", fur, { form: "side" }),
      pen.path("M-14-49Q0-42 14-49L13-44Q0-37-13-44Z", hex("c93a34"), { form: "even" }),
      pen.oval(0, -41, [2.6, 2.8], hex("f0c24a")),
      ...head(pen, { fur, dark, pale }),
    ];
  },
};

function head(pen: Pen, { fur, dark, pale }: { fur: Rgb; dark: Rgb; pale: Rgb }) {
  const ear = (side: number) =>
    pen.path(
      `M${side * 13}-90C${side * 30}-94 ${side * 34}-74 ${side * 30}-58C${side * 26}-52 ${side * 20}-60 ${side * 18}-74Z`,
      dark,
      { form: "side" },
    );
  const eye = (x: number) => [
    pen.oval(x, -74, [3.5, 4], hex("241a14"), { form: "even", outline: false }),
    pen.oval(x + 1.2, -75.6, [1.1, 1.2], hex("ffffff"), { glows: true, outline: false }),
  ];
  return [
    pen.path(
      "M0-96C15-96 22-86 22-74C22-60 14-47 0-47C-14-47-22-60-22-74C-22-86-15-96 0-96Z",
      fur,
      { form: "round" },
    ),
    ear(-1),
    ear(1),
    pen.path("M0-92Q5-80 5-70Q0-66-5-70Q-5-80 0-92Z", pale, { outline: false }),
    pen.path("M-4-50Q0-46 4-50L4.5-42Q0-36-4.5-42Z", hex("e8788a"), { form: "down" }),
    pen.oval(-5.2, -57, [7, 6.4], pale, { outline: false }),
    pen.oval(5.2, -57, [7, 6.4], pale, { outline: false }),
    pen.path("M-5-64Q0-67 5-64Q4-58 0-57Q-4-58-5-64Z", hex("2a1e1a"), { outline: false }),
    pen.line("M0-57v4q-4 4-8 1M0-53q4 4 8 1", hex("3a2a24"), 1.2),
    ...eye(-9),
    ...eye(9),
  ];
}
