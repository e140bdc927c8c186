import { type SvgElement, svg } from "hub/drawing";
import type { Pen } from "../pen.ts";
import { css, hex, shiftColor } from "../rgb.ts";
import { drawPalm } from "./trees.ts";

/** Draws flames over crossed logs. */
export function drawCampfire(pen: Pen): SvgElement[] {
  const flame = (d: string, color: string) =>
    pen.path(d, hex(color), { glows: true, outline: false });
  return [
    pen.glow(0, -30, 150, hex("ff9a3c")),
    pen.line("M-40 2L34-14M40 2L-34-14M-20 4L14-16", hex("6b4630"), 10),
    flame(
      "M-28-6C-36-36-14-46-16-72C-2-62 0-48 4-98C22-70 14-58 22-46C34-34 32-14 26-6Q0 4-28-6Z",
      "f0622a",
    ),
    flame("M-18-6C-24-28-8-36-8-54C2-44 4-34 8-66C18-46 24-26 17-6Q0 2-18-6Z", "fb9d2e"),
    flame("M-9-6C-12-20-2-26 1-40C8-28 13-18 9-6Q0 0-9-6Z", "ffe27a"),
    ...[-44, -26, -6, 14, 34].map((x, at) =>
      pen.oval(x + 4, 6 + (at % 2) * 3, [11, 7], hex("7d7a80")),
    ),
  ];
}

/** Draws an island of sand with palms. */
export function drawIsland(pen: Pen): SvgElement[] {
  return [
    pen.path("M-90 3Q-60-14-20-18Q26-20 56-10Q78-6 92 3Q0 12-90 3Z", hex("e8c98f"), {
      form: "side",
    }),
    pen.path("M-52-10Q-20-24 14-20Q36-18 48-10Q0-6-52-10Z", hex("6a9a4a"), { form: "side" }),
    svg("g", { transform: "translate(-14 -15) scale(0.8)" }, ...drawPalm(pen)),
    svg("g", { transform: "translate(18 -14) scale(0.62)" }, ...drawPalm(pen)),
    pen.line("M-96 5Q0 15 98 5", hex("ffffff"), 1.2, { opacity: 0.6 }),
  ];
}

/** Draws a planet with bands of cloud. */
export function drawPlanet(pen: Pen): SvgElement[] {
  const usual = pen.dice.pick([
    hex("d9a066"),
    hex("6f9fd0"),
    hex("c9705a"),
    hex("8f7fc8"),
    hex("6fb8a0"),
  ]);
  const ground = pen.color(usual);
  const bands = [-78, -64, -50, -38, -26].map((y, at) => {
    const half = Math.sqrt(Math.max(0, 42 * 42 - (y + 50) ** 2));
    const color = shiftColor(ground, { light: at % 2 === 0 ? 0.07 : -0.08, hue: at * 4 });
    return pen.path(
      `M${-half} ${y}Q0 ${y + 9} ${half} ${y}L${half * 0.99} ${y + 6}Q0 ${y + 17} ${-half * 0.99} ${y + 6}Z`,
      color,
      { form: "side", outline: false, opacity: 0.75 },
    );
  });
  const ring = shiftColor(ground, { light: 0.14, chroma: 0.6 });
  const { word } = pen.options;
  const hasRing = pen.dice.next() < 0.7 ? word !== "mars" : word === "saturn";
  const half = (sweep: 0 | 1) =>
    `M-62-50A62 15 0 0 ${sweep} 62-50L50-50A50 10 0 0 ${sweep === 1 ? 0 : 1}-50-50Z`;
  const arc = (sweep: 0 | 1) => pen.path(half(sweep), ring, { form: "even", opacity: 0.85 });
  return [
    pen.group(
      { transform: "rotate(-14 0 -50)" },
      ...(hasRing ? [arc(1)] : []),
      pen.oval(0, -50, [42, 42], ground),
      ...bands,
      ...(hasRing ? [arc(0)] : []),
    ),
  ];
}

/** Draws a volcano with lava and a plume of smoke. */
export function drawVolcano(pen: Pen): SvgElement[] {
  const rock = pen.color(hex("5d5056"));
  const puff = (x: number, y: number, r: number) =>
    pen.oval(x, y, [r, r * 0.8], hex("7d757c"), { outline: false, opacity: 0.85 });
  const lava = (d: string, width: number) => pen.line(d, hex("ff7a2a"), width, { glows: true });
  return [
    pen.glow(0, -92, 46, hex("ff7a2a")),
    puff(26, -150, 17),
    puff(10, -143, 16),
    puff(18, -128, 14),
    puff(2, -120, 12),
    puff(8, -108, 10),
    puff(-2, -102, 8),
    pen.path("M-96 3C-60-8-40-50-17-89Q-10-84-4-88Q4-82 10-87Q14-86 17-89C40-50 60-8 96 3Z", rock, {
      form: "side",
    }),
    pen.path("M-17-89Q-10-84-4-88Q4-82 10-87Q14-86 17-89Q0-95-17-89Z", hex("ffb02e"), {
      glows: true,
    }),
    ...[14, 9, 5].map((width) =>
      pen.line(
        "M-4-86Q-7-66-14-56Q-20-40-18-26M8-85Q10-60 18-48Q22-34 32-20",
        hex("ff5a1f"),
        width,
        { glows: true, opacity: 0.16 },
      ),
    ),
    lava("M-4-86Q-7-66-14-56Q-20-40-18-26", 4.4),
    lava("M8-85Q10-60 18-48Q22-34 32-20", 3.4),
    lava("M-4-80Q-1-60 2-44", 2.6),
    pen.line("M-40-40Q-34-20-44-4M38-44Q36-24 50-6M-8-30Q-2-14-8 0", hex("3f363c"), 2, {
      opacity: 0.5,
    }),
  ];
}

