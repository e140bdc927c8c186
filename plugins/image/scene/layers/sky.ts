import { svg } from "hub/drawing";
import { blend, hex, mix, type Rgb, scale } from "../../color/rgb.ts";
import type { Scenery } from "../stage/description.ts";
import { paintDot } from "../stage/dots.ts";
import { clamp, fbm, lerp, smooth } from "../stage/noise.ts";
import { isMoonlit } from "../stage/plan.ts";
import { type Stage, stamp } from "../stage/stage.ts";

const steps = 256;
const bands = 9;

/** Paints the sky, with the light that the sun sheds on it. */
export function paintSky(stage: Stage): void {
  const { canvas, width, height, palette, sun, horizon, isFlat, time } = stage;
  const colors = gradientSteps(palette.stops);
  const reach = Math.hypot(width, height);
  const usual = time === "night" ? 0.3 : time === "day" || time === "noon" ? 0.42 : 0.75;
  const strength = usual * (sun.isShown ? 1 : 0.3);
  for (let y = 0; y < height; y++) {
    const share = clamp(y / (horizon * 1.02));
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const away = Math.hypot(x - sun.x, (y - sun.y) * 1.15) / reach;
      const shown = isFlat ? Math.floor(clamp(share - away * 0.1) * bands) / bands : share;
      canvas.paint(at, colors[Math.min(steps - 1, Math.floor(shown * steps))]!, 1);
      const glow = strength * (0.62 * Math.exp(-away * 7.5) + 0.5 * Math.exp(-away * 30));
      canvas.paint(at, palette.glow, Math.min(0.95, isFlat ? Math.round(glow * 7) / 7 : glow));
    }
  }
}

/** Returns the colours between some, in even steps. */
export function gradientSteps(stops: readonly Rgb[]): readonly Rgb[] {
  return Array.from({ length: steps }, (_, step) => {
    // More room for the colours near the horizon would leave the zenith bare.
    const place = (step / (steps - 1)) ** 1.15 * (stops.length - 1);
    const first = Math.min(stops.length - 2, Math.floor(place));
    return blend(stops[first]!, stops[first + 1]!, place - first);
  });
}

/** The layer of the sun and the moon. */
export const discLayer = 2;

/** Paints the disc of the sun or the moon, and the light around it. */
export function paintDisc(stage: Stage): void {
  const { canvas, width, height, sun, unit, noise, thing, palette, isFlat } = stage;
  if (!sun.isShown) return;
  const isMoon = isMoonlit(stage);
  const disc = thing(isMoon ? "moon" : "sun");
  const low = smooth(0.35, 0.02, palette.height);
  const radius = unit * (isMoon ? 30 : lerp(22, 42, low));
  const usual = isFlat && !isMoon ? blend(palette.disc, [255, 196, 40], 0.65) : palette.disc;
  const color = disc?.color ?? usual;
  const craters = fbm(noise, 4);
  const edge = radius / (isMoon ? 1.2 : 1.6 * unit + 0.4);
  const reach = radius * (isFlat ? 1 : 5);
  for (let y = Math.max(0, Math.floor(sun.y - reach)); y < Math.min(height, sun.y + reach); y++)
    for (let x = Math.max(0, Math.floor(sun.x - reach)); x < Math.min(width, sun.x + reach); x++) {
      const [dx, dy] = [(x - sun.x) / radius, (y - sun.y) / radius];
      const [at, away] = [y * width + x, Math.hypot(dx, dy)];
      if (away >= 1) {
        const halo = 0.3 * Math.exp((1 - away) * 1.5) * smooth(5, 3, away);
        if (!isFlat) canvas.add(at, palette.glow, halo);
        continue;
      }
      const spots = isMoon ? smooth(0.05, 0.4, craters(dx * 1.6 + 9, dy * 1.6)) : 0;
      const round = isMoon ? (1 - 0.24 * spots) * (1.03 - 0.2 * away ** 3) : 1;
      const light = isFlat ? 1 - 0.12 * Math.round(spots) : round;
      const share = clamp((1 - away) * edge);
      canvas.paint(at, scale(color, light), share);
      if (share > 0.5) canvas.layer[at] = discLayer;
    }
}

