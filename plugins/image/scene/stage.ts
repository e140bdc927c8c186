import type { Dice } from "../dice.ts";
import { clamp, lerp } from "./interpolate.ts";
import type { Noise } from "./noise.ts";
import type { Palette } from "./palette.ts";
import type { Reading, Thing, Time } from "./parse/reading.ts";
import type { PixelCanvas } from "./pixel-canvas.ts";
import type { Backdrop } from "./plan.ts";
import type { Report } from "./report.ts";
import { blend, type Rgb } from "./rgb.ts";

/** The state that all painters of a scene share. */
export interface Stage {
  canvas: PixelCanvas;
  report: Report;
  width: number;
  height: number;
  /** A five-hundredth of the shorter side, so that scenes look the same at any size. */
  unit: number;
  /** The border of ground and sky, in pixels from the top. */
  horizon: number;
  /** The border of water and the near shore, in pixels from the top; the height without a shore. */
  shore: number;
  reading: Reading;
  backdrop: Backdrop;
  time: Time;
  palette: Palette;
  /** The colours of the whole picture. */
  colors: readonly Rgb[];
  /** The sun, or the moon at night. */
  sun: { x: number; y: number; isShown: boolean };
  /** Whether the light comes from the left (-1) or the right (1). */
  side: -1 | 1;
  /** Whether shapes have even colours and outlines, as in a cartoon. */
  isFlat: boolean;
  /** Whether the scene is the top of a table. */
  isTabletop: boolean;
  noise: Noise;
  /** Creates the random numbers for a part of the scene. Parts don't change each other. */
  dice(part: string): Dice;
  thing(name: string): Thing | undefined;
}

/** Returns the row on which the nearest figures stand outside. */
export function findBaseline({ backdrop, height, horizon, shore, reading }: Stage): number {
  if (reading.composition === "close-up") return height * 0.975;
  const land = backdrop === "sea" || backdrop === "lake" ? Math.max(horizon, shore) : horizon;
  return Math.min(height * 0.95, Math.max(lerp(land, height, 0.62), height * 0.82));
}

/** Returns the colour of the air at a distance, its share, and its increase downwards. */
export function computeFog({ palette, reading, isFlat }: Stage, depth: number) {
  const thick = { fog: 0.34, rain: 0.14, storm: 0.1, snow: 0.2 }[reading.weather as string] ?? 0;
  const [, , low, horizon] = palette.stops;
  const share = clamp(depth * (isFlat ? 0.55 : 0.72) + thick * (0.25 + depth));
  return { color: blend(low, horizon, 0.62), share, rise: (0.22 + thick) * depth };
}
