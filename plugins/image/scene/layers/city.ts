import { type SvgElement, svg } from "hub/drawing";
import { blend, css, hex, multiply, type Rgb, shiftColor } from "../../color/rgb.ts";
import type { Dice } from "../../random.ts";
import { computeFog, type Stage, stamp } from "../stage/stage.ts";

/** The rows of a skyline: the distance, and the heights and widths of buildings as shares. */
const rows = [
  { depth: 0.85, from: 0.3, to: 0.62, wide: [0.035, 0.07] },
  { depth: 0.5, from: 0.2, to: 0.5, wide: [0.05, 0.09] },
  { depth: 0.16, from: 0.08, to: 0.34, wide: [0.07, 0.13] },
] as const;
const walls = ["6b7688", "8a8f98", "a08f80", "7d8797", "5f6b80", "9a8a94"].map(hex);
const lamps = ["ffd98a", "ffe8b8", "ffc46b"].map(hex);

/** Paints a skyline in three rows, the further ones paler, with lit windows in the dark. */
export async function paintCity(stage: Stage): Promise<void> {
  const { width, horizon, side, unit } = stage;
  const base = horizon + 3 * unit;
  for (const [at, { depth, from, to, wide }] of rows.entries()) {
    const dice = stage.dice(`city ${at}`);
    const shapes: SvgElement[] = [];
    for (let x = -0.03 * width; x < width; ) {
      const own = dice.between(wide[0], wide[1]) * width;
      // Cities are higher in the middle.
      const middle = 1 - Math.abs((x + own / 2) / width - 0.5 - side * 0.06) * 1.2;
      const high = horizon * (from + (to - from) * dice.next() ** 1.5) * (0.55 + 0.65 * middle);
      shapes.push(...drawBuilding(stage, { x, base, wide: own, high, depth, dice }));
      x += own * dice.between(0.92, 1.12);
    }
    await stamp(stage, shapes, { layer: 15 + at, grain: 0.05 });
  }
}

interface Building {
  x: number;
  base: number;
  wide: number;
  high: number;
  depth: number;
  dice: Dice;
}

function drawBuilding(stage: Stage, building: Building): SvgElement[] {
  const { x, base, wide, high, depth, dice } = building;
  const { palette, unit, side, thing } = stage;
  const fog = computeFog(stage, depth);
  const addHaze = (color: Rgb) => css(blend(color, fog.color, fog.share));
  const own = thing("city")?.color;
  const wall = own ? blend(dice.pick(walls), own, 0.6) : dice.pick(walls);
  const lit = addHaze(multiply(shiftColor(wall, { light: 0.04 }), palette.light));
  const dark = addHaze(multiply(wall, palette.shade));
  const y = base - high;
  const roofs = [
    `M${x + wide / 2 - unit} ${y}v${-wide * 0.7}h${unit * 2}V${y}Z`,
    `M${x} ${y}l${wide / 2} ${-wide * 0.42}l${wide / 2} ${wide * 0.42}Z`,
  ];
  const shadeX = side < 0 ? x + wide * 0.62 : x;
  return [
    svg("path", { d: roofs[dice.integer(4)] ?? "", fill: dark }),
    svg("rect", { x, y, width: wide, height: high + 2, fill: lit }),
    svg("rect", { x: shadeX, y, width: wide * 0.38, height: high + 2, fill: dark }),
    ...drawWindows(stage, building),
  ];
}

function drawWindows(stage: Stage, { x, base, wide, high, depth, dice }: Building): SvgElement[] {
  const { time, palette, unit } = stage;
  const fog = computeFog(stage, depth * 0.7);
  const isDark = ["night", "dusk", "sunset"].includes(time);
  const size = unit * (6.4 - depth * 3);
  const columns = Math.max(2, Math.floor(wide / (size * 1.7)));
  const gap = wide / columns;
  const pane = `h${(gap * 0.48).toFixed(1)}v${(gap * 0.6).toFixed(1)}h${(-gap * 0.48).toFixed(1)}z`;
  let [shine, dull] = ["", ""];
  for (let y = base - high + gap; y < base - size; y += gap * 1.15)
    for (let column = 0; column < columns; column++) {
      const d = `M${(x + gap * (column + 0.26)).toFixed(1)} ${y.toFixed(1)}${pane}`;
      if (dice.next() < (isDark ? 0.45 : 0.12)) shine += d;
      else dull += d;
    }
  const light = isDark ? dice.pick(lamps) : blend(palette.stops[3], [255, 255, 255], 0.5);
  const glass = multiply(hex("3d4a60"), isDark ? [0.4, 0.44, 0.6] : [1, 1, 1]);
  const lit = css(blend(light, fog.color, isDark ? fog.share * 0.4 : fog.share));
  return [
    svg("path", { d: dull, fill: css(blend(glass, fog.color, fog.share)), opacity: 0.75 }),
    svg("path", { d: shine, fill: lit }),
  ];
}
