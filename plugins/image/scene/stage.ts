import type { Dice } from "../dice.ts";
import { clamp } from "./interpolate.ts";
import type { Noise } from "./noise.ts";
import type { Palette } from "./palette.ts";
import type { Reading, Thing, Time } from "./parse/reading.ts";
import type { PixelCanvas } from "./pixel-canvas.ts";
import type { Backdrop } from "./plan.ts";
import { blend, type Rgb } from "./rgb.ts";

/** What every painter of a scene needs to know. */
export interface Stage {
  canvas: PixelCanvas;
  width: number;
  height: number;
  /** A five-hundredth of the shorter side, so that scenes look the same at any size. */
  unit: number;
  /** Where the ground meets the sky, in pixels from the top. */
  horizon: number;
  /** Where water ends and the near shore begins, if it does; the height of the picture if not. */
  shore: number;
  reading: Reading;
  backdrop: Backdrop;
  time: Time;
  palette: Palette;
  /** The colours that the whole picture is to be in. */
  colors: readonly Rgb[];
  /** The sun, or the moon at night. */
  sun: { x: number; y: number; isShown: boolean };
  /** Whether the light comes from the left (-1) or the right (1). */
  side: -1 | 1;
  /** Whether shapes have even colours and outlines, as in a cartoon. */
  isFlat: boolean;
  noise: Noise;
  /** Dice for a part of the scene, so that one part does not change another. */
  dice(part: string): Dice;
  thing(name: string): Thing | undefined;
}

/** The colour of the air at a distance, how much of it there is, and how it thickens downwards. */
export function fogOf({ palette, reading, isFlat }: Stage, depth: number) {
  const thick = { fog: 0.34, rain: 0.14, storm: 0.1, snow: 0.2 }[reading.weather as string] ?? 0;
  const [, , low, horizon] = palette.stops;
  const share = clamp(depth * (isFlat ? 0.55 : 0.72) + thick * (0.25 + depth));
  return { color: blend(low, horizon, 0.62), share, rise: (0.22 + thick) * depth };
}
