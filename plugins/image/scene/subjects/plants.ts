import type { SvgElement } from "hub/drawing";
import { isWhite } from "../parse/reading.ts";
import type { Pen, Subject } from "../pen.ts";
import { hex, type Rgb, shiftColor } from "../rgb.ts";

/** A saguaro with arms. */
export const cactus: Subject = {
  size: 0.36,
  wide: 0.62,
  place: "near",
  several: 4,
  draw(pen) {
    const green = pen.color(hex("4f8a55"));
    const [rib, pale] = [shiftColor(green, { light: -0.12 }), shiftColor(green, { light: 0.1 })];
    const low = pen.dice.between(-4, 4);
    const arm = (side: number, y: number, high: number) =>
      pen.path(
        `M${side * 8} ${y}H${side * 20}Q${side * 24} ${y} ${side * 24} ${y - 6}V${y - high}Q${side * 29} ${y - high - 8} ${side * 34} ${y - high}V${y}Q${side * 34} ${y + 11} ${side * 22} ${y + 11}H${side * 8}Z`,
        green,
        { form: "side" },
      );
    const ribs = [-6, -2, 2, 6].map((x) => `M${x} 0V-90`).join("");
    return [
      pen.shadow(60, 10),
      arm(-1, -40 + low, 22),
      arm(1, -52 - low, 20),
      pen.path("M-11 1V-88Q-11-100 0-100Q11-100 11-88V1Q0 4-11 1Z", green, { form: "side" }),
      pen.line(ribs, rib, 1, { opacity: 0.7 }),
      pen.line("M-10-20h-2M-10-60h-2M10-30h2M10-76h2M-2-45l2-1M3-70l2-1M-5-80l2-1", pale, 0.9),
      pen.oval(0, -100, [4, 3], hex("e8659a")),
      pen.oval(-29, -62 + low, [3, 2.4], hex("e8659a")),
    ];
  },
};

/** A flower with petals all around. */
export const flower: Subject = {
  size: 0.3,
  wide: 0.5,
  place: "near",
  several: 56,
  isScattered: true,
  draw(pen) {
    const usual = ["e8628a", "f2f0ea", "e0533f", "a874c8", "f2b838"].map(hex);
    const petal = pen.color(pen.dice.pick(usual));
    return [
      ...drawStem(pen, 66),
      ...drawPetals(pen, { petal, count: 8, heart: hex("f2c23a"), size: 23, high: 72 }),
    ];
  },
};

/** A sunflower. */
export const sunflower: Subject = {
  size: 0.46,
  wide: 0.55,
  place: "near",
  several: 56,
  isScattered: true,
  draw: (pen) => [
    ...drawStem(pen, 66),
    ...drawPetals(pen, {
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
  size: 0.34,
  wide: 0.4,
  place: "near",
  several: 56,
  isScattered: true,
  draw(pen) {
    const petal = pen.color(pen.dice.pick(["d8352f", "f2b838", "e8628a", "8a4fb0"].map(hex)));
    return [
      ...drawStem(pen, 66),
      pen.path(
        "M-15-94C-18-74-12-62 0-62C12-62 18-74 15-94Q8-88 6-82Q2-98 0-99Q-2-98-6-82Q-8-88-15-94Z",
        petal,
        { form: "side" },
      ),
      pen.path("M-7-84Q0-98 7-84Q8-68 0-63Q-8-68-7-84Z", shiftColor(petal, { light: 0.06 }), {
        form: "down",
      }),
    ];
  },
};

function drawStem(pen: Pen, high: number): SvgElement[] {
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

function drawPetals(pen: Pen, { petal, count, heart, size, high }: Bloom): SvgElement[] {
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
    ...ring.map((turn) =>
      leaf(turn + 180 / count, shiftColor(petal, { light: -0.06 }), size * 1.08),
    ),
    ...ring.map((turn) => leaf(turn, petal, size)),
    pen.oval(0, -high, [size * 0.38, size * 0.38], heart),
  ];
}

/** A toadstool with white spots. */
export const mushroom: Subject = {
  size: 0.3,
  wide: 0.95,
  place: "near",
  several: 5,
  draw(pen) {
    const cap = pen.color(hex("d03a2e"));
    const white = hex("fbf4e6");
    const spot = (x: number, y: number, r: number) =>
      pen.oval(x, y, [r, r * 0.82], white, { outline: false });
    return [
      pen.shadow(70),
      pen.path("M-13 1C-17-14-9-30-11-50H11C9-30 17-14 13 1Q0 5-13 1Z", hex("f0e3cc"), {
        form: "side",
      }),
      pen.path("M-46-48Q0-38 46-48Q30-34 0-34Q-30-34-46-48Z", hex("dcc6a4"), { form: "down" }),
      pen.line("M-30-44L-12-36M-16-42L-6-36M0-41V-35M16-42L6-36M30-44L12-36", hex("b89a74"), 0.9),
      pen.path("M-14-38Q0-30 14-38L12-30Q0-24-12-30Z", white, { form: "side" }),
      pen.path("M-48-47C-46-80-26-99 0-99C26-99 46-80 48-47Q0-36-48-47Z", cap, { form: "round" }),
      spot(-4, -82, 9),
      spot(-28, -66, 7),
      spot(22, -74, 7.5),
      spot(4, -58, 7),
      spot(34, -55, 5),
      spot(-16, -52, 4.4),
      spot(-38, -52, 3.6),
    ];
  },
};

/** A palm that leans, with coconuts. */
export const palm: Subject = {
  size: 0.5,
  wide: 0.8,
  place: "near",
  several: 3,
  draw(pen) {
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
  },
};

/** A conifer: boughs in tiers, with snow on them in winter. */
export const pine: Subject = {
  size: 0.44,
  wide: 0.45,
  place: "ground",
  several: 4,
  draw(pen) {
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
      boughs.push(pen.path(bough(pen, { bottom, half, high }), color, { form: "side" }));
      if (isWhite(reading))
        boughs.push(
          pen.path(
            bough(pen, { bottom: bottom - high * 0.3, half: half * 0.66, high: high * 0.68 }),
            palette.snow,
            { form: "side", outline: false },
          ),
        );
    }
    return [
      pen.shadow(44),
      pen.box([-2.5, -14, 5, 15], hex("5a4033"), { form: "side" }),
      ...boughs,
    ];
  },
};

function bough(
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
/** Where the leaves are: the middle and the reach of each bough. */
const boughs = [
  [-22, -54, 17],
  [22, -54, 17],
  [0, -50, 18],
  [-14, -72, 19],
  [15, -72, 19],
  [0, -82, 15],
] as const;

/** A broad tree: limbs that part, and a crown of leaves in clusters. */
export const tree: Subject = {
  size: 0.44,
  wide: 0.85,
  place: "ground",
  several: 4,
  draw: (pen) => broadTree(pen, pen.color(pen.dice.pick(pen.stage.palette.leaves))),
};

/** A cherry tree in blossom. */
export const blossom: Subject = {
  size: 0.46,
  wide: 0.95,
  place: "ground",
  several: 3,
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
    const color = shiftColor(leaf, { light, hue: dice.between(-7, 7) });
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
