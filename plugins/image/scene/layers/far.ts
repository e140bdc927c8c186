import { clamp, fbm, ridgeNoise, smooth } from "../noise.ts";
import { isWhite } from "../parse/reading.ts";
import { blend, mix, multiply, type Rgb, scale } from "../rgb.ts";
import { computeFog, type Stage } from "../stage.ts";

/** Paints the horizon: mountains, hills, dunes and the edge of woods. */
export function paintFar(stage: Stage): void {
  const { thing, reading, backdrop, horizon, height, palette } = stage;
  const { absent } = reading;
  const hill = thing("hill");
  if (thing("mountain")) paintMountains(stage);
  if (backdrop === "desert") paintDunes(stage);
  if (backdrop === "city" || ((backdrop === "sea" || backdrop === "desert") && !hill)) return;
  // Every season has leaves.
  const leaves = palette.leaves[0]!;
  const cover = isWhite(reading)
    ? blend(palette.snow, palette.rock, 0.15)
    : blend(palette.grass, leaves, 0.45);
  const color = hill?.colors[0]?.rgb ?? cover;
  const base = horizon + 3;
  const paintHill = (name: string, high: number, depth: number, layer: number) =>
    paintRidge(stage, { kind: "hill", color, base, name, height: height * high, depth, layer });
  const steep = hill ? 1.7 : 1;
  if (!thing("mountain") && !absent.has("hill")) {
    paintHill("hills behind", 0.16 * steep, 0.92, 12);
    paintHill("hills", 0.1 * steep, 0.66, 13);
  }
  if (hill) paintHill("hills before", 0.09, 0.36, 14);
  else if (!["tree", "pine", "forest"].some((name) => absent.has(name))) {
    const wood = { kind: "wood", color: leaves, base, name: "wood" } as const;
    paintRidge(stage, { ...wood, height: height * 0.035, depth: 0.42, layer: 14 });
  }
}

function paintMountains(stage: Stage): void {
  const { horizon, palette, reading, thing } = stage;
  const mountain = thing("mountain");
  const tall = horizon * 0.66 * Math.min(1.15, mountain?.size ?? 1);
  const peak = 0.5 - stage.side * 0.16;
  const color = mountain?.colors[0]?.rgb ?? palette.rock;
  const snow = reading.absent.has("snow") ? {} : { snow: isWhite(reading) ? 0.26 : 0.6 };
  const base = { kind: "rock" as const, color, ...snow, base: horizon + 2 };
  paintRidge(stage, { ...base, name: "range behind", height: tall * 0.7, depth: 0.85, layer: 10 });
  const peaks = [peak, peak + 0.34, peak - 0.36, peak + 0.62, peak - 0.6];
  paintRidge(stage, { ...base, name: "range", height: tall, depth: 0.46, layer: 11, peaks });
}

function paintDunes(stage: Stage): void {
  const { horizon, palette, height, thing } = stage;
  const color = (thing("desert") ?? thing("dune"))?.colors[0]?.rgb ?? palette.sand;
  const paintDune = (name: string, sunk: number, depth: number, layer: number) =>
    paintRidge(stage, {
      kind: "dune",
      color,
      name,
      height: height * 0.18,
      base: horizon + 3 + height * sunk,
      depth,
      layer,
    });
  paintDune("dunes behind", 0, 0.7, 12);
  paintDune("dunes", 0.03, 0.42, 13);
  paintDune("dunes before", 0.17, 0.2, 14);
}

interface Ridge {
  /** A name of its own, which decides its form. */
  name: string;
  kind: "rock" | "hill" | "wood" | "dune";
  /** Its height above the base at most, and where the base is, in pixels. */
  height: number;
  base: number;
  /** From 0, near, to 1, at the end of the world. */
  depth: number;
  color: Rgb;
  /** From what share of its height on snow lies, if it does. */
  snow?: number;
  /** Where its summits stand, as shares of the width, the highest first. */
  peaks?: readonly number[];
  layer: number;
}

/** Paints a range of mountains, hills, dunes or treetops. */
export function paintRidge(stage: Stage, ridge: Ridge): void {
  const { canvas, width, height, palette, unit } = stage;
  const profile = ridge.kind === "rock" ? mountainProfile(stage, ridge) : waveProfile(stage, ridge);
  const reliefs = { rock: rockRelief, dune: duneRelief, wood: softRelief, hill: softRelief };
  const relief = reliefs[ridge.kind](stage, ridge, profile);
  const snow = computeSnow(stage, ridge);
  const fog = computeFog(stage, ridge.depth);
  const { light: sunlight, shade } = palette;
  const bare = [multiply(ridge.color, shade), multiply(ridge.color, sunlight)] as const;
  // Snow in the shade is lit by the sky.
  const snowShade = scale(shade, 1.3).map((part) => Math.min(1, part)) as unknown as Rgb;
  const white = [multiply(palette.snow, snowShade), multiply(palette.snow, sunlight)] as const;
  const bottom = Math.min(height, Math.ceil(ridge.base + unit * 4));
  for (let y = Math.max(0, Math.floor(Math.min(...profile.line))); y < bottom; y++)
    for (let x = 0; x < width; x++) {
      const depth = y - profile.line[x]!;
      if (depth < -0.5) continue;
      const light = relief(x, y, depth);
      const cover = snow(x, y, light);
      const haze = clamp(fog.share + fog.rise * clamp(depth / ridge.height));
      const dark = mix(bare[0], white[0], cover);
      const color = mix(dark, mix(bare[1], white[1], cover), light);
      const share = clamp(depth + 0.5);
      const at = y * width + x;
      canvas.paint(at, mix(color, fog.color, haze), share);
      if (share > 0.5) canvas.layer[at] = ridge.layer;
    }
}

