import type { Pen, Subject } from "../pen.ts";
import { hex, lchOf, type Rgb, shiftColor } from "../rgb.ts";

/** A bird in flight, its wings up or down. */
export const bird: Subject = {
  size: 0.075,
  wide: 1.9,
  place: "air",
  several: 6,
  draw(pen) {
    const { time } = pen.stage;
    const usual = ["day", "morning"].includes(time) ? hex("f4f1ea") : hex("2a2a34");
    const down = pen.color(usual);
    const lift = pen.dice.between(-58, -30);
    const wing = (side: number) =>
      pen.path(
        `M0-12Q${side * 34} ${lift - 18} ${side * 92} ${lift + 8}Q${side * 44} ${lift + 14} ${side * 10} 2Z`,
        down,
        { form: "down" },
      );
    const turn = pen.dice.between(-12, 12);
    return [
      pen.group(
        { transform: `rotate(${turn.toFixed(1)})` },
        wing(1),
        wing(-1),
        pen.path("M-8 10Q-10-14 0-18Q10-14 8 10L14 26H-14Z", down, { form: "side" }),
        pen.path("M-4-16L0-28L4-16Z", hex("e0a02f"), { outline: false }),
      ),
    ];
  },
};

/** A butterfly with open wings. */
export const butterfly: Subject = {
  size: 0.2,
  wide: 1.25,
  place: "air",
  several: 4,
  draw(pen) {
    const wing = pen.color(
      pen.dice.pick([hex("f08a2c"), hex("4a8fd8"), hex("c85fa8"), hex("f2c838")]),
    );
    const [edge, spot] = [hex("2f2430"), shiftColor(wing, { light: 0.2, chroma: 0.7 })];
    const half = (side: number) => [
      pen.path(
        `M0-52C${side * 16}-98 ${side * 58}-104 ${side * 62}-84C${side * 64}-64 ${side * 34}-48 0-46Z`,
        edge,
        { form: "side" },
      ),
      pen.path(
        `M${side * 3}-53C${side * 18}-90 ${side * 50}-96 ${side * 54}-82C${side * 55}-66 ${side * 30}-52 ${side * 3}-49Z`,
        wing,
        { form: "side", outline: false },
      ),
      pen.path(
        `M0-46C${side * 34}-46 ${side * 52}-30 ${side * 44}-12C${side * 34}-2 ${side * 12}-14 0-40Z`,
        edge,
        { form: "side" },
      ),
      pen.path(
        `M${side * 3}-42C${side * 30}-42 ${side * 44}-28 ${side * 38}-15C${side * 31}-9 ${side * 14}-18 ${side * 3}-38Z`,
        wing,
        { form: "side", outline: false },
      ),
      pen.oval(side * 44, -80, [5, 4.4], spot, { outline: false }),
      pen.oval(side * 31, -24, [4.4, 4], spot, { outline: false }),
    ];
    return [
      pen.group(
        {
          transform: `translate(0 -50) rotate(${pen.dice.between(-22, 22).toFixed(1)}) translate(0 50)`,
        },
        ...half(-1),
        ...half(1),
        pen.line("M-1-64Q-8-80-15-84M1-64Q8-80 15-84", edge, 1.3),
        pen.oval(0, -45, [3.6, 20], edge),
      ),
    ];
  },
};

/** A cat that sits and looks at the viewer. */
export const cat: Subject = {
  size: 0.4,
  wide: 0.72,
  place: "near",
  several: 3,
  draw(pen) {
    const fur = pen.color(
      pen.dice.pick([hex("d98a3d"), hex("8d8a90"), hex("c9a27a"), hex("4a4650")]),
    );
    const dark = shiftColor(fur, { light: lchOf(fur)[0] < 0.35 ? 0.09 : -0.13 });
    const second = pen.options.colors.length > 1;
    const pale = second ? pen.color(fur, 1) : shiftColor(fur, { light: 0.17, chroma: 0.5 });
    return [
      pen.shadow(74),
      pen.path("M18-6C40-4 46-22 38-36C35-42 28-40 30-34C35-24 30-14 16-14Z", fur, {
        form: "side",
      }),
      pen.path("M-21 0C-29-22-20-50-6-56H6C20-50 29-22 21 0Q0 4-21 0Z", fur, { form: "side" }),
      pen.path("M-9-42Q0-50 9-42Q12-22 0-12Q-12-22-9-42Z", pale, { form: "down", outline: false }),
      pen.line("M-19-28q6 2 8 7M19-28q-6 2-8 7M-22-18q6 1 9 5M22-18q-6 1-9 5", dark, 2.4, {
        opacity: 0.75,
      }),
      pen.path("M-12 1C-15-8-13-22-9-24Q-4-22-4-8L-3 1Q-8 3-12 1Z", fur, { form: "side" }),
      pen.path("M12 1C15-8 13-22 9-24Q4-22 4-8L3 1Q8 3 12 1Z", fur, { form: "side" }),
      ...drawCatHead(pen, { fur, dark, pale }),
    ];
  },
};

