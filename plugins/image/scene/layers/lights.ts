import { svg } from "hub/drawing";
import { countThings } from "../group.ts";
import { clamp, fbm, smooth } from "../noise.ts";
import type { Thing } from "../parse/reading.ts";
import { hex, mix } from "../rgb.ts";
import type { Stage } from "../stage.ts";
import { stamp } from "../stamp.ts";

/** Paints the lights of the sky that the prompt names. */
export async function paintLights(stage: Stage): Promise<void> {
  const { reading, backdrop, thing } = stage;
  const [aurora, lightning] = [thing("aurora"), thing("lightning")];
  if (aurora) paintAurora(stage, aurora);
  if (thing("rainbow")) paintRainbow(stage);
  const isStorm = reading.weather === "storm" && !reading.absent.has("lightning");
  if (lightning || (isStorm && backdrop !== "space"))
    await paintLightning(stage, lightning ? countThings(lightning) : 1);
}

/** Paints curtains of light: rays that hang from folded bands. */
function paintAurora({ canvas, width, horizon, noise, isFlat }: Stage, { colors }: Thing): void {
  const low = colors[0]?.rgb ?? hex("4dffa6");
  const high = colors[1]?.rgb ?? colors[0]?.rgb ?? hex("9a5cf0");
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

async function paintLightning(stage: Stage, count: number): Promise<void> {
  const { width, horizon, dice, unit } = stage;
  const throwing = dice("lightning");
  let d = "";
  for (let bolt = 0; bolt < count; bolt++) {
    let [x, y] = [throwing.between(0.2, 0.8) * width, 0];
    d += `M${x} ${y}`;
    while (y < horizon) {
      x += throwing.between(-26, 26) * unit;
      y += throwing.between(12, 34) * unit;
      d += `L${x.toFixed(1)} ${y.toFixed(1)}`;
    }
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
