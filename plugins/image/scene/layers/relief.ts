import { clamp, smooth } from "../canvas.ts";
import { fbm, ridged } from "../noise.ts";
import type { Stage } from "../stage.ts";
import type { Profile } from "./profile.ts";
import type { Ridge } from "./ridge.ts";

/** How much light falls on a place of a ridge, from 0 to 1, `depth` pixels below its line. */
export type Relief = (x: number, y: number, depth: number) => number;

/** The light and shade of a kind of ridge. */
export function reliefOf(stage: Stage, ridge: Ridge, profile: Profile): Relief {
  return { rock, dune, wood, hill }[ridge.kind](stage, ridge, profile);
}

/** Spurs and gullies that fan out from the summits, lit on the side of the sun. */
function rock(stage: Stage, ridge: Ridge, { peakOf }: Profile): Relief {
  const { noise, side, width, isFlat } = stage;
  const spurs = ridged(noise, 3);
  const fine = ridged(noise, 4);
  const rough = fbm(noise, 3);
  const size = ridge.height;
  let before = 0;
  return (x, y, depth) => {
    const sway = rough((x / width) * 6, (y / width) * 6 + ridge.layer * 7) * size * 0.3;
    const peak = peakOf(x + sway * clamp((depth / size) * 3));
    const down = (y - peak.top) / size;
    const across = (x - peak.x + sway * 0.45) / (size * (0.3 + Math.max(0, down)));
    const facing = Math.tanh(across * 1.7) * side;
    const off = peak.x / width;
    const here = spurs(across * 1.25 + off * 9, down * 0.7 + ridge.layer);
    const beside = spurs(across * 1.25 + off * 9 + 0.07, down * 0.7 + ridge.layer);
    const spur = (here - beside) * side;
    if (isFlat) return facing * 0.5 + spur * 3.4 > -0.02 ? 1 : 0;
    const grit = fine((x / width) * 9 + ridge.layer * 3, (y / width) * 11);
    const edge = (grit - before) * side;
    before = grit;
    return clamp(0.5 + facing * 0.3 + spur * 2.6 - edge * 3.4 + (grit - 0.6) * 0.35);
  };
}

/** A sharp crest between the side in the sun and the one in the shade, and ripples of wind. */
function dune(
  { noise, side, unit, width, isFlat }: Stage,
  ridge: Ridge,
  { line }: Profile,
): Relief {
  const rough = fbm(noise, 3);
  const slopes = slopesOf(line, Math.round(unit * 16));
  return (x, y, depth) => {
    const sway =
      rough((x / width) * 3.3, (y / width) * 3.3 + ridge.layer) *
      Math.min(ridge.height * 0.5, depth);
    const from = Math.round(clamp(x + sway - side * depth * 0.9, 0, width - 1));
    const slope = slopes[from]! * side;
    if (isFlat) return slope > 0 ? 0.95 : 0.4;
    const wind = Math.sin((y + sway * 2 + x * 0.12) / (unit * 1.9)) * 0.05;
    return clamp(0.42 + smooth(-0.12, 0.12, slope) * 0.5 + wind);
  };
}

function wood({ noise, width, isFlat }: Stage, ridge: Ridge): Relief {
  const rough = fbm(noise, 4);
  if (isFlat) return () => 0.6;
  return (x, y, depth) =>
    clamp(0.55 + rough((x / width) * 66, (y / width) * 66) * 0.7 - (depth / ridge.height) * 0.35);
}

function hill(
  { noise, side, unit, width, isFlat }: Stage,
  ridge: Ridge,
  { line }: Profile,
): Relief {
  const rough = fbm(noise, 4);
  const slopes = slopesOf(line, Math.round(unit * 16));
  return (x, y, depth) => {
    const slope = slopes[x]! * side;
    if (isFlat) return slope > -0.02 ? 0.85 : 0.45;
    const grain = rough((x / width) * 15, (y / width) * 36) * 0.22;
    return clamp(0.62 + slope * 0.9 + grain - (depth / ridge.height) * 0.2);
  };
}

/** How steep a line is, from -1 (falling to the left) to 1, over some pixels. */
function slopesOf(line: Float32Array, reach: number): Float32Array {
  const last = line.length - 1;
  return line.map((_, x) => {
    const [from, to] = [Math.max(0, x - reach), Math.min(last, x + reach)];
    return clamp((line[to]! - line[from]!) / (to - from || 1), -1, 1);
  });
}