function drawCatHead(pen: Pen, { fur, dark, pale }: { fur: Rgb; dark: Rgb; pale: Rgb }) {
  const ear = (side: number) => [
    pen.path(`M${side * 22}-68L${side * 21}-99Q${side * 10}-94 ${side * 5}-84Z`, fur, {
      form: "side",
    }),
    pen.path(`M${side * 18.5}-76L${side * 18}-92Q${side * 12}-89 ${side * 9}-84Z`, hex("e0a0a0"), {
      outline: false,
    }),
  ];
  const eye = (x: number) => [
    pen.oval(x, -69, [5, 5.6], hex("c9d95a"), { glows: true }),
    pen.oval(x, -69, [2, 5], hex("16140f"), { form: "even", outline: false }),
    pen.oval(x + 1.3, -71.5, [1.2, 1.4], hex("ffffff"), { glows: true, outline: false }),
  ];
  return [
    ...ear(-1),
    ...ear(1),
    pen.path(
      "M0-90C17-90 26-78 25-66C24-53 12-47 0-47C-12-47-24-53-25-66C-26-78-17-90 0-90Z",
      fur,
      { form: "round" },
    ),
    pen.line("M0-88v8M-6-87l1 7M6-87l-1 7M-23-66l-7-1M23-66l7-1", dark, 2.4, { opacity: 0.8 }),
    pen.oval(-4.5, -56, [6, 4.6], pale, { outline: false }),
    pen.oval(4.5, -56, [6, 4.6], pale, { outline: false }),
    pen.path("M-3.2-61.5H3.2L0-57.6Z", hex("d9808a"), { outline: false }),
    pen.line("M0-58v3q-3 3-6 1M0-55q3 3 6 1", hex("4a3530"), 1.1),
    pen.line("M-9-57l-18-3M-9-55l-18 2M9-57l18-3M9-55l18 2", pale, 0.8, { opacity: 0.85 }),
    ...eye(-10),
    ...eye(10),
  ];
}

/** A dog that sits, with its tongue out. */
export const dog: Subject = {
  size: 0.42,
  wide: 0.75,
  place: "near",
  several: 3,
  draw(pen) {
    const fur = pen.color(pen.dice.pick([hex("c08a4e"), hex("8a5a38"), hex("d9b27a")]));
    const dark = shiftColor(fur, { light: lchOf(fur)[0] < 0.35 ? 0.1 : -0.16 });
    const pale = shiftColor(fur, { light: 0.18, chroma: 0.45 });
    return [
      pen.shadow(76),
      pen.path("M20-10C34-8 44-22 42-38Q36-40 36-32C35-22 28-18 18-18Z", fur, { form: "side" }),
      pen.path("M-24 0C-30-24-18-48-8-56H8C20-48 30-24 24 0Q0 4-24 0Z", fur, { form: "side" }),
      pen.path("M-9-46Q0-52 9-46Q13-24 0-12Q-13-24-9-46Z", pale, { form: "down", outline: false }),
      pen.path("M-14 1C-16-10-13-26-9-28Q-3-24-3-8L-2 1Q-8 4-14 1Z", fur, { form: "side" }),
      pen.path("M14 1C16-10 13-26 9-28Q3-24 3-8L2 1Q8 4 14 1Z", fur, { form: "side" }),
      pen.path("M-14-49Q0-42 14-49L13-44Q0-37-13-44Z", hex("c93a34"), { form: "even" }),
      pen.oval(0, -41, [2.6, 2.8], hex("f0c24a")),
      ...drawDogHead(pen, { fur, dark, pale }),
    ];
  },
};

