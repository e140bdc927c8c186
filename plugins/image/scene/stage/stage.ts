import { asTable } from "hub";
import { type Child, rasterise, svgDocument } from "hub/drawing";
import { blend, type Rgb, scale } from "../../color/rgb.ts";
import { createDice, type Dice } from "../../random.ts";
import type { SceneDescription, Scenery } from "./description.ts";
import { clamp, createNoise, fbm, lerp, type Noise } from "./noise.ts";
import { buildPalette, type Palette } from "./palette.ts";
import { PixelCanvas } from "./pixel-canvas.ts";
import { type Backdrop, isMoonlit, type Plan } from "./plan.ts";

/** The state that all painters of a scene share. */
export interface Stage extends Plan {
  canvas: PixelCanvas;
  /** The names of the scenery that the picture shows. */
  shown: Set<string>;
  width: number;
  height: number;
  /** A five-hundredth of the shorter side, so that scenes look the same at any size. */
  unit: number;
  /** The border of ground and sky, in pixels from the top. */
  horizon: number;
  /** The border of water and the near shore, in pixels from the top; the height without a shore. */
  shore: number;
  palette: Palette;
  /** The colours of the whole picture. */
  colors: readonly Rgb[];
  /** The sun, or the moon at night. */
  sun: { x: number; y: number; isShown: boolean };
  /** Whether the light comes from the left (-1) or the right (1). */
  side: -1 | 1;
  /** Whether shapes have even colours and outlines, as in a cartoon. */
  isFlat: boolean;
  noise: Noise;
  /** Creates the random numbers for a part of the scene. Parts don't change each other. */
  dice(part: string): Dice;
  thing(name: string): Scenery | undefined;
  /** The circle that an illustration covers. */
  medallion: { x: number; y: number; radius: number } | undefined;
}

/** Returns the row on which the nearest figures stand outside. */
export function findBaseline({ backdrop, height, horizon, shore }: Stage): number {
  const land = backdrop === "sea" || backdrop === "lake" ? Math.max(horizon, shore) : horizon;
  return Math.min(height * 0.95, Math.max(lerp(land, height, 0.62), height * 0.82));
}

/** Returns the colour of the air at a distance, its share, and its increase downwards. */
export function computeFog({ palette, scene, isFlat }: Stage, depth: number) {
  const thick = { fog: 0.34, rain: 0.14, storm: 0.1, snow: 0.2 }[scene.weather as string] ?? 0;
  const [, , low, horizon] = palette.stops;
  const share = clamp(depth * (isFlat ? 0.55 : 0.72) + thick * (0.25 + depth));
  return { color: blend(low, horizon, 0.62), share, rise: (0.22 + thick) * depth };
}

export interface StageOptions {
  width: number;
  height: number;
  /** The seed of everything that the prompt doesn't decide. */
  seed: string;
  isFlat: boolean;
  palette: readonly Rgb[];
  /** Whether an illustration covers the middle. */
  hasMedallion: boolean;
}

/** Creates the stage for a plan. */
export function setStage(plan: Plan, options: StageOptions): Stage {
  const { scene, backdrop, time } = plan;
  const { width, height, seed, isFlat, hasMedallion } = options;
  const dice = (part: string) => createDice(`${seed}/${part}`);
  const composing = dice("composition");
  const side = composing.next() < 0.5 ? -1 : 1;
  const usual = (horizons[backdrop] ?? 0.6) + composing.between(-0.03, 0.03);
  const horizon = Math.round(height * usual);
  const palette = buildPalette(scene, time, options.palette);
  const colors = options.palette.length > 0 ? options.palette : scene.colors;
  const thing = (name: string) => scene.scenery.find((one) => one.name === name);
  // Faint lights are visible without the moon.
  const faint = time === "night" && ["star", "space", "aurora"].some((name) => thing(name));
  const isDenied = scene.absent.has(isMoonlit({ scene, time }) ? "moon" : "sun");
  const hidden = faint || ["storm", "rain", "fog", "snow"].includes(scene.weather ?? "");
  const disc = time === "night" ? thing("moon") : (thing("sun") ?? thing("moon"));
  const aside = composing.between(0.14, 0.24);
  // The sun is high at noon, and stands next to an illustration.
  const usualOff = { noon: 0.04, morning: aside + 0.16 }[time as string] ?? aside;
  const off = hasMedallion ? 0.4 : usualOff;
  const sunk = Math.max(palette.height, disc && palette.height < 0.1 ? 0.12 : 0);
  return {
    ...plan,
    canvas: new PixelCanvas(width, height),
    shown: new Set(),
    width,
    height,
    unit: Math.min(width, height) / 512,
    horizon,
    palette,
    colors,
    side,
    isFlat,
    dice,
    thing,
    medallion: hasMedallion
      ? { x: width / 2, y: height / 2, radius: 0.37 * Math.min(width, height) }
      : undefined,
    sun: {
      x: (0.5 + side * off) * width,
      y: horizon * (1 - sunk),
      isShown: !isDenied && (disc !== undefined || !hidden),
    },
    shore: height - (height - horizon) * chooseShore(scene, backdrop),
    noise: createNoise(seed),
  };
}

/** The usual horizons, as shares of the height from the top. */
const horizons: Readonly<Record<string, number>> = asTable({
  sea: 0.54,
  lake: 0.56,
  city: 0.7,
  moon: 0.64,
  plain: 1,
});

/** Returns the share of the ground that is a near shore. */
function chooseShore({ scenery }: SceneDescription, backdrop: Backdrop): number {
  if (backdrop === "city") return 0;
  if (backdrop !== "sea" && backdrop !== "lake") return 1;
  if (scenery.some(({ name }) => ["beach", "forest", "field"].includes(name))) return 0.4;
  return backdrop === "lake" ? 0.22 : 0;
}

/** Draws shapes onto the canvas, with a little of the grain that real surfaces have. */
export async function stamp(
  { canvas, width, height, noise, unit, isFlat }: Stage,
  drawing: readonly Child[],
  { layer, grain = 0.05 }: { layer: number; grain?: number },
): Promise<void> {
  if (drawing.length === 0) return;
  const { data } = await rasterise(svgDocument({ width, height }, ...drawing));
  const rough = fbm(noise, 2);
  for (let at = 0; at < width * height; at++) {
    const share = data[at * 4 + 3]! / 255;
    if (share === 0) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    const light = isFlat ? 1 : 1 + grain * rough(x / (unit * 5), y / (unit * 6.5));
    const color = [data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!] as const;
    canvas.paint(at, scale(color, light), share);
    if (share > 0.5) canvas.layer[at] = layer;
  }
}
