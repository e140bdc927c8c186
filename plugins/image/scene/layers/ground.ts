import { clamp, lerp, smooth } from "../interpolate.ts";
import { fbm } from "../noise.ts";
import { blend, multiply, type Rgb } from "../rgb.ts";
import type { Stage } from "../stage.ts";
import { computeFog } from "../stage.ts";

export interface Ground {
  color: Rgb;
  kind: "grass" | "sand" | "snow" | "stone";
  /** Where it begins at each column, in pixels from the top. */
  top(x: number): number;
  /** Where it would begin if it went on to the horizon: what its perspective is by. */
  from: number;
  layer: number;
}

/** Paints ground that runs towards the viewer, with light and shade lying on it. */
export function paintGround(stage: Stage, { color, kind, top, from, layer }: Ground): void {
  const { canvas, width, height, palette, noise, isFlat, side, sun } = stage;
  const fine = fbm(noise, 4);
  const broad = fbm(noise, 2);
  const lit = multiply(color, palette.light);
  const shaded = multiply(
    blend(color, kind === "grass" ? [40, 80, 50] : [120, 110, 150], 0.25),
    palette.shade,
  );
  const fog = computeFog(stage, 0.75);
  const stretch = kind === "sand" || kind === "snow" ? 0.35 : 1;
  for (let y = Math.max(0, Math.floor(from) - 60); y < height; y++) {
    const near = clamp((y - from) / Math.max(1, height - from));
    const depth = 1 / (near + 0.09);
    for (let x = 0; x < width; x++) {
      const cover = clamp(y - top(x) + 0.5);
      if (cover <= 0) continue;
      const u = ((x - width / 2) / width) * depth;
      const patches = broad(u * 1.1 + 5, depth * 1.3);
      const grain = isFlat ? 0 : fine(u * 9 * stretch, depth * 13);
      const swell =
        kind === "sand" && !isFlat
          ? Math.sin((depth * 34 + fine(u * 2, depth * 2) * 5) * 1) * 0.1 * near
          : 0;
      let light = 0.72 + patches * 0.34 + grain * (kind === "grass" ? 0.3 : 0.14) + swell;
      light += ((x - width / 2) / width) * side * 0.16 - near * (kind === "grass" ? 0.2 : 0.08);
      light = isFlat ? (light > 0.62 ? 0.85 : 0.5) : clamp(light);
      const haze = fog.share * smooth(0.3, 0, near) * (isFlat ? 0.5 : 0.8);
      const warm =
        Math.exp(-Math.abs(x - sun.x) / (width * 0.3)) *
        smooth(0.5, 0, near) *
        (sun.isShown ? 0.16 : 0);
      const at = y * width + x;
      const part = (channel: 0 | 1 | 2) =>
        lerp(
          lerp(lerp(shaded[channel], lit[channel], light), fog.color[channel], haze),
          palette.glow[channel],
          isFlat ? 0 : warm,
        );
      canvas.paint(at, part(0), part(1), part(2), cover);
      if (cover > 0.5) canvas.layer[at] = layer;
    }
  }
}