function drawDogHead(pen: Pen, { fur, dark, pale }: { fur: Rgb; dark: Rgb; pale: Rgb }) {
  const ear = (side: number) =>
    pen.path(
      `M${side * 13}-90C${side * 30}-94 ${side * 34}-74 ${side * 30}-58C${side * 26}-52 ${side * 20}-60 ${side * 18}-74Z`,
      dark,
      { form: "side" },
    );
  const eye = (x: number) => [
    pen.oval(x, -74, [3.5, 4], hex("241a14"), { form: "even", outline: false }),
    pen.oval(x + 1.2, -75.6, [1.1, 1.2], hex("ffffff"), { glows: true, outline: false }),
  ];
  return [
    pen.path(
      "M0-96C15-96 22-86 22-74C22-60 14-47 0-47C-14-47-22-60-22-74C-22-86-15-96 0-96Z",
      fur,
      { form: "round" },
    ),
    ear(-1),
    ear(1),
    pen.path("M0-92Q5-80 5-70Q0-66-5-70Q-5-80 0-92Z", pale, { outline: false }),
    pen.path("M-4-50Q0-46 4-50L4.5-42Q0-36-4.5-42Z", hex("e8788a"), { form: "down" }),
    pen.oval(-5.2, -57, [7, 6.4], pale, { outline: false }),
    pen.oval(5.2, -57, [7, 6.4], pale, { outline: false }),
    pen.path("M-5-64Q0-67 5-64Q4-58 0-57Q-4-58-5-64Z", hex("2a1e1a"), { outline: false }),
    pen.line("M0-57v4q-4 4-8 1M0-53q4 4 8 1", hex("3a2a24"), 1.2),
    ...eye(-9),
    ...eye(9),
  ];
}

/** A fish with stripes. */
export const fish: Subject = {
  size: 0.17,
  wide: 1.65,
  place: "deep",
  several: 6,
  draw(pen) {
    const scales = pen.color(
      pen.dice.pick([hex("f08a2c"), hex("f2c838"), hex("4aa0d8"), hex("e0627a")]),
    );
    const [fin, stripe] = [shiftColor(scales, { light: -0.1 }), hex("fbf4e8")];
    const way = pen.dice.pick([-1, 1]);
    return [
      pen.group(
        { transform: `scale(${way} 1)` },
        pen.path(
          "M-52-50C-66-64-80-82-86-84C-84-66-78-58-78-50C-78-42-84-32-86-14C-78-20-66-36-52-50Z",
          fin,
          { form: "side" },
        ),
        pen.path("M-18-80C-8-104 22-104 30-86Z", fin, { form: "side" }),
        pen.path("M-10-18C-4 0 14 2 20-10Z", fin, { form: "side" }),
        pen.path(
          "M-60-50C-40-84 10-98 44-80C60-70 68-60 72-50C68-38 56-26 44-20C10-4-40-18-60-50Z",
          scales,
          { form: "down" },
        ),
        pen.path(
          "M26-86C16-64 16-36 28-14C36-16 40-18 44-20C34-40 34-62 42-81C37-83 32-85 26-86ZM-20-84C-28-64-28-38-20-15C-14-14-10-12-4-11C-14-36-14-64-6-89Z",
          stripe,
          { outline: false },
        ),
        pen.path("M8-46C-4-48-14-38-16-28C-4-26 6-34 8-46Z", fin, { form: "side" }),
        pen.oval(54, -60, [6.4, 6.8], hex("ffffff"), { form: "even" }),
        pen.oval(55.5, -60, [3.6, 4], hex("17120e"), { form: "even", outline: false }),
        pen.line("M70-46Q64-42 60-43", hex("5a3020"), 1.4),
      ),
    ];
  },
};

