/** A channel of a function: its name in culori, and its numbers. */
export interface Channel {
  name: string;
  /** What 100 % is, in the function's own numbers. None for a hue, whose numbers are angles. */
  full?: number;
  /** What the function's own numbers are divided by for culori's. */
  unit?: number;
  min?: number;
  max?: number;
}

/** What the three values of a function mean. */
export interface Layout {
  /** The space's name in culori. */
  mode: string;
  channels: readonly [Channel, Channel, Channel];
  /** Whether commas may stand between them, as before CSS Color 4. */
  commas?: true;
}

const hue: Channel = { name: "h" };
const part = (name: string): Channel => ({ name, full: 100, unit: 100, min: 0, max: 100 });
const byte = (name: string): Channel => ({ name, full: 255, unit: 255, min: 0, max: 255 });
const free = (name: string, full: number): Channel => ({ name, full });

const rgb: Layout = { mode: "rgb", channels: [byte("r"), byte("g"), byte("b")], commas: true };
const hsl: Layout = { mode: "hsl", channels: [hue, part("s"), part("l")], commas: true };
const labL: Channel = { name: "l", full: 100, min: 0, max: 100 };
const okL: Channel = { name: "l", full: 1, min: 0, max: 1 };

/** The functions, with the numbers that sections 5 to 9 of CSS Color 4 give for 100 %. */
export const functions: Readonly<Record<string, Layout>> = {
  rgb,
  rgba: rgb,
  hsl,
  hsla: hsl,
  hwb: { mode: "hwb", channels: [hue, part("w"), part("b")] },
  lab: { mode: "lab", channels: [labL, free("a", 125), free("b", 125)] },
  lch: { mode: "lch", channels: [labL, { name: "c", full: 150, min: 0 }, hue] },
  oklab: { mode: "oklab", channels: [okL, free("a", 0.4), free("b", 0.4)] },
  oklch: { mode: "oklch", channels: [okL, { name: "c", full: 0.4, min: 0 }, hue] },
};

const spaceRgb = (mode: string): Layout => ({
  mode,
  channels: [free("r", 1), free("g", 1), free("b", 1)],
});
const spaceXyz = (mode: string): Layout => ({
  mode,
  channels: [free("x", 1), free("y", 1), free("z", 1)],
});

/** The spaces of `color()`. */
export const spaces: Readonly<Record<string, Layout>> = {
  srgb: spaceRgb("rgb"),
  "srgb-linear": spaceRgb("lrgb"),
  "display-p3": spaceRgb("p3"),
  "a98-rgb": spaceRgb("a98"),
  "prophoto-rgb": spaceRgb("prophoto"),
  rec2020: spaceRgb("rec2020"),
  xyz: spaceXyz("xyz65"),
  "xyz-d65": spaceXyz("xyz65"),
  "xyz-d50": spaceXyz("xyz50"),
};