const tints: readonly Rgb[] = [
  [255, 255, 255],
  [200, 218, 255],
  [255, 236, 205],
  [190, 205, 255],
];

/** Paints stars, in crowds and gaps. */
export function paintStars(stage: Stage, { density = 1 }: { density?: number } = {}): void {
  const { width, height, horizon, dice, noise, unit, backdrop } = stage;
  const throwing = dice("stars");
  const low = backdrop === "space" ? height : horizon;
  const drift = fbm(noise, 3);
  const count = ((width * low) / (unit * unit * 420)) * density;
  for (let star = 0; star < count; star++) {
    const x = throwing.next() * width;
    const y = throwing.next() * low;
    const crowd = 0.5 + 0.5 * drift((x / width) * 2.2, (y / width) * 2.2);
    const bright = throwing.next() ** 3.2;
    if (throwing.next() > 0.35 + crowd) continue;
    const haze = backdrop === "space" ? 1 : smooth(low, low * 0.55, y);
    const radius = unit * (0.5 + bright * 1.9) * (bright > 0.9 ? 1.5 : 1);
    const share = haze * (0.3 + bright * 0.7);
    paintDot(stage, { x, y, radius, share, color: throwing.pick(tints) });
  }
}

/** The colours of gas clouds, from the dark to the core. */
const nebulas = [
  "0b0a22 5a2a8f e0568a ffc9a0",
  "05101f 124a7a 2fb0c0 d8fff0",
  "0d0718 3a2a8a 4a8fe8 f0d8ff",
  "100812 7a2436 e8763a ffe6b0",
] as const;

/** Paints open space: clouds of gas, dust before them, and stars. */
export function paintSpace(stage: Stage): void {
  const { canvas, width, height, noise, dice, thing, scene, isFlat } = stage;
  const named = [thing("space")?.color, thing("sky")?.color, ...stage.colors];
  const wished = named.filter((color) => color !== undefined);
  const usual = dice("nebula").pick(nebulas).split(" ").map(hex);
  const colors = wished.length > 0 ? shadeNebula(wished) : usual;
  const [dark, gas, bright, core] = colors as [Rgb, Rgb, Rgb, Rgb];
  const shape = fbm(noise, 5);
  const slope = dice("nebula slope").between(-0.7, 0.7);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [x / width - 0.5, (y - height / 2) / width];
      const warp = shape(u * 1.7 + 5, v * 1.7);
      const along = v - u * slope + warp * 0.24;
      const band = Math.exp(-along * along * 9);
      const raw = clamp(band * (0.55 + 0.75 * shape(u * 3.1 + warp, v * 3.1 + warp)) + 0.08 * warp);
      const value = isFlat ? Math.round(raw * 5) / 5 : raw;
      const dust = smooth(0.15, 0.6, shape(u * 4.6 + 20, v * 4.6 + warp * 2)) * band * 0.75;
      const low = mix(dark, gas, smooth(0.02, 0.5, value));
      const middle = mix(low, bright, smooth(0.36, 0.82, value));
      const color = mix(middle, core, smooth(0.72, 1.05, value));
      canvas.paint(y * width + x, scale(color, 1 - dust * 0.7), 1);
    }
  if (!scene.absent.has("star")) paintStars(stage, { density: 1.7 });
}

function shadeNebula(colors: readonly Rgb[]): readonly Rgb[] {
  const [first, second = first] = colors as readonly [Rgb, Rgb?];
  return [
    blend(first, [4, 5, 16], 0.88),
    blend(first, [10, 8, 30], 0.35),
    second,
    blend(second, [255, 255, 255], 0.6),
  ];
}

