import type { SvgElement } from "hub/drawing";
import type { Pen } from "../pen.ts";
import { hex, type Rgb, shifted } from "../rgb.ts";
import type { Subject } from "./subject.ts";

const bark = hex("6b4a35");
/** Where the leaves are: the middle and the reach of each bough. */
const boughs = [
  ...([
    [-22, -54, 17],
    [22, -54, 17],
    [0, -50, 18],
    [-14, -72, 19],
    [15, -72, 19],
  ] as const),
  [0, -82, 15],
] as const;

/** A broad tree: limbs that part, and a crown of leaves in clusters. */
export const tree: Subject = {
  ...{ size: 0.44, wide: 0.85, place: "ground", several: 4 },
  draw: (pen) => broadTree(pen, pen.color(pen.dice.pick(pen.stage.palette.leaves))),
};

/** A cherry tree in blossom. */
export const blossom: Subject = {
  ...{ size: 0.46, wide: 0.95, place: "ground", several: 3 },
  draw: (pen) => broadTree(pen, pen.color(hex("f3a6c2"))),
};

function broadTree(pen: Pen, leaf: Rgb): SvgElement[] {
  const { dice, stage } = pen;
  const lean = dice.between(-3, 3);
  const trunk = [
    pen.shadow(80),
    pen.path(
      `M-6 1C-4-10-3.6-24-${3.2 - lean * 0.2}-40L${2.8 + lean * 0.2}-40C3.6-24 4-10 7 1Q0 3-6 1Z`,
      ...([bark, { form: "side" }] as const),
    ),
    pen.line(
      `M${lean * 0.2}-36Q-6-48-18-58M${lean * 0.2}-36Q6-50 17-60M${lean * 0.2}-38L${lean}-66`,
      bark,
      3,
    ),
  ];
  return [...trunk, ...(stage.isFlat ? flatCrown(pen, leaf) : crown(pen, leaf))];
}

function flatCrown(pen: Pen, leaf: Rgb): SvgElement[] {
  const d =
    "M-30-38C-44-40-46-56-36-62C-42-76-26-88-14-83C-8-97 14-98 20-85C36-88 44-72 36-62C46-54 42-38 28-38C20-30 8-32 2-36C-8-29-22-30-30-38Z";
  return [
    pen.path(d, leaf, { form: "round" }),
    pen.line("M-22-56q5-7 11-4M4-70q6-6 12-1M10-50q6-6 12-1", shifted(leaf, { light: -0.1 }), 2, {
      opacity: 0.7,
    }),
  ];
}

/** Clusters from behind to the front, the higher ones in more light. */
function crown(pen: Pen, leaf: Rgb): SvgElement[] {
  const { dice } = pen;
  // A large tree has more leaves, not larger ones.
  const count = Math.round(Math.min(420, Math.max(70, pen.options.scale * 95)));
  const size = 74 / Math.sqrt(count);
  const clusters = Array.from({ length: count }, () => {
    const [x, y, reach] = dice.pick(boughs);
    const turn = dice.next() * Math.PI * 2;
    const far = Math.sqrt(dice.next()) * reach;
    const high = Math.sin(turn) * far;
    return { x: x + Math.cos(turn) * far, y: y + high, top: -high / reach };
  }).toSorted((one, two) => one.top - two.top);
  return clusters.map(({ x, y, top }) => {
    const high = (-y - 32) / 64;
    const towards = (x * pen.stage.side) / 38;
    const light = -0.13 + high * 0.12 + top * 0.08 + towards * 0.05 + dice.between(-0.035, 0.035);
    const color = shifted(leaf, { light, hue: dice.between(-7, 7) });
    const d = leaves(pen, { x, y, size: size * dice.between(0.8, 1.3) });
    return pen.path(d, color, { outline: false });
  });
}

/** A tuft with a ragged edge. */
function leaves({ dice }: Pen, { x, y, size }: { x: number; y: number; size: number }): string {
  const points = Array.from({ length: 11 }, (_, at) => {
    const turn = (at / 11) * Math.PI * 2;
    const far = size * dice.between(0.55, 1.15);
    return `${(x + Math.cos(turn) * far).toFixed(1)} ${(y + Math.sin(turn) * far * 0.8).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
