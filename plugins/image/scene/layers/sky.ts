import { clamp, lerp, smooth } from "../interpolate.ts";
import { fbm } from "../noise.ts";
import { isMoonlit } from "../plan.ts";
import { blend, type Rgb } from "../rgb.ts";
import type { Stage } from "../stage.ts";

// Indexes stay within the pixels: `!` says so where a check for each of them would cost time.

const steps = 256;
const bands = 9;

/** Paints the sky, with the light that the sun sheds on it. */
export function paintSky(stage: Stage): void {
  const { canvas, width, height, palette, sun, horizon, isFlat, time } = stage;
  const colors = gradientSteps(palette.stops);
  const reach = Math.hypot(width, height);
  const strength =
    (time === "night" ? 0.3 : time === "day" ? 0.42 : 0.75) * (sun.isShown ? 1 : 0.3);
  const [glowRed, glowGreen, glowBlue] = palette.glow;
  for (let y = 0; y < height; y++) {
    const share = clamp(y / (horizon * 1.02));
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const away = Math.hypot(x - sun.x, (y - sun.y) * 1.15) / reach;
      const shown = isFlat ? Math.floor(clamp(share - away * 0.1) * bands) / bands : share;
      const color = colors[Math.min(steps - 1, Math.floor(shown * steps))]!;
      canvas.paint(at, color[0], color[1], color[2], 1);
      const glow = strength * (0.62 * Math.exp(-away * 7.5) + 0.5 * Math.exp(-away * 30));
      const drawn = isFlat ? Math.round(glow * 7) / 7 : glow;
      canvas.paint(at, glowRed, glowGreen, glowBlue, Math.min(0.95, drawn));
    }
  }
}

/** The colours between those given, in even steps. */
export function gradientSteps(stops: readonly Rgb[]): readonly Rgb[] {
  return Array.from({ length: steps }, (_, step) => {
    // More room for the colours near the horizon would leave the zenith bare.
    const place = (step / (steps - 1)) ** 1.15 * (stops.length - 1);
    const first = Math.min(stops.length - 2, Math.floor(place));
    return blend(stops[first]!, stops[first + 1]!, place - first);
  });
}

/** Paints the disc of the sun or the moon. */
export function paintDisc(stage: Stage): void {
  const { sun, unit, thing, palette, isFlat } = stage;
  if (!sun.isShown) return;
  const isMoon = isMoonlit(stage);
  const size = (isMoon ? thing("moon")?.size : thing("sun")?.size) ?? 1;
  const low = smooth(0.35, 0.02, palette.height);
  const radius = unit * (isMoon ? 30 : lerp(22, 42, low)) * size;
  const usual = isFlat && !isMoon ? blend(palette.disc, [255, 196, 40], 0.65) : palette.disc;
  const color = thing(isMoon ? "moon" : "sun")?.colors[0]?.rgb ?? usual;
  paintRound(stage, { radius, color, isMoon });
  if (!isFlat) paintHalo(stage, radius);
}

function paintRound(
  { canvas, width, height, sun, unit, noise, isFlat }: Stage,
  { radius, color, isMoon }: { radius: number; color: Rgb; isMoon: boolean },
): void {
  const craters = fbm(noise, 4);
  for (
    let y = Math.max(0, Math.floor(sun.y - radius - 1));
    y < Math.min(height, sun.y + radius + 1);
    y++
  )
    for (
      let x = Math.max(0, Math.floor(sun.x - radius - 1));
      x < Math.min(width, sun.x + radius + 1);
      x++
    ) {
      const [dx, dy] = [(x - sun.x) / radius, (y - sun.y) / radius];
      const away = Math.hypot(dx, dy);
      const share = clamp((1 - away) * (radius / (isMoon ? 1.2 : 1.6 * unit + 0.4)));
      if (share <= 0) continue;
      let light = 1;
      if (isMoon) {
        const spots = smooth(0.05, 0.4, craters(dx * 1.6 + 9, dy * 1.6));
        light = isFlat
          ? 1 - 0.12 * Math.round(spots)
          : (1 - 0.24 * spots) * (1.03 - 0.2 * away ** 3);
      }
      canvas.paint(y * width + x, color[0] * light, color[1] * light, color[2] * light, share);
      if (isMoon && share > 0.5) canvas.layer[y * width + x] = 1;
    }
}

function paintHalo({ canvas, width, height, sun, palette }: Stage, radius: number): void {
  const reach = radius * 5;
  for (let y = Math.max(0, Math.floor(sun.y - reach)); y < Math.min(height, sun.y + reach); y++)
    for (let x = Math.max(0, Math.floor(sun.x - reach)); x < Math.min(width, sun.x + reach); x++) {
      const away = Math.hypot(x - sun.x, y - sun.y) / radius;
      if (away < 1) continue;
      canvas.add(
        y * width + x,
        palette.glow,
        0.3 * Math.exp(-(away - 1) * 1.5) * smooth(5, 3, away),
      );
    }
}
