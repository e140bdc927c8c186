import { converter, differenceEuclidean, type Oklch, type Rgb } from "culori";
import { srgbOf } from "./srgb.ts";

const oklchOf = converter("oklch");
const difference = differenceEuclidean("oklab");

/**
 * The colour of the same hue that passes and comes nearest, darker or lighter, with the chroma
 * that sRGB has room for; undefined where neither black nor white passes.
 */
export function nearestPassing(
  color: Rgb,
  passes: (color: Rgb) => boolean,
): { color: Rgb; deltaE: number } | undefined {
  const start = oklchOf(color);
  return [0, 1]
    .map((end) => firstPassing(start, { end, passes }))
    .filter((found) => found !== undefined)
    .map((found) => ({ color: found, deltaE: difference(color, found) }))
    .toSorted((a, b) => a.deltaE - b.deltaE)[0];
}

/** Halves the way to black or white ten times: finer than a step of a byte. */
function firstPassing(
  start: Oklch,
  { end, passes }: { end: number; passes: (color: Rgb) => boolean },
): Rgb | undefined {
  let best = srgbOf({ ...start, l: end });
  if (!passes(best)) return undefined;
  let [failing, passing] = [start.l, end];
  for (let step = 0; step < 10; step++) {
    const l = (failing + passing) / 2;
    const tried = srgbOf({ ...start, l });
    if (passes(tried)) {
      passing = l;
      best = tried;
    } else failing = l;
  }
  return best;
}
