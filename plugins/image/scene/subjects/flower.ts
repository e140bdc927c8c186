import type { SvgElement } from "hub/drawing";
import type { Pen } from "../pen.ts";
import { hex, type Rgb, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

/** A flower with petals all around. */
export const flower: Subject = {
  ...{ size: 0.3, wide: 0.5, place: "near", several: 56, isScattered: true },
  draw(pen) {
    const usual = ["e8628a", "f2f0ea", "e0533f", "a874c8", "f2b838"].map(hex);
    const petal = pen.color(pen.dice.pick(usual));
    return [
      ...stem(pen, 66),
      ...petals(pen, { petal, count: 8, heart: hex("f2c23a"), size: 23, high: 72 }),
    ];
  },
};

/** A sunflower. */
export const sunflower: Subject = {
  ...{ size: 0.46, wide: 0.55, place: "near", several: 56, isScattered: true },
  draw: (pen) => [
    ...stem(pen, 66),
    ...petals(pen, {
      petal: pen.color(hex("f7b924")),
      count: 17,
      heart: hex("5a3620"),
      size: 27,
      high: 70,
    }),
  ],
};

/** A tulip. */
export const tulip: Subject = {
  ...{ size: 0.34, wide: 0.4, place: "near", several: 56, isScattered: true },
  draw(pen) {
    const petal = pen.color(pen.dice.pick(["d8352f", "f2b838", "e8628a", "8a4fb0"].map(hex)));
    return [
      ...stem(pen, 66),
      pen.path(
        "M-15-94C-18-74-12-62 0-62C12-62 18-74 15-94Q8-88 6-82Q2-98 0-99Q-2-98-6-82Q-8-88-15-94Z",
        petal,
        { form: "side" },
      ),
      pen.path("M-7-84Q0-98 7-84Q8-68 0-63Q-8-68-7-84Z", shifted(petal, { light: 0.06 }), {
        form: "down",
      }),
    ];
  },
};

function stem(pen: Pen, high: number): SvgElement[] {
  const green = hex("4a8a3f");
  const bend = pen.dice.between(-5, 5);
  return [
    pen.line(`M0 2Q${bend} ${-high / 2} 0 ${-high}`, green, 3),
    pen.path("M0-12C10-30 24-34 30-42C30-24 16-10 0-12Z", green, { form: "side" }),
    pen.path("M0-20C-8-36-20-40-27-46C-27-30-14-18 0-20Z", green, { form: "side" }),
  ];
}

interface Bloom {
  petal: Rgb;
  count: number;
  heart: Rgb;
  size: number;
  high: number;
}

function petals(pen: Pen, { petal, count, heart, size, high }: Bloom): SvgElement[] {
  const off = pen.dice.between(0, 40);
  const leaf = (turn: number, color: Rgb, long: number) =>
    pen.group(
      { transform: `translate(0 ${-high}) rotate(${turn.toFixed(1)})` },
      pen.path(
        `M0-4C${-size * 0.34}-${size * 0.5} ${-size * 0.2}-${long} 0-${long}C${size * 0.2}-${long} ${size * 0.34}-${size * 0.5} 0-4Z`,
        color,
        { form: "down" },
      ),
    );
  const ring = Array.from({ length: count }, (_, at) => off + (360 / count) * at);
  return [
    ...ring.map((turn) => leaf(turn + 180 / count, shifted(petal, { light: -0.06 }), size * 1.08)),
    ...ring.map((turn) => leaf(turn, petal, size)),
    pen.oval(0, -high, [size * 0.38, size * 0.38], heart),
  ];
}
