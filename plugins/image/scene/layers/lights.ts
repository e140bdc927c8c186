import { svg } from "hub/drawing";
import { clamp, lerp, smooth } from "../interpolate.ts";
import { fbm } from "../noise.ts";
import { countMax } from "../parse/read-prompt.ts";
import type { Thing } from "../parse/reading.ts";
import { blend, css, hex, type Rgb } from "../rgb.ts";
import type { Stage } from "../stage.ts";
import { stamp } from "../stamp.ts";

// Indexes stay within the pixels: `!` says so where a check for each of them would cost time.

/** Paints the lights of the sky that the prompt names. */
export async function paintLights(stage: Stage): Promise<void> {
  const [aurora, comet] = [stage.thing("aurora"), stage.thing("comet")];
  if (aurora) paintAurora(stage, aurora);
  if (stage.thing("rainbow")) paintRainbow(stage);
  if (comet) paintComets(stage, comet);
  const { weather, absent } = stage.reading;
  const isStorm = weather === "storm" && stage.backdrop !== "space" && !absent.has("lightning");
  if (stage.thing("lightning") || isStorm) await paintLightning(stage);
}

/** Curtains of light: rays that hang from folded bands. */
function paintAurora({ canvas, width, horizon, noise, isFlat }: Stage, { colors }: Thing): void {
  const wished = colors.map(({ rgb }) => rgb);
  const low = wished[0] ?? hex("4dffa6");
  const high = wished[1] ?? wished[0] ?? hex("9a5cf0");
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
        const color = blendFast(low, high, clamp(up * 1.25));
        canvas.add(y * width + x, color, clamp(glow * strength * (0.35 + 0.65 * rays)) * 0.72);
      }
    }
}

function blendFast(one: Rgb, two: Rgb, share: number): Rgb {
  return [lerp(one[0], two[0], share), lerp(one[1], two[1], share), lerp(one[2], two[2], share)];
}

const spectrum: readonly Rgb[] = [
  "8a4fd0",
  "4a6fe0",
  "38b8e0",
  "52c95a",
  "f5e04a",
  "f59a38",
  "e8463c",
].map(hex);

/** A rainbow stands opposite to the sun. */
function paintRainbow({ canvas, width, horizon, sun, isFlat }: Stage): void {
  const middle = { x: width - sun.x, y: horizon * 1.18 };
  const [inner, outer] = [horizon * 0.72, horizon * 0.88];
  for (let y = 0; y < horizon; y++)
    for (let x = 0; x < width; x++) {
      const away = Math.hypot((x - middle.x) * 0.92, y - middle.y);
      const share = (away - inner) / (outer - inner);
      if (share <= 0 || share >= 1) continue;
      const place = share * (spectrum.length - 1);
      const first = Math.floor(place);
      const color = isFlat
        ? spectrum[Math.round(place)]!
        : blendFast(spectrum[first]!, spectrum[Math.min(6, first + 1)]!, place - first);
      const soft = isFlat ? 0.85 : smooth(0, 0.14, share) * smooth(1, 0.86, share) * 0.55;
      canvas.paint(
        y * width + x,
        color[0],
        color[1],
        color[2],
        soft * smooth(0, 0.16, 1 - y / horizon),
      );
    }
}

function paintComets(stage: Stage, comet: Thing): void {
  const { canvas, width, height, horizon, dice, unit, backdrop } = stage;
  const throwing = dice("comets");
  const count = Math.min(countMax, comet.count ?? (comet.isPlural ? 4 : 1));
  const color = comet.colors[0]?.rgb ?? hex("dff0ff");
  const low = backdrop === "space" ? height : horizon;
  for (let one = 0; one < count; one++) {
    const [x, y] = [throwing.between(0.2, 0.8) * width, throwing.between(0.12, 0.5) * low];
    const long = width * throwing.between(0.22, 0.36);
    const [dx, dy] = [stage.side * 0.88, -0.47];
    for (let step = 0; step < long; step += 0.5) {
      const share = 1 - step / long;
      const half = unit * (0.4 + 2.2 * share * share);
      for (let side = -half; side <= half; side += 0.7) {
        const px = Math.round(x + dx * step - dy * side);
        const py = Math.round(y + dy * step + dx * side);
        if (px >= 0 && py >= 0 && px < width && py < height)
          canvas.add(
            py * width + px,
            color,
            0.3 * share ** 2 * (1 - Math.abs(side) / (half + 0.1)),
          );
      }
    }
  }
}

async function paintLightning(stage: Stage): Promise<void> {
  const { width, horizon, dice, unit, thing } = stage;
  const throwing = dice("lightning");
  const bolt = thing("lightning");
  const count = Math.min(countMax, bolt?.count ?? (bolt?.isPlural ? 3 : 1));
  const lines = Array.from({ length: count }, () => {
    let [x, y] = [throwing.between(0.2, 0.8) * width, 0];
    let path = `M${x} ${y}`;
    let branches = "";
    while (y < horizon) {
      x += throwing.between(-26, 26) * unit;
      y += throwing.between(12, 34) * unit;
      path += `L${x.toFixed(1)} ${y.toFixed(1)}`;
      if (throwing.next() < 0.28) {
        const [bx, by] = [
          x + throwing.between(-70, 70) * unit,
          y + throwing.between(40, 90) * unit,
        ];
        branches += `M${x} ${y}L${(x + bx) / 2 + 9 * unit} ${(y + by) / 2}L${bx} ${by}`;
      }
    }
    return { path, branches };
  });
  const stroke = (d: string, color: Rgb, [thick, opacity]: readonly [number, number]) =>
    svg("path", {
      d,
      stroke: css(color),
      fill: "none",
      opacity,
      "stroke-width": thick * unit,
      "stroke-linejoin": "round",
    });
  const glow = blend(hex("b9a8ff"), [255, 255, 255], 0.2);
  const shapes = lines.flatMap(({ path, branches }) => [
    ...([22, 13, 7] as const).map((thick) => stroke(path, glow, [thick, 0.12])),
    stroke(branches, glow, [1.4, 0.7]),
    stroke(path, [255, 255, 255], [2.6, 1]),
  ]);
  await stamp(stage, shapes, { layer: 41, grain: 0 });
}