/** A fox that sits with its brush around it. */
export const fox: Subject = {
  size: 0.36,
  wide: 0.95,
  place: "near",
  several: 2,
  draw(pen) {
    const fur = pen.color(hex("dd6b26"));
    const [white, dark] = [hex("fbf3e6"), hex("3b2a24")];
    const ear = (side: number) => [
      pen.path(`M${side * 8}-88L${side * 22}-104L${side * 26}-76Z`, fur, { form: "side" }),
      pen.path(`M${side * 13}-88L${side * 21}-98L${side * 23}-80Z`, dark, { outline: false }),
    ];
    const eye = (x: number) => [
      pen.oval(x, -72, [3, 3.4], hex("1f1612"), { form: "even", outline: false }),
      pen.oval(x + 1, -73.4, [1, 1], hex("ffffff"), { glows: true, outline: false }),
    ];
    return [
      pen.shadow(94),
      pen.path("M12-2C34 4 58-4 58-24C58-40 48-50 44-52C48-36 38-22 16-20Z", fur, { form: "side" }),
      pen.path("M44-52C52-46 58-38 57-26Q48-30 46-40Z", white, { outline: false }),
      pen.path("M-20 0C-28-24-16-46-6-54H8C22-44 28-22 22 0Q0 4-20 0Z", fur, { form: "side" }),
      pen.path("M-10-50Q0-42 11-50Q12-26 0-14Q-12-26-10-50Z", white, {
        form: "down",
        outline: false,
      }),
      pen.path("M-11 1L-9-20Q-4-22-3-16L-2 1Q-7 3-11 1Z", dark, { form: "side" }),
      pen.path("M13 1L11-20Q6-22 4-16L3 1Q9 3 13 1Z", dark, { form: "side" }),
      ...ear(-1),
      ...ear(1),
      pen.path(
        "M0-92C14-92 27-82 29-68C22-62 10-50 0-46C-10-50-22-62-29-68C-27-82-14-92 0-92Z",
        fur,
        { form: "round" },
      ),
      pen.path("M-29-68C-20-70-10-66-3-54L0-46C-10-50-22-62-29-68Z", white, { outline: false }),
      pen.path("M29-68C20-70 10-66 3-54L0-46C10-50 22-62 29-68Z", white, { outline: false }),
      pen.oval(0, -49, [4, 3.2], dark, { outline: false }),
      ...eye(-10),
      ...eye(10),
    ];
  },
};

/** A horse that stands. */
export const horse: Subject = {
  size: 0.4,
  wide: 1.15,
  place: "near",
  several: 3,
  draw(pen) {
    const coat = pen.color(pen.dice.pick([hex("7a4a2c"), hex("a8754a"), hex("4a3a34")]));
    const mane = shiftColor(coat, { light: -0.18 });
    const side = pen.stage.side;
    return [
      pen.shadow(110, 14),
      pen.group(
        { transform: `scale(${side} 1)` },
        pen.path("M-32-34L-30-14L-33 1H-26L-22-15L-20-34ZM17-34L20-14L18 1H25L27-15L27-34Z", mane, {
          form: "side",
        }),
        pen.path("M-40-56C-52-50-54-34-50-16C-44-24-46-40-38-48Z", mane, { form: "side" }),
        pen.path(
          "M-38-62C-20-66 0-60 14-63C22-70 26-84 34-96L37-101L41-95C48-92 53-84 58-77C58-72 54-70 50-72L42-75C40-66 38-54 32-44C20-34-8-34-24-34C-40-36-46-54-38-62Z",
          coat,
          { form: "down" },
        ),
        pen.path("M-40-46L-39-20L-43 1H-35L-31-19L-24-38ZM26-44L29-20L28 1H35L37-19L34-46Z", coat, {
          form: "side",
        }),
        pen.path("M14-63C20-70 24-84 33-97C27-96 22-90 17-80C13-74 9-68 4-61Z", mane, {
          form: "side",
        }),
        pen.oval(45, -87, [1.9, 1.9], hex("17120e"), { form: "even", outline: false }),
      ),
    ];
  },
};

