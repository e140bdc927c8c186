import { clamp, lerp } from "./canvas.ts";
import type { Thing } from "./parse/reading.ts";
import type { Stage } from "./stage.ts";

/** What is somewhere already: its middle and its size, as shares of the picture's width. */
export interface Taken {
  x: number;
  y: number;
  wide: number;
  tall: number;
}

export interface Wish extends Omit<Taken, "x"> {
  thing: Thing;
  index: number;
  count: number;
  isMain: boolean;
  isAlone: boolean;
  taken: readonly Taken[];
}

/** Where things look well, the best first. */
const order = [0.5, 0.28, 0.72, 0.14, 0.86, 0.4, 0.6, 0.2, 0.8, 0.07, 0.93, 0.46];

/** The place that is furthest from all others, of those that look well. */
export function freeX({ side, dice, backdrop, thing: named }: Stage, wish: Wish): number {
  const { thing, index, count, isMain, isAlone, wide, tall, y, taken } = wish;
  const shake = dice(`x ${thing.name} ${index}`).between(-0.03, 0.03);
  if (thing.side === "center" && count === 1) return 0.5;
  // The rainbow stands where the main thing usually does, opposite to the sun.
  const away = named("rainbow") ? -side : side;
  if (isMain && count === 1 && thing.side === undefined)
    return 0.5 - away * (isAlone ? (backdrop === "space" ? 0.08 : 0.04) : 0.14);
  const [low, high] = reachOf(thing);
  const edge = Math.min(0.45, wide / 2);
  const room = (x: number) =>
    Math.min(
      ...taken.map((other) =>
        Math.max(
          Math.abs(other.x - x) - (other.wide + wide) / 2,
          Math.abs(other.y - y) - (other.tall + tall) / 2,
        ),
      ),
      0.25,
    );
  const scored = order
    .map((x, at) => ({ x: lerp(low, high, x), at }))
    .filter(({ x }) => x >= edge * 0.9 && x <= 1 - edge * 0.9)
    .map(({ x, at }) => ({ x, score: room(x) - at * 0.006 }));
  if (scored.length === 0) return 0.5;
  const best = scored.reduce((one, two) => (two.score > one.score ? two : one));
  const [first, last] = [
    Math.min(0.5, Math.max(low, edge)),
    Math.max(0.5, Math.min(high, 1 - edge)),
  ];
  if (room(best.x) >= 0) return clamp(best.x + shake, Math.min(0.5, edge), Math.max(0.5, 1 - edge));
  // Where it is crowded, no place looks well, and what counts is that nothing hides another.
  const places = Array.from({ length: 33 }, (_, at) => lerp(first, last, at / 32));
  return places.reduce((one, two) => (room(two) > room(one) ? two : one));
}

function reachOf({ side }: Thing): readonly [number, number] {
  if (side === "left") return [0.05, 0.45];
  if (side === "right") return [0.55, 0.95];
  return side === "center" ? [0.3, 0.7] : [0, 1];
}
