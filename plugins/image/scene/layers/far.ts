import { blend, mix, multiply, type Rgb, scale } from "../../color/rgb.ts";
import { isWhite } from "../stage/description.ts";
import { clamp, fbm, ridgeNoise, smooth } from "../stage/noise.ts";
import { computeFog, type Stage } from "../stage/stage.ts";

/** Paints the horizon: mountains, hills, dunes and the edge of woods. */
export function paintFar(stage: Stage): void {
  const { thing, scene, backdrop, horizon, height, palette } = stage;
  const { absent } = scene;
  const hill = thing("hill");
  if (thing("mountain")) paintMountains(stage);
  const sand = (thing("desert") ?? thing("dune"))?.color ?? palette.sand;
  const dune = { kind: "dune", color: sand, height: height * 0.18 } as const;
  if (backdrop === "desert")
    for (const [at, sunk] of [0, 0.03, 0.17].entries()) {
      const base = horizon + 3 + height * sunk;
      const depth = [0.7, 0.42, 0.2][at] ?? 0;
      paintRidge(stage, { ...dune, name: `dunes ${at}`, base, depth, layer: 12 + at });
    }
  if (backdrop === "city" || ((backdrop === "sea" || backdrop === "desert") && !hill)) return;
  // Every season has leaves.
  const leaves = palette.leaves[0]!;
  const cover = isWhite(scene)
    ? blend(palette.snow, palette.rock, 0.15)
    : blend(palette.grass, leaves, 0.45);
  const color = hill?.color ?? cover;
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
  const { horizon, palette, scene, thing } = stage;
  const mountain = thing("mountain");
  const tall = horizon * 0.66;
  const peak = 0.5 - stage.side * 0.16;
  const color = mountain?.color ?? palette.rock;
  const snow = scene.absent.has("snow") ? {} : { snow: isWhite(scene) ? 0.26 : 0.6 };
  const base = { kind: "rock" as const, color, ...snow, base: horizon + 2 };
  const behind = [0.1, 0.42, 0.7, 0.98];
  const range = [peak, peak + 0.34, peak - 0.36, peak + 0.62, peak - 0.6];
  const paint = (peaks: readonly number[], height: number, depth: number, layer: number) =>
    paintRidge(stage, { ...base, name: `range ${layer}`, peaks, height, depth, layer });
  paint(behind, tall * 0.7, 0.85, 10);
  paint(range, tall, 0.46, 11);
}

interface Ridge {
  /** A name of its own, which decides its form. */
  name: string;
  kind: "rock" | keyof typeof textures;
  /** The largest height above the base, and the row of the base, in pixels. */
  height: number;
  base: number;
  /** From 0, near, to 1, at the end of the world. */
  depth: number;
  color: Rgb;
  /** The share of the height above which snow lies. */
  snow?: number;
  /** The summits, as shares of the width, the highest first. */
  peaks?: readonly number[];
  layer: number;
}

interface Form {
  /** The first row of each column. */
  line: Float32Array;
  /** Returns the light on a place from 0 to 1, `depth` pixels below the line. */
  relief(x: number, y: number, depth: number): number;
}

