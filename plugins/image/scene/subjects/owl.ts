import { hex, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** An owl on a stump. */
export const owl: Subject = {
  ...{ size: 0.38, wide: 0.8, place: "near", several: 2 },
  draw(pen) {
    const down = pen.color(hex("8f6a48"));
    const [pale, dark] = [
      shifted(down, { light: 0.17, chroma: 0.7 }),
      shifted(down, { light: -0.13 }),
    ];
    const eye = (x: number) => [
      pen.oval(x, -74, [12, 12], pale),
      pen.oval(x, -74, [8, 8], hex("f6c63c"), { glows: true }),
      pen.oval(x, -74, [4.4, 4.4], hex("17120e"), { form: "even", outline: false }),
      pen.oval(x + 1.8, -76, [1.4, 1.4], hex("ffffff"), { glows: true, outline: false }),
    ];
    const scales = [-40, -32, -24, -16].flatMap((y, row) =>
      [-10, 0, 10].map((x) => `M${x - 4 + (row % 2) * 4} ${y}q4 5 8 0`),
    );
    return [
      pen.shadow(80, 12),
      pen.path("M-34 4L-26-8H26L34 4Q0 10-34 4Z", hex("6b4a35"), { form: "side" }),
      pen.oval(0, -8, [26, 5], hex("b08a62"), { form: "even" }),
      pen.path(
        "M-24-88L-23-102L-10-92H10L23-102L24-88C34-60 32-20 14-3Q0 2-14-3C-32-20-34-60-24-88Z",
        down,
        { form: "side" },
      ),
      pen.path("M-14-56H14Q22-26 0-6Q-22-26-14-56Z", pale, { form: "down", outline: false }),
      pen.line(scales.join(""), dark, 1.5, { opacity: 0.7 }),
      pen.path("M-25-60C-38-40-34-18-20-8C-24-26-20-44-25-60Z", dark, { form: "side" }),
      pen.path("M25-60C38-40 34-18 20-8C24-26 20-44 25-60Z", dark, { form: "side" }),
      ...eye(-12),
      ...eye(12),
      pen.path("M-4-68H4L0-59Z", hex("e0972f"), { form: "down" }),
      pen.line("M-10-4v5M-6-4v5M6-4v5M10-4v5", hex("e0972f"), 2.4),
    ];
  },
};
