import type { SvgElement } from "hub/drawing";
import { isWhite } from "../parse/reading.ts";
import type { Pen } from "../pen.ts";
import { hex, type Rgb, shiftColor } from "../rgb.ts";

/** Draws a broad tree: limbs, and a crown of leaves in clusters. */
export function drawTree(pen: Pen): SvgElement[] {
  return drawBroadTree(pen, pen.color(pen.dice.pick(pen.stage.palette.leaves)));
}

/** Draws a cherry tree in blossom. */
export function drawBlossomTree(pen: Pen): SvgElement[] {
  return drawBroadTree(pen, pen.color(hex("f3a6c2")));
}

/** Draws a leaning palm with coconuts. */
export function drawPalm(pen: Pen): SvgElement[] {
  const lean = pen.dice.pick([-1, 1]) * pen.dice.between(8, 18);
  const leaf = pen.color(hex("3f8a4a"));
  const top = { x: lean, y: -74 };
  const frond = (turn: number, at: number) => {
    const long = pen.dice.between(34, 42);
    const [dx, dy] = [Math.cos(turn) * long, Math.sin(turn) * long * 0.75];
    const droop = Math.abs(Math.cos(turn)) * 22;
    const color = shiftColor(leaf, { light: at % 2 === 0 ? 0.05 : -0.06, hue: at * 2 - 8 });
    const tip = `${top.x + dx} ${top.y + dy + droop}`;
    const over = `${top.x + dx * 0.5} ${top.y + dy * 1.1 - 9}`;
    const under = `${top.x + dx * 0.55} ${top.y + dy * 0.8 + 7}`;
    return [
      pen.path(`M${top.x} ${top.y}Q${over} ${tip}Q${under} ${top.x} ${top.y}Z`, color, {
        form: "down",
      }),
      pen.line(`M${top.x} ${top.y}Q${over} ${tip}`, shiftColor(color, { light: 0.12 }), 0.8, {
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
}

/** Draws a conifer: boughs in tiers, with snow on them in winter. */
export function drawPine(pen: Pen): SvgElement[] {
  const { reading, palette } = pen.stage;
  const needle = pen.color(shiftColor(hex("2f6447"), { light: pen.dice.between(-0.04, 0.03) }));
  const tiers = pen.stage.isFlat ? 4 : 9;
  const boughs: SvgElement[] = [];
  for (let tier = 0; tier < tiers; tier++) {
    const share = tier / tiers;
    const bottom = -10 - share * 76;
    const half = 22 * (1 - share) + 3;
    const high = (pen.stage.isFlat ? 34 : 20) * (1 - share * 0.4);
    const color = shiftColor(needle, { light: share * 0.08 - 0.02 });
    boughs.push(pen.path(outlineBough(pen, { bottom, half, high }), color, { form: "side" }));
    if (isWhite(reading))
      boughs.push(
        pen.path(
          outlineBough(pen, { bottom: bottom - high * 0.3, half: half * 0.66, high: high * 0.68 }),
          palette.snow,
          { form: "side", outline: false },
        ),
      );
  }
  return [pen.shadow(44), pen.box([-2.5, -14, 5, 15], hex("5a4033"), { form: "side" }), ...boughs];
}

function outlineBough(
  { dice, stage }: Pen,
  { bottom, half, high }: { bottom: number; half: number; high: number },
): string {
  const teeth = stage.isFlat ? 4 : 8;
  const edge = Array.from({ length: teeth + 1 }, (_, at) => {
    const x = half - (at / teeth) * half * 2;
    const dip = (at % 2 === 0 ? 1 : -2.4) + dice.between(-1, 1) - Math.abs(x) * 0.1;
    return `L${x.toFixed(1)} ${(bottom + dip + 3).toFixed(1)}`;
  });
  return `M0 ${bottom - high}Q${half * 0.3} ${bottom - high * 0.4} ${half} ${bottom}${edge.join("")}Q${-half * 0.3} ${bottom - high * 0.4} 0 ${bottom - high}Z`;
}

const bark = hex("6b4a35");
/** The middle and the reach of each bough with leaves. */
const boughs = [
  [-22, -54, 17],
  [22, -54, 17],
  [0, -50, 18],
  [-14, -72, 19],
  [15, -72, 19],
  [0, -82, 15],
] as const;

function drawBroadTree(pen: Pen, leaf: Rgb): SvgElement[] {
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
  return [...trunk, ...(stage.isFlat ? drawFlatCrown(pen, leaf) : drawCrown(pen, leaf))];
}

function drawFlatCrown(pen: Pen, leaf: Rgb): SvgElement[] {
  const d =
    "M-30-38C-44-40-46-56-36-62C-42-76-26-88-14-83C-8-97 14-98 20-85C36-88 44-72 36-62C46-54 42-38 28-38C20-30 8-32 2-36C-8-29-22-30-30-38Z";
  return [
    pen.path(d, leaf, { form: "round" }),
    pen.line(
      "M-22-56q5-7 11-4M4-70q6-6 12-1M10-50q6-6 12-1",
      shiftColor(leaf, { light: -0.1 }),
      2,
      {
        opacity: 0.7,
      },
    ),
  ];
}

/** Draws clusters from back to front, the higher ones in more light. */
function drawCrown(pen: Pen, leaf: Rgb): SvgElement[] {
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
    const color = shiftColor(leaf, { light, hue: dice.between(-7, 7) });
    const d = outlineTuft(pen, { x, y, size: size * dice.between(0.8, 1.3) });
    return pen.path(d, color, { outline: false });
  });
}

/** Outlines a tuft with a ragged edge. */
function outlineTuft(
  { dice }: Pen,
  { x, y, size }: { x: number; y: number; size: number },
): string {
  const points = Array.from({ length: 11 }, (_, at) => {
    const turn = (at / 11) * Math.PI * 2;
    const far = size * dice.between(0.55, 1.15);
    return `${(x + Math.cos(turn) * far).toFixed(1)} ${(y + Math.sin(turn) * far * 0.8).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
