import { type Pixels, rasterise, SvgElement, svg, svgDocument } from "hub/drawing";
import { mix, multiply, type Rgb, scale } from "../../color/rgb.ts";
import { paintDot } from "../stage/dots.ts";
import { clamp, fbm, lerp, smooth } from "../stage/noise.ts";
import { computeFog, type Stage } from "../stage/stage.ts";
import { blurMap } from "../styles/blur.ts";
import { treeBox } from "./trees.ts";

interface Raster extends Pixels {
  left: number;
  top: number;
}

/** A tree to paint: its drawing, its place, its height in pixels and its distance. */
interface TreeSprite {
  content: string;
  x: number;
  y: number;
  tall: number;
  depth: number;
}

/** Paints a tree in the light of the scene. */
export async function paintTree(stage: Stage, sprite: TreeSprite): Promise<void> {
  const { x, y, content } = sprite;
  const [, , boxWidth, boxHeight] = treeBox;
  const tall = Math.max(4, Math.round(sprite.tall));
  const size = { width: Math.max(1, Math.round((tall * boxWidth) / boxHeight)), height: tall };
  const document = { ...size, viewBox: treeBox.join(" ") };
  const pixels = await rasterise(svgDocument(document, svg("g", {}, new SvgElement(content))));
  const { data, width, height } = pixels;
  const left = Math.round(x - width / 2);
  const raster = { ...pixels, left, top: Math.round(y - height) };
  paintShadow(stage, raster, sprite);
  const alpha = Float32Array.from({ length: width * height }, (_, at) => data[at * 4 + 3]! / 255);
  paintPixels(stage, raster, { lit: computeLight(stage, raster, alpha), sprite });
}

/** Computes the light on each pixel, as if the figure were a relief: from 0, in the shade, to 1. */
function computeLight(
  { side, isFlat }: Stage,
  { width, height }: Raster,
  alpha: Float32Array,
): Float32Array {
  const size = { width, height, channels: 1 };
  const wide = blurMap(alpha, { ...size, radius: Math.max(1, Math.round(height * 0.09)) });
  const fine = blurMap(alpha, { ...size, radius: Math.max(1, Math.round(height * 0.03)) });
  const slope = height * 0.16;
  return alpha.map((share, at) => {
    if (share === 0) return 0;
    const [x, y] = [at % width, Math.floor(at / width)];
    const relief = (px: number, py: number) => {
      const to = clamp(py, 0, height - 1) * width + clamp(px, 0, width - 1);
      return wide[to]! * 0.75 + fine[to]! * 0.25;
    };
    const dx = (relief(x + 1, y) - relief(x - 1, y)) * slope;
    const dy = (relief(x, y + 1) - relief(x, y - 1)) * slope;
    const length = Math.hypot(dx, dy, 1);
    const light = (-dx * side * 0.62 + dy * 0.5 + 0.62) / length;
    const base = 0.5 + (light - 0.5) * 0.95 - 0.14 * smooth(0.72, 1, y / height);
    return isFlat ? (base > 0.42 ? 0.86 : 0.34) : clamp(base + 0.16);
  });
}

function paintPixels(
  stage: Stage,
  { data, width, height, left, top }: Raster,
  { lit, sprite }: { lit: Float32Array; sprite: TreeSprite },
): void {
  const { canvas, palette, unit, noise, isFlat } = stage;
  const fog = computeFog(stage, sprite.depth);
  const rough = fbm(noise, 2);
  const layer = canvas.nextSpriteLayer();
  // The eye adapts to the dark.
  const boost = { night: 1.35, dusk: 1.15 }[stage.time as string] ?? 1;
  const haze = Math.min(0.75, fog.share);
  for (let y = 0; y < height; y++) {
    const py = top + y;
    if (py < 0 || py >= stage.height) continue;
    for (let x = 0; x < width; x++) {
      const px = left + x;
      const at = y * width + x;
      const share = data[at * 4 + 3]! / 255;
      if (share === 0 || px < 0 || px >= stage.width) continue;
      const factor = mix(palette.shade, palette.light, lit[at]!);
      const grain = isFlat ? 1 : 1 + 0.05 * rough(px / (unit * 4), py / (unit * 5));
      const [red, green, blue] = multiply(
        [data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!],
        scale(factor, boost * grain),
      );
      // Pure colours of illustrations are too strong for a lit scene.
      const limit = (value: number) => Math.min(250, value + 4);
      const color = mix([limit(red), limit(green), limit(blue)], fog.color, haze);
      const to = py * stage.width + px;
      canvas.paint(to, color, share);
      if (share > 0.5) canvas.layer[to] = layer;
    }
  }
}

/** Paints the shadow on the ground: dark below the figure, and long away from the light. */
function paintShadow(
  stage: Stage,
  { data, width, height, left }: Raster,
  { y, depth }: TreeSprite,
): void {
  const { canvas, side, palette, isFlat, sun, horizon } = stage;
  const low = smooth(0.9, 0.05, palette.height);
  const flat = lerp(0.06, 0.38, low);
  const lean = -side * lerp(0.05, 1.1, low);
  const strength = (sun.isShown ? 0.34 : 0.16) * (1 - depth);
  const reach = Math.round(height * flat);
  const lowest = [0.94, 0.96, 0.98].map((share) => Math.floor(height * share));
  const dark: Rgb = [18, 20, 36];
  for (let row = 0; row < reach; row++) {
    const source = Math.min(height - 1, Math.floor(height - 1 - row / flat));
    const py = Math.round(y) + row - Math.round(height * 0.012);
    if (py < horizon || py >= stage.height || source < 0) continue;
    for (let x = 0; x < width; x++) {
      const share =
        (data[(source * width + x) * 4 + 3]! / 255) * strength * (1 - (row / reach) * 0.75);
      const px = Math.round(left + x + lean * row * 0.9);
      if (share > 0.01 && px >= 0 && px < stage.width)
        canvas.paint(py * stage.width + px, dark, share);
    }
  }
  const feet = Array.from({ length: width }, (_, x) => x).filter((x) =>
    lowest.some((row) => data[(row * width + x) * 4 + 3]! > 110),
  );
  const [from, to] = [feet[0] ?? width / 4, (feet.at(-1) ?? width * 0.75) + 1];
  paintDot(stage, {
    x: left + (from + to) / 2,
    y: y - height * 0.006,
    radius: (to - from) * 0.55 + 2,
    flat: 0.2,
    share: isFlat ? 0.42 : 0.5,
    color: [14, 16, 30],
  });
}
