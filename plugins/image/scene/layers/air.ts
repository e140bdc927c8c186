import { clamp } from "../canvas.ts";
import { blend, type Rgb } from "../rgb.ts";
import type { Stage } from "../stage.ts";

/** The colour of the air at a distance, how much of it there is, and how it thickens downwards. */
export function fogOf({ palette, reading, isFlat }: Stage, depth: number) {
  const thick = { fog: 0.34, rain: 0.14, storm: 0.1, snow: 0.2 }[reading.weather as string] ?? 0;
  const [, , low, horizon] = palette.stops as readonly [Rgb, Rgb, Rgb, Rgb];
  const share = clamp(depth * (isFlat ? 0.55 : 0.72) + thick * (0.25 + depth));
  return { color: blend(low, horizon, 0.62), share, rise: (0.22 + thick) * depth };
}
