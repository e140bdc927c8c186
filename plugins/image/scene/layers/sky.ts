import { clamp, fbm, lerp, smooth } from "../noise.ts";
import { isMoonlit } from "../plan.ts";
import { blend, type Rgb, scale } from "../rgb.ts";
import type { Stage } from "../stage.ts";

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
  const radius = unit * (isMoon ? 30 : lerp(22, 42, low)) * (disc?.size ?? 1);
  const usual = isFlat && !isMoon ? blend(palette.disc, [255, 196, 40], 0.65) : palette.disc;
  const color = disc?.colors[0]?.rgb ?? usual;
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
