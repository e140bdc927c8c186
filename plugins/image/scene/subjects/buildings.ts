import { type SvgElement, svg } from "hub/drawing";
import { isWhite } from "../parse/reading.ts";
import type { Pen, Subject } from "../pen.ts";
import { css, hex, type Rgb, shiftColor } from "../rgb.ts";

/** An old stone bridge of three arches. */
export const bridge: Subject = {
  size: 0.2,
  wide: 3.6,
  place: "water",
  several: 1,
  draw(pen) {
    const stone = pen.color(hex("a99a88"));
    const arches = [-110, 0, 110].map((x) => `M${x - 42} 6V-8Q${x}-82 ${x + 42}-8V6Z`).join("");
    const deck = "M-222 8Q-204-44-170-66Q0-108 170-66Q204-44 222 8Z";
    return [
      pen.path(`${deck}${arches}`, stone, { form: "down", isHollow: true }),
      pen.line(
        "M-190-48Q-180-58-166-62Q0-102 166-62Q180-58 190-48",
        shiftColor(stone, { light: 0.1 }),
        5,
      ),
      pen.line(
        "M-204-42Q-190-66-168-73Q0-116 168-73Q190-66 204-42",
        shiftColor(stone, { light: -0.04 }),
        7,
      ),
      pen.line(
        [-110, 0, 110].map((x) => `M${x - 46}-6Q${x}-92 ${x + 46}-6`).join(""),
        shiftColor(stone, { light: -0.12 }),
        2.4,
      ),
    ];
  },
};

/** A castle on a rise: towers with pointed roofs and flags, a wall and a gate. */
export const castle: Subject = {
  size: 0.42,
  wide: 1.15,
  place: "ground",
  several: 2,
  draw(pen) {
    const stone = pen.color(hex("c3b9ac"));
    const roof =
      pen.color(hex("4f6d9a"), 1) === stone ? hex("4f6d9a") : pen.color(hex("4f6d9a"), 1);
    const back = shiftColor(stone, { light: -0.05 });
    return [
      pen.shadow(120, 12),
      ...tower(pen, { x: 4, half: 10, high: 78, stone: back, roof }),
      ...tower(pen, { x: -22, half: 7, high: 62, stone: back, roof }),
      pen.path(wall(-44, 44, 34), stone, { form: "side" }),
      ...courses(pen, shiftColor(stone, { light: -0.09 })),
      ...tower(pen, { x: -44, half: 9, high: 48, stone, roof }),
      ...tower(pen, { x: 42, half: 10, high: 56, stone, roof }),
      ...tower(pen, { x: 21, half: 6.5, high: 44, stone, roof }),
      pen.path("M-14 1V-14Q-14-26-4-26Q6-26 6-14V1Z", hex("3d2c25"), { form: "down" }),
      pen.line("M-9 0V-23M-4 0V-25M1 0V-23M-14-9H6", hex("6b5547"), 0.8),
    ];
  },
};

function tower(
  pen: Pen,
  { x, half, high, stone, roof }: { x: number; half: number; high: number; stone: Rgb; roof: Rgb },
): SvgElement[] {
  const { time } = pen.stage;
  const isDark = ["night", "dusk", "sunset"].includes(time);
  const light = isDark ? hex("ffd27a") : hex("4a4750");
  const point = high + half * 2.3;
  const slit = (y: number) =>
    pen.path(`M${x - 1.4} ${y}v-4q1.4-2 2.8 0v4Z`, light, { glows: isDark, outline: false });
  return [
    pen.box([x - half, -high, half * 2, high + 1], stone, { form: "side" }),
    pen.box([x - half - 1.4, -high - 3, half * 2 + 2.8, 5], stone, { form: "side" }),
    pen.path(
      `M${x - half - 2.4} ${-high - 2}L${x} ${-point}L${x + half + 2.4} ${-high - 2}Z`,
      roof,
      {
        form: "side",
      },
    ),
    pen.line(`M${x} ${-point}v-7`, hex("4a4038"), 0.9),
    pen.path(`M${x} ${-point - 7}l8 2l-8 2.4Z`, hex("d8432f"), { outline: false }),
    slit(-high + 12),
    ...(high > 50 ? [slit(-high + 26)] : []),
  ];
}

function wall(left: number, right: number, high: number): string {
  let d = `M${left} 1V${-high}`;
  for (let x = left; x < right; x += 8) d += `h4v-4h4v4`;
  return `${d}V1Z`;
}

function courses(pen: Pen, color: Rgb): SvgElement[] {
  const lines = [-8, -16, -24].map((y, row) => {
    const joints = [-30, -18, 12, 26, 34].map((x) => `M${x + row * 3} ${y}v4`).join("");
    return `M-40 ${y}H40${joints}`;
  });
  return [pen.line(lines.join(""), color, 0.6, { opacity: 0.6 })];
}

