import { svg } from "hub/drawing";
import { clamp, fbm, smooth } from "../noise.ts";
import { countMax } from "../parse/read-prompt.ts";
import type { Thing } from "../parse/reading.ts";
import { css, hex, mix, type Rgb } from "../rgb.ts";
import type { Stage } from "../stage.ts";
import { stamp } from "../stamp.ts";

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

function countLights(thing: Thing | undefined, many: number): number {
  return Math.min(countMax, thing?.count ?? (thing?.isPlural ? many : 1));
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

function paintComets(stage: Stage, comet: Thing): void {
  const { canvas, width, height, horizon, dice, unit, backdrop } = stage;
  const throwing = dice("comets");
  const color = comet.colors[0]?.rgb ?? hex("dff0ff");
  const low = backdrop === "space" ? height : horizon;
  const [dx, dy] = [stage.side * 0.88, -0.47];
  for (let one = 0; one < countLights(comet, 4); one++) {
    const [x, y] = [throwing.between(0.2, 0.8) * width, throwing.between(0.12, 0.5) * low];
    const long = width * throwing.between(0.22, 0.36);
    for (let step = 0; step < long; step += 0.5) {
      const share = 1 - step / long;
      const half = unit * (0.4 + 2.2 * share * share);
      for (let side = -half; side <= half; side += 0.7) {
        const px = Math.round(x + dx * step - dy * side);
        const py = Math.round(y + dy * step + dx * side);
        if (px < 0 || py < 0 || px >= width || py >= height) continue;
        const glow = 0.3 * share ** 2 * (1 - Math.abs(side) / (half + 0.1));
        canvas.add(py * width + px, color, glow);
      }
    }
  }
}

async function paintLightning(stage: Stage): Promise<void> {
  const { width, horizon, dice, unit, thing } = stage;
  const throwing = dice("lightning");
  let [bolts, branches] = ["", ""];
  for (let bolt = 0; bolt < countLights(thing("lightning"), 3); bolt++) {
    let [x, y] = [throwing.between(0.2, 0.8) * width, 0];
    bolts += `M${x} ${y}`;
    while (y < horizon) {
      x += throwing.between(-26, 26) * unit;
      y += throwing.between(12, 34) * unit;
      bolts += `L${x.toFixed(1)} ${y.toFixed(1)}`;
      if (throwing.next() > 0.28) continue;
      const [bx, by] = [throwing.between(-70, 70) * unit, throwing.between(40, 90) * unit];
      branches += `M${x} ${y}l${bx / 2 + 9 * unit} ${by / 2}L${x + bx} ${y + by}`;
    }
  }
  const stroke = (d: string, color: Rgb, [thick, opacity]: readonly [number, number]) =>
    svg("path", {
      d,
      stroke: css(color),
      fill: "none",
      opacity,
      "stroke-width": thick * unit,
      "stroke-linejoin": "round",
    });
  const glow = hex("c8bcff");
  const shapes = [
    ...[22, 13, 7].map((thick) => stroke(bolts, glow, [thick, 0.12])),
    stroke(branches, glow, [1.4, 0.7]),
    stroke(bolts, [255, 255, 255], [2.6, 1]),
  ];
  await stamp(stage, shapes, { layer: 41, grain: 0 });
}
