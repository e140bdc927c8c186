import { lerp } from "./noise.ts";
import type { Stage } from "./stage.ts";

/** Returns the middle of a winding way: bends get wider towards the viewer. */
export function findMiddle(
  { width, height, horizon, side, dice }: Stage,
  name: string,
  share: number,
) {
  const off = dice(name).between(-0.05, 0.05);
  const bend = Math.sin(share ** 0.62 * 7.2 + 0.4) * 0.13 * share ** 0.8 * -side;
  const x = width * (0.5 + side * 0.07 * (1 - share) + bend + off);
  return { x, y: lerp(horizon + 1, height + 4, share ** 1.7) };
}
