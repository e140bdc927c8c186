import type { Rgba } from "hub/drawing";
import { fadeColor, formatCss, parseColor, readableOn } from "../color/color.ts";
import { vivid } from "../color/oklab.ts";
import { createDice } from "../random.ts";
import { type PatternName, resolvePatternName } from "./names.ts";
import type { Tile } from "./tiles/tile.ts";
import { tiles } from "./tiles.ts";

/** The requested properties of a pattern. */
interface PatternInput {
  pattern: PatternName | "auto";
  size: number;
  opacity: number;
  seed?: string | undefined;
  fg?: string | undefined;
  bg?: string | undefined;
  stroke?: number | undefined;
}

export interface Pattern {
  name: PatternName;
  tile: Tile;
  fg: Rgba;
  bg: Rgba;
  opacity: number;
}

const paper: Rgba = [246, 247, 250, 255];

/** Resolves the defaults of a request, and draws the tile. */
export function resolvePattern(input: PatternInput): Pattern {
  const { size, opacity, seed } = input;
  const dice = createDice(`pattern ${seed ?? ""}`);
  const [hue, lightness] = [dice.integer(360), dice.between(0.42, 0.54)];
  const name = resolvePatternName(input.pattern, seed);
  const defaultBackground = seed === undefined ? paper : vivid(lightness, 0.12, hue);
  const bg = input.bg === undefined ? defaultBackground : parseColor(input.bg, "query.bg");
  const fg = input.fg === undefined ? readableOn(bg) : parseColor(input.fg, "query.fg");
  const stroke = input.stroke ?? Math.max(1, Math.round(size / 14));
  // The opacity applies to the whole pattern, so that line crossings aren't darker.
  const tile = tiles[name]({ size, stroke, fg: formatCss(fadeColor(fg, 1)), dice });
  return { name, tile, fg, bg, opacity };
}
