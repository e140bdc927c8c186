import { svg } from "hub/drawing";
import type { Subject } from "../pen.ts";
import { hex, shiftColor } from "../rgb.ts";
import { palm } from "./plants.ts";

/** Flames over crossed logs, which light what is around. */
export const campfire: Subject = {
  size: 0.17,
  wide: 0.9,
  place: "near",
  several: 2,
  draw(pen) {
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
  },
};

/** An island of sand with palms on it. */
export const island: Subject = {
  size: 0.36,
  wide: 1.7,
  place: "water",
  several: 2,
  draw: (pen) => [
    pen.path("M-90 3Q-60-14-20-18Q26-20 56-10Q78-6 92 3Q0 12-90 3Z", hex("e8c98f"), {
      form: "side",
    }),
    pen.path("M-52-10Q-20-24 14-20Q36-18 48-10Q0-6-52-10Z", hex("6a9a4a"), { form: "side" }),
    svg("g", { transform: "translate(-14 -15) scale(0.8)" }, ...palm.draw(pen)),
    svg("g", { transform: "translate(18 -14) scale(0.62)" }, ...palm.draw(pen)),
    pen.line("M-96 5Q0 15 98 5", hex("ffffff"), 1.2, { opacity: 0.6 }),
  ],
};

/** A planet in bands of cloud, with a ring. */
export const planet: Subject = {
  size: 0.4,
  wide: 1.2,
  place: "air",
  several: 3,
  draw(pen) {
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
  },
};

/** A volcano with lava and a plume of smoke. */
export const volcano: Subject = {
  size: 0.42,
  wide: 1.9,
  place: "far",
  several: 2,
  draw(pen) {
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
      pen.path(
        "M-96 3C-60-8-40-50-17-89Q-10-84-4-88Q4-82 10-87Q14-86 17-89C40-50 60-8 96 3Z",
        rock,
        { form: "side" },
      ),
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
  },
};

/** Water that falls from a cliff into a pool. */
export const waterfall: Subject = {
  size: 0.62,
  wide: 1.5,
  place: "ground",
  several: 2,
  draw(pen) {
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
  },
};
