import type { Subject } from "../pen.ts";
import { hex, shiftColor } from "../rgb.ts";

/** A hot-air balloon in gores of two colours. */
export const balloon: Subject = {
  size: 0.3,
  wide: 0.72,
  place: "air",
  several: 4,
  draw(pen) {
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
      ...(isDark
        ? [pen.oval(0, -21, [3.4, 5], hex("ffd878"), { glows: true, outline: false })]
        : []),
      pen.path("M-7-13H7L6-1Q0 2-6-1Z", hex("8a5a34"), { form: "side" }),
      pen.line("M-7-9H7M-6.6-5H6.6", hex("5f3e24"), 0.7),
    ];
  },
};

/** A sailing boat, with its mirror image below it. */
export const boat: Subject = {
  size: 0.3,
  wide: 0.9,
  place: "water",
  several: 3,
  draw(pen) {
    const hull = pen.color(hex("8a4a35"));
    const sail = pen.color(hex("f6efe0"), 1) === hull ? hex("f6efe0") : pen.color(hex("f6efe0"), 1);
    const parts = [
      pen.line("M0-14V-98", hex("5a4030"), 2.2),
      pen.path("M3-94C26-70 36-44 38-22Q20-18 3-20Z", sail, { form: "side" }),
      pen.path("M-3-86C-14-62-24-42-30-24Q-16-20-3-22Z", sail, { form: "side" }),
      pen.path("M-38-15Q0-10 42-16Q36-2 26 0H-24Q-34-3-38-15Z", hull, { form: "down" }),
      pen.line("M-35-10Q0-5 39-11", hex("f0e2c8"), 1.4, { opacity: 0.8 }),
      pen.path("M0-98l13 4l-13 4Z", hex("d8432f"), { outline: false }),
    ];
    return [
      pen.group({ transform: "translate(0 -1) scale(1 -0.62)", opacity: 0.32 }, ...parts),
      ...parts,
      pen.line("M-46 1.5h30M-6 2.5h34M30 0.5h20", hex("ffffff"), 1, { opacity: 0.5 }),
    ];
  },
};

/** A small car from the side. */
export const car: Subject = {
  size: 0.17,
  wide: 2.1,
  place: "near",
  several: 3,
  draw(pen) {
    const isDark = ["night", "dusk"].includes(pen.stage.time);
    const paint = pen.color(
      pen.dice.pick([hex("cf3f34"), hex("3f7fbf"), hex("e8b23a"), hex("3fa08c")]),
    );
    const wheel = (x: number) => [
      pen.oval(x, -16, [18, 18], hex("2a2a30")),
      pen.oval(x, -16, [9, 9], hex("c6c9cf")),
    ];
    return [
      pen.shadow(220, 22),
      pen.path(
        "M-104-18C-106-48-96-54-62-58C-44-94-34-98 8-98C44-98 56-80 68-58C98-54 106-46 104-18Q0-8-104-18Z",
        paint,
        { form: "down" },
      ),
      pen.path("M-50-60C-38-84-30-88-6-88V-60Z", hex("a9cbe0"), { form: "down" }),
      pen.path("M2-88C34-88 42-80 54-60H2Z", hex("a9cbe0"), { form: "down" }),
      pen.line("M-2-58V-22M-20-48h10", shiftColor(paint, { light: -0.14 }), 2),
      pen.oval(98, -42, [6, 7], hex("fff0b8"), { glows: isDark }),
      pen.oval(-100, -42, [4, 6], hex("d83a2f"), { glows: isDark }),
      ...wheel(-58),
      ...wheel(58),
    ];
  },
};

/** A rocket on its way up. */
export const rocket: Subject = {
  size: 0.5,
  wide: 0.75,
  place: "air",
  several: 2,
  draw(pen) {
    const body = pen.color(hex("eef0f4"));
    const fin = pen.color(hex("d8432f"), 1) === body ? hex("d8432f") : pen.color(hex("d8432f"), 1);
    const flame = (d: string, color: string) =>
      pen.path(d, hex(color), { glows: true, outline: false });
    return [
      pen.group(
        { transform: "translate(0 -30) rotate(24) translate(0 30)" },
        pen.glow(0, -2, 36, hex("ff9a3c")),
        flame("M-12-22Q-14 0 0 26Q14 0 12-22Z", "f0622a"),
        flame("M-8-22Q-9-4 0 12Q9-4 8-22Z", "fbb13a"),
        flame("M-4-22Q-4-10 0-2Q4-10 4-22Z", "fff0a8"),
        pen.path("M-14-48C-28-40-30-26-28-16L-12-26ZM14-48C28-40 30-26 28-16L12-26Z", fin, {
          form: "side",
        }),
        pen.path("M-12-22C-20-44-18-76 0-100C18-76 20-44 12-22Z", body, { form: "side" }),
        pen.path("M-10.6-82C-8-89-4-95 0-100C4-95 8-89 10.6-82Q0-78-10.6-82Z", fin, {
          form: "side",
        }),
        pen.oval(0, -62, [8, 8], hex("5a6472")),
        pen.oval(0, -62, [5.8, 5.8], hex("7fd0f0")),
        pen.path("M-2.4-42L0-48L2.4-42V-18H-2.4Z", fin, { form: "side" }),
        pen.box([-9, -24, 18, 4], hex("4a5260"), { form: "side" }),
      ),
    ];
  },
};
