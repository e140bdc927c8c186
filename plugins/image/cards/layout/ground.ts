import { svg } from "hub/drawing";
import {
  contrast,
  formatCss,
  over,
  readableContrast,
  readColor,
  white,
} from "../../color/color.ts";
import type { PatternName } from "../../pattern/names.ts";
import { tiles } from "../../pattern/tiles.ts";
import { createDice } from "../../random.ts";
import type { Card } from "./card.ts";
import type { CardBox } from "./card-drawing.ts";

/** Draws the background of a card: the requested one, or the design's default. */
export function ground(card: Card, drawDefault: (card: Card) => void = drawGlows): void {
  const { canvas, palette, ground } = card;
  const whole = { x: 0, y: 0, width: canvas.width, height: canvas.height };
  const colors = ground.colors.map(formatCss);
  const flat = colors[0] ?? palette.ground;
  canvas.rect(whole, { fill: flat });
  if (ground.kind === "auto") drawDefault(card);
  if (ground.kind === "gradient")
    canvas.rect(whole, { fill: canvas.gradient(colors, ground.angle) });
  if (ground.kind === "pattern")
    texture(card, {
      pattern: ground.pattern,
      color: colors[1] ?? palette.ink,
      opacity: colors[1] ? 1 : 0.2,
    });
}

/** Draws glows of the accent colour in two corners. */
function drawGlows(card: Card): void {
  const { canvas, palette, unit: u } = card;
  const { width, height } = canvas;
  const strength = palette.isDark ? 0.34 : 0.2;
  const [far, near] = [Math.max(width, height) * 0.48, Math.max(width, height) * 0.36];
  canvas.circle(width - 40 * u, 0, { r: far, fill: light(card, palette.accent, strength) });
  canvas.circle(width * 0.62, height + 120 * u, {
    r: near,
    fill: light(card, palette.accent2, strength * 0.7),
  });
}

/** Defines a glow on the background, reduced until text on it is readable. */
export function light({ canvas, palette }: Card, color: string, strength: number): string {
  const [ink, ground, shine] = [palette.ink, palette.ground, color].map(
    (one) => readColor(one) ?? white,
  );
  let opacity = strength;
  while (opacity > 0.02 && ink && ground && shine) {
    if (contrast(ink, over(shine, ground, opacity)) >= readableContrast) break;
    opacity *= 0.8;
  }
  return canvas.glow(color, opacity);
}

interface Texture {
  pattern: PatternName;
  color: string;
  opacity: number;
  /** The size of a cell in pixels, for a card of 1200 × 630. */
  size?: number;
  box?: CardBox;
}

/** Draws a pattern over a box, or over the whole card. */
export function texture(card: Card, { pattern, color, opacity, size = 40, box }: Texture): void {
  const { canvas, unit: u } = card;
  const cell = Math.max(4, Math.round(size * u));
  const stroke = Math.max(1, 1.5 * u);
  const { width, height, drawn } = tiles[pattern]({
    size: cell,
    stroke,
    fg: color,
    dice: createDice("card"),
  });
  const fill = canvas.define(
    "pattern",
    { patternUnits: "userSpaceOnUse", width, height },
    svg("g", {}, drawn),
  );
  const whole = { x: 0, y: 0, width: canvas.width, height: canvas.height };
  // The pattern must be visible around text, but not behind it.
  canvas.rect(box ?? whole, { fill, opacity, mask: canvas.useClearingMask() });
}
