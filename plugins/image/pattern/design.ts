import type { Rgba } from "hub/drawing";
import { fadeColor, formatCss, parseColor, readableOn } from "../color/color.ts";
import { vivid } from "../color/oklab.ts";
import { createDice } from "../dice.ts";
import { type PatternName, resolvePatternName } from "./names.ts";
import type { Tile } from "./tile.ts";
import { tiles } from "./tiles.ts";

/** What a pattern is asked to be. */
interface PatternAsked {
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

/** Decides what a request leaves open, and draws the tile. */
export function resolvePattern(asked: PatternAsked): Pattern {
  const { size, opacity, seed } = asked;
  const dice = createDice(`pattern ${seed ?? ""}`);
  const [hue, lightness] = [dice.integer(360), dice.between(0.42, 0.54)];
  const name = resolvePatternName(asked.pattern, seed);
  const usual = seed === undefined ? paper : vivid(lightness, 0.12, hue);
  const bg = asked.bg === undefined ? usual : parseColor(asked.bg, "query.bg");
  const fg = asked.fg === undefined ? readableOn(bg) : parseColor(asked.fg, "query.fg");
  const stroke = asked.stroke ?? Math.max(1, Math.round(size / 14));
  // The opacity lies over the whole pattern, so that lines that cross are not darker there.
  const tile = tiles[name]({ size, stroke, fg: formatCss(fadeColor(fg, 1)), dice });
  return { name, tile, fg, bg, opacity };
}
