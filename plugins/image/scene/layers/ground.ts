import { blend, mix, multiply, type Rgb, scale, shiftColor } from "../../color/rgb.ts";
import { clamp, fbm, lerp, smooth } from "../stage/noise.ts";
import { computeFog, type Stage } from "../stage/stage.ts";

export interface Ground {
  color: Rgb;
  kind: "grass" | "sand" | "snow" | "stone";
  /** The first row of each column, in pixels. */
  top(x: number): number;
  /** The row of the vanishing line, which decides the perspective. */
  from: number;
}

/** Paints ground that runs towards the viewer, with light and shade lying on it. */
export function paintGround(stage: Stage, { color, kind, top, from }: Ground): void {
  const { canvas, width, height, palette, noise, isFlat, side, sun } = stage;
  const [fine, broad] = [fbm(noise, 4), fbm(noise, 2)];
  const isGrass = kind === "grass";
  const tint: Rgb = isGrass ? [40, 80, 50] : [120, 110, 150];
  const [red, green, blue] = palette.light;
  const grey = (red + green + blue) / 3;
  // Snow stays white in a golden light, where it would look like sand.
  const light: Rgb = kind === "snow" ? mix(palette.light, [grey, grey, grey], 0.75) : palette.light;
  const lit = multiply(color, light);
  const shaded = multiply(blend(color, tint, 0.25), palette.shade);
  const fog = computeFog(stage, 0.75);
  const stretch = kind === "sand" || kind === "snow" ? 0.35 : 1;
  for (let y = Math.max(0, Math.floor(from) - 60); y < height; y++) {
    const near = clamp((y - from) / Math.max(1, height - from));
    const depth = 1 / (near + 0.09);
    for (let x = 0; x < width; x++) {
      const cover = clamp(y - top(x) + 0.5);
      if (cover <= 0) continue;
      const across = (x - width / 2) / width;
      const u = across * depth;
      const grain = isFlat ? 0 : fine(u * 9 * stretch, depth * 13);
      const isRippled = kind === "sand" && !isFlat;
      const swell = isRippled ? Math.sin(depth * 34 + fine(u * 2, depth * 2) * 5) * 0.1 * near : 0;
      const patches = broad(u * 1.1 + 5, depth * 1.3) * 0.34;
      const raw = 0.72 + patches + grain * (isGrass ? 0.3 : 0.14) + swell + across * side * 0.16;
      const soft = raw - near * (isGrass ? 0.2 : 0.08);
      const bright = isFlat ? (soft > 0.62 ? 0.85 : 0.5) : clamp(soft);
      const haze = fog.share * smooth(0.3, 0, near) * (isFlat ? 0.5 : 0.8);
      const sunny = Math.exp(-Math.abs(x - sun.x) / (width * 0.3)) * smooth(0.5, 0, near);
      const warm = sun.isShown && !isFlat && kind !== "snow" ? sunny * 0.16 : 0;
      const at = y * width + x;
      const hazy = mix(mix(shaded, lit, bright), fog.color, haze);
      canvas.paint(at, mix(hazy, palette.glow, warm), cover);
      if (cover > 0.5) canvas.layer[at] = 20;
    }
  }
}

/** Paints blades of grass below a row, those further away first. */
export function paintBlades(stage: Stage, { color, from }: Pick<Ground, "color" | "from">): void {
  const { canvas, dice, palette, side, noise, width, height, unit } = stage;
  const count = 2600 * (width / height);
  const throwing = dice("blades");
  const lit = multiply(shiftColor(color, { light: 0.05 }), palette.light);
  const shaded = multiply(color, palette.shade);
  const isOnWay = (x: number, y: number) => {
    const row = clamp(Math.round(y), 0, height - 1);
    const own = canvas.layer[row * width + clamp(Math.round(x), 0, width - 1)];
    return own === 24 || own === 25;
  };
  for (let blade = 0; blade < count; blade++) {
    const far = blade / count;
    const y = lerp(from, height + unit * 12, far);
    const x = throwing.next() * width;
    const clump = noise((x / width) * 7, (y / width) * 14) * 0.5 + 0.5;
    if (throwing.next() > 0.35 + clump || isOnWay(x, y)) continue;
    const long = unit * 34 * lerp(0.35, 1, far) * throwing.between(0.5, 1.1);
    const lean = throwing.between(-0.5, 0.5) - side * 0.12;
    const own = mix(shaded, lit, throwing.between(0.15, 0.95));
    for (let step = 0; step < long; step++) {
      const share = step / long;
      const py = Math.round(y - step);
      if (py < 0 || py >= height) continue;
      const middle = x + lean * long * share * share;
      const half = lerp(0.7, 1.7, far) * unit * (1 - share) + 0.25;
      for (let px = Math.ceil(middle - half); px <= middle + half; px++)
        if (px >= 0 && px < width)
          canvas.paint(py * width + px, scale(own, 0.72 + 0.42 * share), 0.85);
    }
  }
}