/** Paints the lights of the sky that the prompt names. */
export async function paintLights(stage: Stage): Promise<void> {
  const { scene, backdrop, thing } = stage;
  const aurora = thing("aurora");
  if (aurora) paintAurora(stage, aurora);
  if (thing("rainbow")) paintRainbow(stage);
  const isStorm = scene.weather === "storm" && !scene.absent.has("lightning");
  if (thing("lightning") || (isStorm && backdrop !== "space")) await paintLightning(stage);
}

/** Paints curtains of light: rays that hang from folded bands. */
function paintAurora({ canvas, width, horizon, noise, isFlat }: Stage, { color }: Scenery): void {
  const low = color ?? hex("4dffa6");
  const high = color ?? hex("9a5cf0");
  const folds = fbm(noise, 3);
  for (let band = 0; band < 3; band++)
    for (let x = 0; x < width; x++) {
      const place = x / width;
      const fold = folds(place * 1.6 + band * 9.1, band * 4.7);
      const foot = horizon * (0.84 - band * 0.17 + fold * 0.2);
      const long = horizon * (0.5 + 0.2 * noise(place * 3 + band, 8));
      const rays = isFlat ? 0.8 : 0.5 + 0.5 * noise(place * 26 + fold * 6, band * 3);
      const strength = (0.85 - band * 0.2) * smooth(-0.55, 0.35, noise(place * 2.2 + 31, band * 5));
      for (let y = Math.max(0, Math.floor(foot - long)); y < Math.min(horizon, foot + 12); y++) {
        const up = (foot - y) / long;
        const glow = up < 0 ? smooth(-0.06, 0, up) : clamp(1 - up) ** 1.7;
        const share = clamp(glow * strength * (0.35 + 0.65 * rays)) * 0.72;
        canvas.add(y * width + x, mix(low, high, clamp(up * 1.25)), share);
      }
    }
}

const spectrum = "8a4fd0 4a6fe0 38b8e0 52c95a f5e04a f59a38 e8463c".split(" ").map(hex);

/** Paints a rainbow opposite to the sun. */
function paintRainbow({ canvas, width, horizon, sun, isFlat }: Stage): void {
  const middle = { x: width - sun.x, y: horizon * 1.18 };
  const [inner, outer] = [horizon * 0.72, horizon * 0.88];
  for (let y = 0; y < horizon; y++)
    for (let x = 0; x < width; x++) {
      const away = Math.hypot((x - middle.x) * 0.92, y - middle.y);
      const share = (away - inner) / (outer - inner);
      if (share <= 0 || share >= 1) continue;
      const exact = share * (spectrum.length - 1);
      const place = isFlat ? Math.round(exact) : exact;
      const first = Math.min(spectrum.length - 2, Math.floor(place));
      const color = mix(spectrum[first]!, spectrum[first + 1]!, place - first);
      const soft = isFlat ? 0.85 : smooth(0, 0.14, share) * smooth(1, 0.86, share) * 0.55;
      canvas.paint(y * width + x, color, soft * smooth(0, 0.16, 1 - y / horizon));
    }
}

async function paintLightning(stage: Stage): Promise<void> {
  const { width, horizon, dice, unit } = stage;
  const throwing = dice("lightning");
  let [x, y] = [throwing.between(0.2, 0.8) * width, 0];
  let d = `M${x} ${y}`;
  while (y < horizon) {
    x += throwing.between(-26, 26) * unit;
    y += throwing.between(12, 34) * unit;
    d += `L${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  const strokes = [
    [22, "#c8bcff", 0.12],
    [13, "#c8bcff", 0.12],
    [7, "#c8bcff", 0.12],
    [2.6, "#ffffff", 1],
  ] as const;
  const drawing = strokes.map(([thick, stroke, opacity]) =>
    svg("path", { d, stroke, fill: "none", opacity, "stroke-width": thick * unit }),
  );
  await stamp(stage, drawing, { layer: 41, grain: 0 });
}