/** Paints a range of mountains, hills, dunes or treetops. */
export function paintRidge(stage: Stage, ridge: Ridge): void {
  const { canvas, width, height, palette, unit } = stage;
  const { line, relief } = ridge.kind === "rock" ? formRock(stage, ridge) : formHills(stage, ridge);
  const snow = computeSnow(stage, ridge);
  const fog = computeFog(stage, ridge.depth);
  const { light: sunlight, shade } = palette;
  const bare = [multiply(ridge.color, shade), multiply(ridge.color, sunlight)] as const;
  // Snow in the shade is lit by the sky.
  const [red, green, blue] = scale(shade, 1.3);
  const snowShade = [Math.min(1, red), Math.min(1, green), Math.min(1, blue)] as const;
  const white = [multiply(palette.snow, snowShade), multiply(palette.snow, sunlight)] as const;
  const bottom = Math.min(height, Math.ceil(ridge.base + unit * 4));
  for (let y = Math.max(0, Math.floor(Math.min(...line))); y < bottom; y++)
    for (let x = 0; x < width; x++) {
      const depth = y - line[x]!;
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

/** Returns how much snow lies at a place: more of it high up, and in the shade. */
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

/** Forms mountains: summits with spurs and gullies that fan out from them, lit from one side. */
function formRock({ width, noise, dice, unit, side, isFlat }: Stage, ridge: Ridge): Form {
  const throwing = dice(ridge.name);
  const { height: size, base, layer, peaks: places = [0.5] } = ridge;
  const peaks = places.map((x, at) => {
    const height = size * (at === 0 ? 1 : throwing.between(0.42, 0.8));
    return { x: x * width, height, wide: height * throwing.between(1, 1.45) };
  });
  const [outline, spurs, fine] = [ridgeNoise(noise, 5), ridgeNoise(noise, 3), ridgeNoise(noise, 4)];
  const rough = fbm(noise, 3);
  const off = throwing.between(0, 90);
  const owner = new Uint8Array(width);
  const line = Float32Array.from({ length: width }, (_, x) => {
    let high = size * 0.1;
    for (const [at, peak] of peaks.entries()) {
      const own = peak.height * Math.max(0, 1 - (Math.abs(x - peak.x) / peak.wide) ** 0.95);
      if (own > high) [high, owner[x]] = [own, at];
    }
    const detail = outline((x / width) * 4.4 + off, off) - 0.62;
    const small = noise(x / (unit * 9) + off, 3) * unit * 1.3;
    return base - high * (1 + detail * 0.26) - detail * size * 0.13 - small;
  });
  let before = 0;
  const relief = (x: number, y: number, depth: number) => {
    const sway = rough((x / width) * 6, (y / width) * 6 + layer * 7) * size * 0.3;
    const near = Math.round(clamp(x + sway * clamp((depth / size) * 3), 0, width - 1));
    const peak = peaks[owner[near]!]!;
    const down = (y - base + peak.height) / size;
    const across = (x - peak.x + sway * 0.45) / (size * (0.3 + Math.max(0, down)));
    const facing = Math.tanh(across * 1.7) * side;
    const [u, v] = [across * 1.25 + (peak.x / width) * 9, down * 0.7 + layer];
    const spur = (spurs(u, v) - spurs(u + 0.07, v)) * side;
    if (isFlat) return facing * 0.5 + spur * 3.4 > -0.02 ? 1 : 0;
    const grit = fine((x / width) * 9 + layer * 3, (y / width) * 11);
    const edge = (grit - before) * side;
    before = grit;
    return clamp(0.5 + facing * 0.3 + spur * 2.6 - edge * 3.4 + (grit - 0.6) * 0.35);
  };
  return { line, relief };
}

/** The light on soft ridges, and the size of their texture. */
const textures = {
  hill: { light: 0.62, slope: 0.9, grain: 0.22, across: 15, down: 36, fall: 0.2 },
  wood: { light: 0.55, slope: 0, grain: 0.7, across: 66, down: 66, fall: 0.35 },
  dune: { light: 0.66, slope: 2.2, grain: 0.1, across: 7, down: 60, fall: 0 },
};

/** Forms hills, dunes, and the tops of woods, which hide the slopes below them. */
function formHills({ noise, dice, side, unit, width, isFlat }: Stage, ridge: Ridge): Form {
  const { kind, height, base } = ridge;
  const off = dice(ridge.name).between(0, 90);
  const shape = fbm(noise, 3);
  const findTop = (x: number) => {
    const soft = 0.55 + 0.45 * shape((x / width) * 1.6 + off, off * 1.7);
    const crowns = Math.abs(noise(x / (unit * 7) + off, 1)) * unit * 9;
    return base - height * soft - (kind === "wood" ? crowns : 0);
  };
  const line = Float32Array.from({ length: width }, (_, x) => findTop(x));
  const { light, slope, grain, across, down, fall } = textures[kind === "rock" ? "hill" : kind];
  const rough = fbm(noise, 4);
  const reach = Math.round(unit * 16);
  const relief = (x: number, y: number, depth: number) => {
    // The shade of a crest falls aside.
    const from = kind === "dune" ? x - side * depth * 0.9 : x;
    const lean = ((findTop(from + reach) - findTop(from - reach)) / (2 * reach)) * side * slope;
    if (isFlat) return lean > -0.02 ? 0.85 : 0.45;
    const texture = rough((x / width) * across, (y / width) * down) * grain;
    return clamp(light + lean + texture - (depth / height) * fall);
  };
  return { line, relief };
}
