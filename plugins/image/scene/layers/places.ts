import { clamp, lerp, smooth } from "../interpolate.ts";
import { fbm } from "../noise.ts";
import { blend, hex, multiply, type Rgb, shiftColor } from "../rgb.ts";
import type { Stage } from "../stage.ts";
import { paintDot, paintStars } from "./stars.ts";

/** Paints the surface of the moon: grey dust with craters below a black sky with the Earth. */
export function paintMoonscape(stage: Stage): void {
  const { canvas, width, height, horizon, noise, dice, side, isFlat, unit, thing } = stage;
  for (let at = 0; at < width * height; at++) canvas.paint(at, 5, 6, 14, 1);
  paintStars(stage, { density: 1.2 });
  paintEarth(stage);
  const throwing = dice("craters");
  const craters = Array.from({ length: 26 }, () => {
    const near = throwing.next() ** 1.5;
    return {
      x: throwing.next() * width,
      y: lerp(horizon + 6 * unit, height * 1.02, near),
      radius: unit * lerp(6, 62, near) * throwing.between(0.5, 1.1),
    };
  });
  const dust = thing("moon")?.colors[0]?.rgb ?? hex("a5a3a0");
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
        if (away < 1.25)
          light +=
            0.26 * dx * -side * smooth(1, 0.5, away) +
            (away > 0.85 ? 0.14 * smooth(1.25, 1, away) * smooth(0.85, 1, away) : 0);
      }
      const shown = isFlat ? Math.round(light * 6) / 6 : light;
      const at = y * width + x;
      canvas.paint(at, dust[0] * shown, dust[1] * shown, dust[2] * shown, clamp(y - edge + 1));
      canvas.layer[at] = 20;
    }
  }
}

function paintEarth(stage: Stage): void {
  const { canvas, width, height, horizon, noise, side, isFlat } = stage;
  const radius = Math.min(width, height) * 0.085;
  const [cx, cy] = [width * (0.5 - side * 0.3), horizon * 0.3];
  const shape = fbm(noise, 4);
  for (let y = Math.floor(cy - radius); y <= cy + radius; y++)
    for (let x = Math.floor(cx - radius); x <= cx + radius; x++) {
      const [dx, dy] = [(x - cx) / radius, (y - cy) / radius];
      const away = Math.hypot(dx, dy);
      if (away > 1 || x < 0 || y < 0 || x >= width) continue;
      const land = smooth(0.02, 0.12, shape(dx * 1.4 + 3, dy * 1.4));
      const cloud = smooth(0.15, 0.45, shape(dx * 2.2 + 9, dy * 4.5));
      const base = blend(blend([38, 94, 178], [92, 138, 70], land), [255, 255, 255], cloud * 0.85);
      const light = isFlat
        ? dx * side + 0.3 > 0
          ? 1
          : 0.5
        : clamp(0.55 + dx * side * 0.75, 0.06, 1.1);
      canvas.paint(
        y * width + x,
        base[0] * light,
        base[1] * light,
        base[2] * light,
        clamp((1 - away) * radius),
      );
    }
}

/** Paints a room, or the top of a table before a wall. */
export function paintRoom(stage: Stage): void {
  const {
    canvas,
    width,
    height,
    horizon,
    palette,
    noise,
    dice,
    side,
    isFlat,
    isTabletop,
    thing,
    reading,
    unit,
  } = stage;
  const throwing = dice("room");
  const walls = ["d9cbb4", "b9c9c4", "c9b8c4", "bccadb", "d8c3a5"].map(hex);
  const wall = thing("room")?.colors[0]?.rgb ?? reading.colors[0]?.rgb ?? throwing.pick(walls);
  const dark = isTabletop ? shiftColor(wall, { light: -0.16, chroma: 0.9 }) : wall;
  const wood = hex(isTabletop ? "a8733f" : "9a6a42");
  const boards = isTabletop ? 5 : 9;
  const grain = fbm(noise, 3);
  const tint = (color: Rgb) => multiply(color, palette.light);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const [u, v] = [x / width, y / height];
      if (y < horizon) {
        const lamp = Math.exp(-((u - (0.5 + side * 0.3)) ** 2 * 4 + (v - 0.1) ** 2 * 3));
        const light = 0.72 + 0.42 * lamp - 0.1 * smooth(0.75, 1, y / horizon);
        const shown = isFlat ? Math.round(light * 8) / 8 : light;
        const color = tint(dark);
        canvas.paint(at, color[0] * shown, color[1] * shown, color[2] * shown, 1);
        canvas.layer[at] = 1;
        continue;
      }
      const near = (y - horizon) / (height - horizon);
      const depth = 1 / (near * 0.8 + 0.35);
      const across = isTabletop ? near * 3.2 : (u - 0.5) * depth * 2.6;
      const board = Math.floor(across * boards * 0.5 + 100);
      const seam = Math.abs(across * boards * 0.5 + 100 - board - 0.5) > 0.485 ? 0.8 : 1;
      const along = isTabletop ? u * 5 : depth * 3;
      const fibre =
        1 +
        0.1 * grain(along * 1.2 + board * 7, (isTabletop ? near * 26 : u * depth * 26) + board) +
        0.06 * noise(board * 3.7, 2);
      const light = (0.8 + 0.22 * near + 0.1 * side * (u - 0.5)) * seam * (isFlat ? 1 : fibre);
      const color = tint(wood);
      canvas.paint(at, color[0] * light, color[1] * light, color[2] * light, 1);
      canvas.layer[at] = 20;
    }
  if (isTabletop) return;
  // A skirting board separates the wall from the floor.
  const strip = tint(shiftColor(wall, { light: 0.1 }));
  for (let y = Math.round(horizon - 9 * unit); y < horizon; y++)
    for (let x = 0; x < width; x++)
      canvas.paint(y * width + x, strip[0] * 0.88, strip[1] * 0.88, strip[2] * 0.88, 1);
  paintDust(stage);
}

/** Paints the soft spots of light of a lamp outside the picture. */
function paintDust(stage: Stage): void {
  const { width, horizon, dice, unit, isFlat } = stage;
  if (isFlat) return;
  const throwing = dice("dust");
  for (let at = 0; at < 14; at++)
    paintDot(stage, {
      x: throwing.next() * width,
      y: throwing.next() * horizon,
      radius: unit * throwing.between(8, 26),
      share: 0.035,
      color: [255, 244, 220],
    });
}