/** A village church with a steeple. */
export const church: Subject = {
  size: 0.4,
  wide: 0.9,
  place: "ground",
  several: 2,
  draw(pen) {
    const isDark = ["night", "dusk", "sunset"].includes(pen.stage.time);
    const wall = pen.color(hex("efe8da"));
    const roof = hex("7a4a3f");
    const glass = isDark ? hex("ffd27a") : hex("6f86a8");
    const arch = (x: number, y: number) =>
      pen.path(`M${x - 3} ${y}v-9q3-5 6 0v9Z`, glass, { glows: isDark });
    return [
      pen.shadow(100, 12),
      pen.box([-12, -36, 52, 37], wall, { form: "side" }),
      pen.path("M-14-34L-6-52H38L46-34Z", roof, { form: "down" }),
      pen.box([-34, -60, 26, 61], wall, { form: "side" }),
      pen.path("M-37-59L-21-92L-5-59Z", roof, { form: "side" }),
      pen.line("M-21-92v-8M-24-97h6", hex("5a4a3a"), 1.3),
      pen.path("M-27 1v-14q6-8 12 0v14Z", hex("5a3a28"), { form: "side" }),
      pen.oval(-21, -46, [5, 5], glass, { glows: isDark, form: "even" }),
      arch(2, -10),
      arch(15, -10),
      arch(28, -10),
    ];
  },
};

/** A fence of pales across the meadow. */
export const fence: Subject = {
  size: 0.1,
  wide: 6,
  place: "near",
  several: 1,
  draw(pen) {
    const wood = pen.color(hex("e9e2d4"));
    const pales = Array.from({ length: 21 }, (_, at) => {
      const x = -300 + at * 30;
      return pen.path(`M${x - 8} 2V-82L${x}-96L${x + 8}-82V2Z`, wood, { form: "side" });
    });
    return [
      pen.box([-312, -70, 624, 9], wood, { form: "down" }),
      pen.box([-312, -34, 624, 9], wood, { form: "down" }),
      ...pales,
    ];
  },
};

/** A cottage with a chimney, whose windows are lit when it is dark. */
export const house: Subject = {
  size: 0.27,
  wide: 1.25,
  place: "ground",
  several: 4,
  draw(pen) {
    const { time, palette, reading } = pen.stage;
    const isDark = time === "night" || time === "dusk" || time === "sunset";
    const wall = pen.color(pen.dice.pick([hex("efe2cb"), hex("e3c9a4"), hex("d9d5cc")]));
    const roof = isWhite(reading)
      ? palette.snow
      : pen.color(hex("a4493a"), 1) === wall
        ? hex("6a4a44")
        : hex("a4493a");
    const glass = isDark ? hex("ffd987") : hex("9cc3d9");
    const frame = shiftColor(wall, { light: -0.25 });
    const window = (x: number, y: number) => [
      pen.box([x, y, 15, 17], glass, { glows: isDark }),
      pen.line(`M${x + 7.5} ${y}v17M${x} ${y + 8.5}h15`, frame, 1.6),
    ];
    return [
      pen.shadow(150, 16),
      pen.box([24, -98, 12, 34], hex("8c5a4a"), { form: "side" }),
      pen.box([-48, -52, 96, 53], wall, { form: "side" }),
      pen.path("M-60-48L-34-92H34L60-48Q0-44-60-48Z", roof, { form: "down" }),
      pen.box([-9, -32, 18, 33], hex("6b4630"), { form: "side" }),
      pen.oval(5, -15, [1.3, 1.3], hex("e8c765")),
      ...window(-38, -38),
      ...window(23, -38),
    ];
  },
};

/** A lighthouse on a rock, with its beam when it is dark. */
export const lighthouse: Subject = {
  size: 0.52,
  wide: 0.7,
  place: "water",
  several: 2,
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

/** A tent, lit from inside when it is dark. */
export const tent: Subject = {
  size: 0.22,
  wide: 1.5,
  place: "near",
  several: 3,
  draw(pen) {
    const isDark = ["night", "dusk"].includes(pen.stage.time);
    const cloth = pen.color(hex("e0862f"));
    return [
      pen.shadow(170, 22),
      pen.path("M20-98L80 0Q48 5 22 2Z", cloth, { form: "down" }),
      pen.path("M20-98L-72 2Q-20 8 22 2Z", cloth, {
        form: "side",
        glows: isDark && !pen.stage.isFlat,
      }),
      pen.path("M8-86L-34 4Q-14 7-2 5Z", isDark ? hex("ffe3a0") : hex("5a3424"), { glows: isDark }),
      pen.line("M20-98L-86 8M20-98L94 6", hex("efe6d4"), 1.4),
    ];
  },
};

/** A windmill with four sails. */
export const windmill: Subject = {
  size: 0.42,
  wide: 0.8,
  place: "ground",
  several: 2,
  draw(pen) {
    const wall = pen.color(hex("e8ddc8"));
    const turn = pen.dice.between(10, 35);
    const sail = (angle: number) =>
      pen.group(
        { transform: `translate(0 -66) rotate(${angle})` },
        pen.path("M2-4L4-40H14L10-6Z", hex("f5eee0"), { form: "even" }),
        pen.line("M1 0V-42M4-14h8M4-22h9M4-30h9", hex("6b5140"), 1.1),
      );
    return [
      pen.shadow(70, 12),
      pen.path("M-20 1L-13-58H13L20 1Q0 5-20 1Z", wall, { form: "side" }),
      pen.path("M-15-57Q-14-76 0-78Q14-76 15-57Z", hex("8a4b38"), { form: "side" }),
      pen.path("M-5 1v-13q5-6 10 0v13Z", hex("5a3a28"), { form: "side" }),
      pen.box([-4, -42, 8, 9], hex("6f86a8"), { form: "even" }),
      ...[0, 90, 180, 270].map((angle) => sail(angle + turn)),
      pen.oval(0, -66, [2.6, 2.6], hex("4a382c")),
    ];
  },
};
