import { cssOf, type Rgba, readColor, white } from "../color/color.ts";
import type { Box } from "./canvas.ts";

/** The colour of a fill at a place within what is filled, from 0 to 1 each way. */
export type Paint = (across: number, down: number) => Rgba;

/** What was painted at a point, or nothing where it does not reach. */
type Layer = (x: number, y: number) => Rgba | undefined;

/** Remembers what was painted, so that a text can be told which colours it would stand on. */
export class Backdrop {
  readonly #layers: Layer[] = [];
  readonly #paints = new Map<string, Paint>();

  /** Tells what a `fill` that names something stands for. */
  name(fill: string, paint: Paint): void {
    this.#paints.set(fill, paint);
  }

  rect(box: Box, fill: string, opacity = 1): void {
    this.#add(box, fill, { opacity, isRound: false });
  }

  circle({ x, y, r }: { x: number; y: number; r: number }, fill: string): void {
    const box = { x: x - r, y: y - r, width: 2 * r, height: 2 * r };
    this.#add(box, fill, { opacity: 1, isRound: true });
  }

  #add(box: Box, fill: string, { opacity, isRound }: { opacity: number; isRound: boolean }): void {
    const paint = this.#paints.get(fill) ?? flat(fill);
    if (!paint) return;
    this.#layers.push((x, y) => {
      const [across, down] = [(x - box.x) / box.width, (y - box.y) / box.height];
      const isWithin = isRound
        ? Math.hypot(across - 0.5, down - 0.5) <= 0.5
        : across >= 0 && across <= 1 && down >= 0 && down <= 1;
      if (!isWithin) return undefined;
      const [red, green, blue, own] = paint(across, down);
      return [red, green, blue, own * opacity];
    });
  }

  /** The different colours below some boxes: where they are many, as on a gradient, those of a grid. */
  below(boxes: readonly Box[]): Rgba[] {
    const found = new Map<string, Rgba>();
    for (const { x, y, width, height } of boxes)
      for (let column = 0; column <= columns; column++)
        for (let row = 0; row <= rows; row++) {
          const color = this.#at(x + (width * column) / columns, y + (height * row) / rows);
          found.set(cssOf(color), color);
        }
    return [...found.values()];
  }

  #at(x: number, y: number): Rgba {
    let [red, green, blue] = white;
    for (const layer of this.#layers) {
      const top = layer(x, y);
      if (!top) continue;
      // Not rounded in between: a shadow is made of many layers that are hardly there.
      const share = top[3] / 255;
      red += (top[0] - red) * share;
      green += (top[1] - green) * share;
      blue += (top[2] - blue) * share;
    }
    return [Math.round(red), Math.round(green), Math.round(blue), 255];
  }
}

const [columns, rows] = [12, 4];

function flat(fill: string): Paint | undefined {
  const color = readColor(fill);
  return color && (() => color);
}

/** The colour of a gradient's stops at a place from 0 to 1, mixed as SVG does. */
export function between(stops: readonly Rgba[], place: number): Rgba {
  const at = Math.min(Math.max(place, 0), 1) * (stops.length - 1);
  const index = Math.min(Math.floor(at), stops.length - 2);
  const [from, to] = [stops[index], stops[index + 1]];
  if (!from || !to) return stops[0] ?? white;
  const mix = (channel: 0 | 1 | 2 | 3) =>
    from[channel] + (to[channel] - from[channel]) * (at - index);
  return [mix(0), mix(1), mix(2), mix(3)];
}
