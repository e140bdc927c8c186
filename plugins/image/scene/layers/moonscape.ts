import { hex, scale } from "../../color/rgb.ts";
import { clamp, fbm, lerp, smooth } from "../stage/noise.ts";
import type { Stage } from "../stage/stage.ts";
import { paintStars } from "./sky.ts";

/** Paints the surface of the moon or of a planet below a black sky. */
export function paintMoonscape(stage: Stage): void {
  const { canvas, width, height, horizon, noise, dice, side, isFlat, unit, thing } = stage;
  const planet = thing("planet-surface");
  const dust = planet
    ? (planet.color ?? hex("b8683c"))
    : (thing("moon-surface")?.color ?? hex("a5a3a0"));
  for (let at = 0; at < width * height; at++) canvas.paint(at, [5, 6, 14], 1);
  paintStars(stage, { density: 1.2 });
  const throwing = dice("craters");
  const craters = Array.from({ length: 26 }, () => {
    const near = throwing.next() ** 1.5;
    return {
      x: throwing.next() * width,
      y: lerp(horizon + 6 * unit, height * 1.02, near),
      radius: unit * lerp(6, 62, near) * throwing.between(0.5, 1.1),
    };
  });
  const rough = fbm(noise, 4);
  for (let x = 0; x < width; x++) {
    const edge = horizon + noise((x / width) * 3, 5) * unit * 9;
    for (let y = Math.max(0, Math.floor(edge)); y < height; y++) {
      const near = clamp((y - edge) / (height - horizon));
      const depth = 1 / (near + 0.06);
      let light = 0.74 + 0.2 * rough((x / width - 0.5) * depth * 1.6, depth * 2.2) + near * 0.12;
      for (const crater of craters) {
        const [dx, dy] = [(x - crater.x) / crater.radius, (y - crater.y) / (crater.radius * 0.3)];
        const away = Math.hypot(dx, dy);
        if (away >= 1.25) continue;
        light += 0.26 * dx * -side * smooth(1, 0.5, away);
        light += 0.14 * smooth(1.25, 1, away) * smooth(0.85, 1, away);
      }
      const shown = isFlat ? Math.round(light * 6) / 6 : light;
      canvas.paint(y * width + x, scale(dust, shown), clamp(y - edge + 1));
      canvas.layer[y * width + x] = 20;
    }
  }
}