/** An owl on a stump. */
export const owl: Subject = {
  size: 0.38,
  wide: 0.8,
  place: "near",
  several: 2,
  draw(pen) {
    const down = pen.color(hex("8f6a48"));
    const [pale, dark] = [
      shiftColor(down, { light: 0.17, chroma: 0.7 }),
      shiftColor(down, { light: -0.13 }),
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

/** A rabbit that sits up. */
export const rabbit: Subject = {
  size: 0.32,
  wide: 0.7,
  place: "near",
  several: 3,
  draw(pen) {
    const fur = pen.color(pen.dice.pick([hex("b99a7a"), hex("e9e2d8"), hex("9a948e")]));
    const pale = shiftColor(fur, { light: 0.12, chroma: 0.6 });
    const ear = (side: number) => [
      pen.path(
        `M${side * 3}-62C${side * 2}-84 ${side * 8}-102 ${side * 15}-100C${side * 22}-96 ${side * 18}-76 ${side * 12}-60Z`,
        fur,
        { form: "side" },
      ),
      pen.path(
        `M${side * 7}-66C${side * 7}-80 ${side * 10}-93 ${side * 14}-93C${side * 17}-90 ${side * 14}-76 ${side * 11}-65Z`,
        hex("eab0ae"),
        { outline: false },
      ),
    ];
    const eye = (x: number) => [
      pen.oval(x, -54, [3, 3.6], hex("2a1a1a"), { form: "even", outline: false }),
      pen.oval(x + 1, -55.4, [1, 1.1], hex("ffffff"), { glows: true, outline: false }),
    ];
    return [
      pen.shadow(70),
      pen.oval(22, -10, [9, 9], hex("fbf7f0")),
      pen.path("M-20 0C-30-20-18-38-6-42H6C18-38 30-20 20 0Q0 4-20 0Z", fur, { form: "side" }),
      pen.oval(0, -16, [10, 13], pale, { outline: false }),
      pen.oval(-13, -2, [10, 4.6], fur),
      pen.oval(13, -2, [10, 4.6], fur),
      ...ear(-1),
      ...ear(1),
      pen.oval(0, -50, [18, 16.5], fur),
      pen.oval(-4.5, -44, [6, 5], pale, { outline: false }),
      pen.oval(4.5, -44, [6, 5], pale, { outline: false }),
      pen.path("M-2.6-49H2.6L0-46Z", hex("d9808a"), { outline: false }),
      pen.line("M-8-44l-15-2M-8-42l-14 3M8-44l15-2M8-42l14 3", pale, 0.7),
      ...eye(-8),
      ...eye(8),
    ];
  },
};

/** A sheep that grazes, or looks up. */
export const sheep: Subject = {
  size: 0.17,
  wide: 1.35,
  place: "near",
  several: 5,
  draw(pen) {
    const wool = pen.color(hex("f2ece0"));
    const dark = hex("3d3532");
    const side = pen.dice.pick([-1, 1]);
    const curls = Array.from({ length: 14 }, (_, at) => {
      const turn = (at / 14) * Math.PI * 2;
      return pen.oval(Math.cos(turn) * 36, -56 + Math.sin(turn) * 23, [17, 16], wool);
    });
    return [
      pen.shadow(120, 16),
      ...[-26, -12, 14, 28].map((x) => pen.box([x - 4, -30, 8, 31], dark, { form: "side" })),
      ...curls,
      pen.oval(0, -56, [40, 27], wool, { outline: false }),
      pen.group(
        { transform: `scale(${side} 1)` },
        pen.path("M42-84Q30-90 30-80Q34-74 42-76ZM62-84Q74-90 74-80Q70-74 62-76Z", dark, {
          outline: false,
        }),
        pen.path("M40-84Q52-92 64-84Q66-62 52-52Q38-62 40-84Z", dark, { form: "round" }),
        pen.oval(52, -88, [13, 9], wool),
        pen.oval(47, -74, [2.4, 2.8], hex("ffffff"), { glows: true, outline: false }),
        pen.oval(57, -74, [2.4, 2.8], hex("ffffff"), { glows: true, outline: false }),
      ),
    ];
  },
};

/** A whale. */
export const whale: Subject = {
  size: 0.34,
  wide: 2,
  place: "deep",
  several: 2,
  draw(pen) {
    const skin = pen.color(hex("46678a"));
    const belly = hex("dfe6ea");
    return [
      pen.group(
        { transform: `scale(${pen.stage.side} 1)` },
        pen.path(
          "M-70-52C-84-56-96-70-104-84C-92-88-82-82-78-74C-76-86-66-94-56-94C-56-80-60-66-60-54Z",
          skin,
          { form: "side" },
        ),
        pen.path(
          "M-74-58C-60-48-50-76 0-86C50-94 92-74 96-46C98-24 70-8 30-6C-20-4-62-28-74-58Z",
          skin,
          { form: "down" },
        ),
        pen.path(
          "M96-44C97-22 70-8 30-6C0-5-28-14-48-28C-10-22 30-28 60-30C76-32 88-36 96-44Z",
          belly,
          { form: "down", outline: false },
        ),
        pen.line(
          "M84-30Q50-20 0-18M86-24Q56-14 12-13M78-18Q54-10 24-9",
          shiftColor(belly, { light: -0.18 }),
          1.2,
          { opacity: 0.7 },
        ),
        pen.path("M34-26C24-6 8 4-6 2C-2-12 10-24 20-30Z", shiftColor(skin, { light: -0.05 }), {
          form: "side",
        }),
        pen.oval(72, -50, [3, 3.2], hex("17120e"), { form: "even", outline: false }),
        pen.oval(73, -51, [1, 1], hex("ffffff"), { glows: true, outline: false }),
      ),
    ];
  },
};
