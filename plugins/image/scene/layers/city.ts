import { type Attributes, type SvgElement, svg } from "hub/drawing";
import { blend, css, hex, multiply, type Rgb, shiftColor } from "../rgb.ts";
import type { Stage } from "../stage.ts";
import { computeFog } from "../stage.ts";
import { stamp } from "../stamp.ts";

const rows = [
  { depth: 0.85, from: 0.3, to: 0.62, wide: [0.035, 0.07] },
  { depth: 0.5, from: 0.2, to: 0.5, wide: [0.05, 0.09] },
  { depth: 0.16, from: 0.08, to: 0.34, wide: [0.07, 0.13] },
] as const;

/** Paints a skyline in three rows, the further ones paler, with windows lit when it is dark. */
export async function paintCity(stage: Stage, base: number): Promise<void> {
  for (const [at, row] of rows.entries()) {
    const { width, horizon, dice } = stage;
    const throwing = dice(`city ${at}`);
    const shapes: SvgElement[] = [];
    for (let x = -0.03 * width; x < width; ) {
      const wide = throwing.between(row.wide[0], row.wide[1]) * width;
      // Higher in the middle, as cities are.
      const middle = 1 - Math.abs((x + wide / 2) / width - 0.5 - stage.side * 0.06) * 1.2;
      const high =
        horizon *
        (row.from + (row.to - row.from) * throwing.next() ** 1.5) *
        (0.55 + 0.65 * middle);
      shapes.push(
        ...drawBuilding(stage, {
          x,
          base,
          wide,
          high,
          depth: row.depth,
          name: `${at} ${Math.round(x)}`,
        }),
      );
      x += wide * throwing.between(0.92, 1.12);
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
  name: string;
}

const walls = ["6b7688", "8a8f98", "a08f80", "7d8797", "5f6b80", "9a8a94"].map(hex);

function drawBuilding(stage: Stage, { x, base, wide, high, depth, name }: Building): SvgElement[] {
  const { palette, isFlat, unit, side, thing } = stage;
  const throwing = stage.dice(`building ${name}`);
  const fog = computeFog(stage, depth);
  const hazeOf = (color: Rgb) => css(blend(color, fog.color, fog.share));
  const own = thing("city")?.colors[0]?.rgb;
  const wall = own ? blend(throwing.pick(walls), own, 0.6) : throwing.pick(walls);
  const lit = hazeOf(multiply(shiftColor(wall, { light: 0.04 }), palette.light));
  const dark = hazeOf(multiply(wall, palette.shade));
  const ink = isFlat
    ? {
        stroke: hazeOf(multiply(shiftColor(wall, { light: -0.35 }), [0.6, 0.6, 0.7])),
        "stroke-width": 2.4 * unit * (1 - depth * 0.5),
      }
    : {};
  const top = base - high;
  const dim = side < 0 ? x + wide * 0.62 : x;
  return [
    ...drawRoof(throwing.integer(5), { x, top, wide, lit, dark, ink, unit }),
    svg("rect", { x, y: top, width: wide, height: high + 2, fill: lit, ...ink }),
    svg("rect", { x: dim, y: top, width: wide * 0.38, height: high + 2, fill: dark }),
    ...drawWindows(stage, { x, base, wide, high, depth, name }),
  ];
}

interface Roof {
  x: number;
  top: number;
  wide: number;
  lit: string;
  dark: string;
  ink: Attributes;
  unit: number;
}

/** A mast, a storey set back or a gable; most houses have none of them. */
function drawRoof(kind: number, { x, top, wide, lit, dark, ink, unit }: Roof): SvgElement[] {
  const middle = x + wide / 2;
  if (kind === 0) {
    const d = `M${middle} ${top}v${-wide * 0.7}`;
    return [svg("path", { d, stroke: dark, "stroke-width": 1.6 * unit })];
  }
  if (kind === 1) {
    const box = { x: x + wide * 0.22, y: top - wide * 0.24, width: wide * 0.56 };
    return [svg("rect", { ...box, height: wide * 0.25, fill: lit, ...ink })];
  }
  if (kind !== 2) return [];
  const d = `M${x} ${top}L${middle} ${top - wide * 0.42}L${x + wide} ${top}Z`;
  return [svg("path", { d, fill: dark, ...ink })];
}

function drawWindows(stage: Stage, { x, base, wide, high, depth, name }: Building): SvgElement[] {
  const { time, palette, unit } = stage;
  const throwing = stage.dice(`windows ${name}`);
  const fog = computeFog(stage, depth * 0.7);
  const isDark = ["night", "dusk", "sunset"].includes(time);
  const size = unit * (6.4 - depth * 3);
  const columns = Math.max(2, Math.floor(wide / (size * 1.7)));
  const gap = wide / columns;
  let [shine, dull] = ["", ""];
  for (let y = base - high + gap; y < base - size; y += gap * 1.15)
    for (let column = 0; column < columns; column++) {
      const pane = `M${(x + gap * (column + 0.26)).toFixed(1)} ${y.toFixed(1)}h${(gap * 0.48).toFixed(1)}v${(gap * 0.6).toFixed(1)}h${(-gap * 0.48).toFixed(1)}z`;
      if (throwing.next() < (time === "night" ? 0.5 : isDark ? 0.38 : 0.12)) shine += pane;
      else dull += pane;
    }
  const light = isDark
    ? throwing.pick(["ffd98a", "ffe8b8", "ffc46b"].map(hex))
    : blend(palette.stops[3], [255, 255, 255], 0.5);
  const glass = multiply(hex("3d4a60"), isDark ? [0.4, 0.44, 0.6] : [1, 1, 1]);
  return [
    svg("path", { d: dull, fill: css(blend(glass, fog.color, fog.share)), opacity: 0.75 }),
    svg("path", {
      d: shine,
      fill: css(blend(light, fog.color, isDark ? fog.share * 0.4 : fog.share)),
    }),
  ];
}