/** How much snow lies at a place: more of it high up, and where the sun does not reach. */
function computeSnow({ noise, width, isFlat }: Stage, { snow, base, height }: Ridge) {
  if (snow === undefined) return () => 0;
  const rough = fbm(noise, 4);
  return (x: number, y: number, light: number) => {
    const line = snow + 0.2 * rough((x / width) * 23, (y / width) * 12 + 5);
    const high = (base - y) / height;
    if (isFlat) return high > line ? 1 : 0;
    return smooth(line - 0.05, line + 0.07, high - (0.5 - light) * 0.16);
  };
}

/** A summit, in pixels. */
interface Peak {
  x: number;
  top: number;
}

/** How high a range is at each column, and of which summit that column is. */
interface Profile {
  line: Float32Array;
  peakOf(x: number): Peak;
}

/** The outline of a range of mountains: summits apart from each other, and rough between them. */
function mountainProfile({ width, noise, dice, unit }: Stage, ridge: Ridge): Profile {
  const throwing = dice(ridge.name);
  const places =
    ridge.peaks ?? [0.1, 0.42, 0.7, 0.98].map((x) => x + throwing.between(-0.08, 0.08));
  const peaks = places.map((x, at) => {
    const height = ridge.height * (at === 0 ? 1 : throwing.between(0.42, 0.8));
    return {
      x: x * width,
      height,
      wide: height * throwing.between(1, 1.45),
      top: ridge.base - height,
    };
  });
  const shape = ridgeNoise(noise, 5);
  const off = throwing.between(0, 90);
  const owner = new Uint8Array(width);
  const line = Float32Array.from({ length: width }, (_, x) => {
    let high = ridge.height * 0.1;
    for (const [at, peak] of peaks.entries()) {
      const own = peak.height * Math.max(0, 1 - (Math.abs(x - peak.x) / peak.wide) ** 0.95);
      if (own > high) [high, owner[x]] = [own, at];
    }
    const detail = shape((x / width) * 4.4 + off, off) - 0.62;
    const small = noise(x / (unit * 9) + off, 3) * unit * 1.3;
    return ridge.base - high * (1 + detail * 0.26) - detail * ridge.height * 0.13 - small;
  });
  return { line, peakOf: (x) => peaks[owner[Math.round(clamp(x, 0, width - 1))]!]! };
}

/** The outline of hills, dunes or treetops. */
function waveProfile({ width, noise, dice, unit }: Stage, ridge: Ridge): Profile {
  const off = dice(ridge.name).between(0, 90);
  const shape = fbm(noise, 3);
  const tops = (x: number) =>
    ridge.kind === "wood"
      ? Math.abs(noise(x / (unit * 7) + off, 1)) * unit * 9 +
        Math.abs(noise(x / (unit * 2.6) + off, 4)) * unit * 4
      : 0;
  const line = Float32Array.from({ length: width }, (_, x) => {
    const soft = 0.55 + 0.45 * shape((x / width) * 1.6 + off, off * 1.7);
    return ridge.base - ridge.height * soft - tops(x);
  });
  return { line, peakOf: (x) => ({ x, top: line[Math.round(clamp(x, 0, width - 1))]! }) };
}

/** How much light falls on a place of a ridge, from 0 to 1, `depth` pixels below its line. */
type Relief = (x: number, y: number, depth: number) => number;

/** Spurs and gullies that fan out from the summits, lit on the side of the sun. */
function rockRelief(stage: Stage, ridge: Ridge, { peakOf }: Profile): Relief {
  const { noise, side, width, isFlat } = stage;
  const spurs = ridgeNoise(noise, 3);
  const fine = ridgeNoise(noise, 4);
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
function duneRelief(
  { noise, side, unit, width, isFlat }: Stage,
  ridge: Ridge,
  { line }: Profile,
): Relief {
  const rough = fbm(noise, 3);
  const slopes = computeSlopes(line, Math.round(unit * 16));
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

/** The light on hills and on the tops of woods, which hide the slopes below them. */
const textures = {
  hill: { base: 0.62, slope: 0.9, grain: 0.22, across: 15, down: 36, fall: 0.2 },
  wood: { base: 0.55, slope: 0, grain: 0.7, across: 66, down: 66, fall: 0.35 },
};

function softRelief(
  { noise, side, unit, width, isFlat }: Stage,
  ridge: Ridge,
  { line }: Profile,
): Relief {
  const { base, slope, grain, across, down, fall } = textures[ridge.kind as "hill" | "wood"];
  const rough = fbm(noise, 4);
  const slopes = computeSlopes(line, Math.round(unit * 16));
  return (x, y, depth) => {
    const lean = slopes[x]! * side * slope;
    if (isFlat) return lean > -0.02 ? 0.85 : 0.45;
    const texture = rough((x / width) * across, (y / width) * down) * grain;
    return clamp(base + lean + texture - (depth / ridge.height) * fall);
  };
}

/** How steep a line is, from -1 (falling to the left) to 1, over some pixels. */
function computeSlopes(line: Float32Array, reach: number): Float32Array {
  const last = line.length - 1;
  return line.map((_, x) => {
    const [from, to] = [Math.max(0, x - reach), Math.min(last, x + reach)];
    return clamp((line[to]! - line[from]!) / (to - from || 1), -1, 1);
  });
}
