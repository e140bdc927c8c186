import type { Subject } from "../pen.ts";
import { hex, shiftColor } from "../rgb.ts";

/** A heart that hovers. */
export const heart: Subject = {
  size: 0.46,
  wide: 1.05,
  place: "air",
  several: 5,
  draw(pen) {
    const red = pen.color(hex("dc2f48"));
    return [
      pen.path(
        "M0-2C-30-28-52-48-52-70C-52-90-36-100-24-98C-12-96-4-88 0-78C4-88 12-96 24-98C36-100 52-90 52-70C52-48 30-28 0-2Z",
        red,
        { form: "round" },
      ),
      pen.path("M-38-76Q-36-89-24-90Q-32-84-33-72Q-36-70-38-76Z", hex("ffd8dc"), {
        outline: false,
        opacity: 0.75,
      }),
    ];
  },
};

/** A wanderer seen from behind, who looks at what there is. */
export const person: Subject = {
  size: 0.27,
  wide: 0.42,
  place: "near",
  several: 3,
  draw(pen) {
    const coat = pen.color(
      pen.dice.pick([hex("b8452f"), hex("3f6fa8"), hex("d9a23a"), hex("4a7a5a")]),
    );
    const trousers = hex("3a4252");
    return [
      pen.shadow(44, 9),
      pen.path("M-9 0L-8-42H-1L-1 0Q-6 3-11 1ZM9 0L8-42H1L1 0Q6 3 11 1Z", trousers, {
        form: "side",
      }),
      pen.path("M-14-36Q-15-66-10-74Q0-79 10-74Q15-66 14-36Q0-32-14-36Z", coat, { form: "side" }),
      pen.path("M-10-73Q-19-62-18-42L-13-41Q-12-56-8-64Z", coat, { form: "side" }),
      pen.path("M10-73Q19-62 18-42L13-41Q12-56 8-64Z", coat, { form: "side" }),
      pen.box([-8, -70, 16, 24], hex("6b5238"), { form: "side", radius: 4 }),
      pen.line("M-8-60h16M-4-70v-5M4-70v-5", hex("4a3826"), 1.4),
      pen.oval(0, -86, [8, 9], hex("e0b08a")),
      pen.path("M-9-84Q-9-98 0-98Q9-98 9-84Q4-78 0-78Q-4-78-9-84Z", hex("4a3226"), {
        form: "round",
      }),
    ];
  },
};

/** A friendly robot with lit eyes. */
export const robot: Subject = {
  size: 0.48,
  wide: 0.75,
  place: "near",
  several: 2,
  draw(pen) {
    const metal = pen.color(hex("9fb2c4"));
    const dark = shiftColor(metal, { light: -0.22 });
    const lamp = hex("5be3ff");
    const limb = (side: number) => [
      pen.line(`M${side * 22}-48Q${side * 36}-44 ${side * 33}-28`, dark, 6),
      pen.oval(side * 33, -24, [6.5, 6.5], metal),
      pen.box([side * 10 - 5, -16, 10, 14], dark, { form: "side" }),
      pen.path(
        `M${side * 10 - 10} 1Q${side * 10 - 9}-8 ${side * 10}-8Q${side * 10 + 9}-8 ${side * 10 + 10} 1Z`,
        metal,
        { form: "side" },
      ),
    ];
    const eye = (x: number) => [
      pen.oval(x, -75, [6.2, 6.2], hex("12303c"), { form: "even" }),
      pen.oval(x, -75, [4.4, 4.4], lamp, { glows: true, outline: false }),
      pen.oval(x + 1.4, -76.6, [1.4, 1.4], hex("ffffff"), { glows: true, outline: false }),
    ];
    return [
      pen.shadow(74),
      ...limb(-1),
      ...limb(1),
      pen.box([-22, -56, 44, 42], metal, { form: "side", radius: 8 }),
      pen.box([-14, -48, 28, 18], dark, { form: "down", radius: 3 }),
      pen.oval(-8, -39, [2.6, 2.6], hex("ff6a5a"), { glows: true, outline: false }),
      pen.oval(0, -39, [2.6, 2.6], hex("ffd24a"), { glows: true, outline: false }),
      pen.oval(8, -39, [2.6, 2.6], hex("6ae08a"), { glows: true, outline: false }),
      pen.line("M-10-24h20", dark, 1.6),
      pen.box([-5, -60, 10, 6], dark, { form: "side" }),
      pen.line("M0-90v-7", dark, 2),
      pen.oval(0, -98, [3.2, 3.2], hex("ff6a5a"), { glows: true }),
      pen.box([-29, -80, 5, 12], dark, { form: "side", radius: 2 }),
      pen.box([24, -80, 5, 12], dark, { form: "side", radius: 2 }),
      pen.box([-25, -91, 50, 32], metal, { form: "side", radius: 10 }),
      pen.box([-19, -85, 38, 20], hex("1d2b38"), { form: "down", radius: 8 }),
      ...eye(-9),
      ...eye(9),
      pen.line("M-5-68q5 3 10 0", lamp, 1.4, { glows: true }),
    ];
  },
};

/** A snowman with a hat, a scarf and a carrot. */
export const snowman: Subject = {
  size: 0.4,
  wide: 0.8,
  place: "near",
  several: 2,
  draw(pen) {
    const snow = hex("f4f7fd");
    const coal = hex("25252d");
    const scarf = pen.color(hex("cf3f34"));
    const button = (x: number, y: number, r: number) =>
      pen.oval(x, y, [r, r], coal, { form: "even", outline: false });
    return [
      pen.shadow(80),
      pen.line(
        "M-18-46L-44-60M-37-56l-4-8M-38-57l-9 1M18-46L44-58M37-55l3-9M38-55l9 1",
        hex("5a4030"),
        2.2,
      ),
      pen.oval(0, -20, [27, 22], snow),
      pen.oval(0, -49, [19, 17], snow),
      pen.oval(0, -72, [14, 13], snow),
      pen.path("M-14-63Q0-55 14-63L15-57Q0-49-15-57ZM8-57L15-38L8-36L3-56Z", scarf, {
        form: "side",
      }),
      pen.path("M-17-81Q0-77 17-81L17-84H10L9-100H-9L-10-84H-17Z", coal, { form: "side" }),
      pen.path("M-10-88H10V-84H-10Z", scarf, { outline: false }),
      pen.path("M0-73L17-69L0-68Z", hex("ef8a2c"), { form: "down" }),
      button(-5, -76, 1.9),
      button(5, -76, 1.9),
      ...[-7, -3.5, 0, 3.5, 7].map((x) => button(x, -64 + (x * x) / -18, 0.9)),
      button(0, -52, 1.9),
      button(0, -45, 1.9),
      button(0, -28, 2),
    ];
  },
};