/** Draws a waterfall from a cliff into a pool. */
export function drawWaterfall(pen: Pen): SvgElement[] {
  const rock = hex("6f6a66");
  const [dark, moss] = [shiftColor(rock, { light: -0.1 }), hex("5d8a4a")];
  const white = pen.color(hex("eef7fb"));
  const threads = Array.from({ length: 13 }, (_, at) => {
    const x = -13 + at * 2.2;
    return `M${x} ${-84 + pen.dice.between(0, 18)}Q${x + pen.dice.between(-2, 2)}-40 ${x + pen.dice.between(-3, 3)} ${pen.dice.between(-16, -4)}`;
  });
  return [
    pen.path(
      "M-78 2L-74-40L-66-62L-58-84L-38-92L-20-88L-14-80H14L22-90L44-94L60-80L66-52L76-34L80 2Z",
      rock,
      { form: "side" },
    ),
    pen.path(
      "M-72-40L-60-52L-52-30L-58 0H-76ZM30-86L44-94L60-80L58-60L44-64ZM24-40L40-52L52-20L40 0H26ZM-46-70L-30-80L-24-50L-36-40Z",
      dark,
      { form: "down", outline: false },
    ),
    pen.path(
      "M-60-84L-38-94L-16-88L-15-80Q-36-86-60-80ZM15-82L22-91L46-96L62-80Q40-86 15-82Z",
      moss,
      { form: "down" },
    ),
    pen.path("M-15-82Q0-86 15-82C17-50 18-26 20-3Q0 6-20-3C-18-26-17-50-15-82Z", white, {
      form: "side",
    }),
    pen.line(threads.join(""), hex("a9cfe0"), 1, { opacity: 0.8 }),
    pen.path("M-64 6Q-40-8 0-6Q42-8 66 6Q40 18 0 18Q-44 18-64 6Z", hex("6fb0c8"), {
      form: "down",
    }),
    pen.line("M-34 8h24M8 10h26M-14 13h30", hex("ffffff"), 1.1, { opacity: 0.7 }),
    ...[-18, -9, 0, 9, 18].map((x) =>
      pen.oval(x, -2, [9, 5], hex("f6fbfd"), { outline: false, opacity: 0.8 }),
    ),
  ];
}

/** Draws a lighthouse on a rock. */
export function drawLighthouse(pen: Pen): SvgElement[] {
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
}

/** Draws a windmill. */
export function drawWindmill(pen: Pen): SvgElement[] {
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
}

/** Draws a bridge with three arches. */
export function drawBridge(pen: Pen): SvgElement[] {
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
}

/** Draws a fence. */
export function drawFence(pen: Pen): SvgElement[] {
  const wood = pen.color(hex("e9e2d4"));
  const pales = Array.from({ length: 11 }, (_, at) => {
    const x = -150 + at * 30;
    return pen.path(`M${x - 8} 2V-82L${x}-96L${x + 8}-82V2Z`, wood, { form: "side" });
  });
  return [
    pen.box([-162, -70, 324, 9], wood, { form: "down" }),
    pen.box([-162, -34, 324, 9], wood, { form: "down" }),
    ...pales,
  ];
}

/** Draws a hot-air balloon. */
export function drawHotAirBalloon(pen: Pen): SvgElement[] {
  const usual = pen.dice.pick([
    ["e0483a", "f7c948"],
    ["2f7fb8", "f4f0e4"],
    ["e8762c", "5a3f8a"],
    ["3fa08c", "f7d46a"],
  ] as const);
  const [one, two] = [pen.color(hex(usual[0])), pen.color(hex(usual[1]), 1)];
  const other = two === one ? shiftColor(one, { light: 0.16, chroma: 0.6 }) : two;
  const gore = (from: number, to: number) =>
    `M0-100C${from * 46}-100 ${from * 48}-54 ${from * 10}-26H${to * 10}C${to * 48}-54 ${to * 46}-100 0-100Z`;
  const isDark = ["night", "dusk"].includes(pen.stage.time);
  return [
    pen.line("M-9-25L-6-12M9-25L6-12M0-25V-12", hex("6b5238"), 0.9),
    pen.path("M0-100C46-100 48-54 10-26H-10C-48-54-46-100 0-100Z", one, { form: "round" }),
    pen.path(gore(-0.72, -0.38), other, { form: "round", outline: false }),
    pen.path(gore(-0.12, 0.22), other, { form: "round", outline: false }),
    pen.path(gore(0.55, 0.84), other, { form: "round", outline: false }),
    pen.path("M-11-27Q0-22 11-27L9-23Q0-19-9-23Z", shiftColor(one, { light: -0.12 }), {
      form: "side",
    }),
    ...(isDark ? [pen.oval(0, -21, [3.4, 5], hex("ffd878"), { glows: true, outline: false })] : []),
    pen.path("M-7-13H7L6-1Q0 2-6-1Z", hex("8a5a34"), { form: "side" }),
    pen.line("M-7-9H7M-6.6-5H6.6", hex("5f3e24"), 0.7),
  ];
}

/** Draws a table. */
export function drawTable(pen: Pen): SvgElement[] {
  const wood = pen.color(hex("a8713f"));
  const leg = (x: number) =>
    pen.box([x, -92, 9, 93], shiftColor(wood, { light: -0.08 }), { form: "side" });
  return [
    pen.shadow(170, 18),
    leg(-78),
    leg(69),
    pen.box([-84, -90, 168, 14], shiftColor(wood, { light: -0.05 }), { form: "down" }),
    pen.box([-96, -100, 192, 12], wood, { form: "down", radius: 2 }),
  ];
}
