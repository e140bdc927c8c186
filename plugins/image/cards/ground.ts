import { svg } from "hub/drawing";
import { cssOf } from "../color/color.ts";
import type { Box } from "./canvas.ts";
import type { Card, GroundPattern } from "./card.ts";

/** Fills the card: as the caller wants it, or else by `usual`. */
export function ground(card: Card, usual: (card: Card) => void = glows): void {
  const { canvas, palette, ground } = card;
  const whole = { x: 0, y: 0, width: canvas.width, height: canvas.height };
  const colors = ground.colors.map(cssOf);
  const flat = colors[0] ?? palette.ground;
  canvas.rect(whole, { fill: flat });
  if (ground.kind === "auto") usual(card);
  if (ground.kind === "gradient") {
    const between = colors.length > 1 ? colors : [colors[0] ?? palette.accent, palette.accent2];
    canvas.rect(whole, { fill: canvas.gradient(between, ground.angle) });
  }
  if (ground.kind === "pattern")
    texture(card, {
      pattern: ground.pattern,
      color: colors[1] ?? palette.ink,
      opacity: colors[1] ? 1 : 0.09,
    });
}

/** Light of the accent in two corners. */
export function glows({ canvas, palette, unit: u }: Card): void {
  const { width, height } = canvas;
  const strength = palette.isDark ? 0.34 : 0.2;
  const [far, near] = [Math.max(width, height) * 0.48, Math.max(width, height) * 0.36];
  canvas.circle(width - 40 * u, 0, { r: far, fill: canvas.glow(palette.accent, strength) });
  canvas.circle(width * 0.62, height + 120 * u, {
    r: near,
    fill: canvas.glow(palette.accent2, strength * 0.7),
  });
}

interface Texture {
  pattern: GroundPattern;
  color: string;
  opacity: number;
  box?: Box;
}

/** A pattern over a box, or over everything. */
export function texture(card: Card, { pattern, color, opacity, box }: Texture): void {
  const { canvas, unit: u } = card;
  const side = tiles[pattern].side * u;
  const look = { fill: "none", stroke: color, "stroke-width": 1.5 * u };
  const shape = svg("path", {
    d: tiles[pattern].d,
    transform: `scale(${u})`,
    ...look,
    ...(pattern === "dots" && { fill: color, stroke: "none" }),
  });
  const fill = canvas.define(
    "pattern",
    { patternUnits: "userSpaceOnUse", width: side, height: side },
    shape,
  );
  const whole = { x: 0, y: 0, width: canvas.width, height: canvas.height };
  canvas.rect(box ?? whole, { fill, opacity });
}

/** One tile of each pattern, which meets its neighbours. */
const tiles: Readonly<Record<GroundPattern, { side: number; d: string }>> = {
  dots: { side: 28, d: "M11.8 14a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0z" },
  grid: { side: 48, d: "M0 0H48M0 0V48" },
  diagonal: { side: 28, d: "M-7 7L7 -7M0 28L28 0M21 35L35 21" },
  rings: {
    side: 96,
    d: "M8 48a40 40 0 1 0 80 0a40 40 0 1 0 -80 0zM28 48a20 20 0 1 0 40 0a20 20 0 1 0 -40 0z",
  },
  waves: { side: 60, d: "M0 20Q15 5 30 20T60 20M0 50Q15 35 30 50T60 50" },
  plus: { side: 44, d: "M22 15V29M15 22H29" },
};
