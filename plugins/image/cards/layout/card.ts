import type { Rgba } from "../../color/color.ts";
import type { PatternName } from "../../pattern/names.ts";
import type { CardBox, CardDrawing } from "./card-drawing.ts";
import type { Palette } from "./palette.ts";

/** The card designs. */
export const templates = [
  "article",
  "product",
  "docs",
  "code",
  "quote",
  "minimal",
  "split",
  "event",
] as const;

export type Template = (typeof templates)[number];

export const backgrounds = ["auto", "solid", "gradient", "pattern"] as const;

/** The content of a card. */
export interface CardContent {
  title: string;
  description?: string | undefined;
  site_name?: string | undefined;
  author?: string | undefined;
  handle?: string | undefined;
  date?: string | undefined;
  /**
   * The date as parts of a calendar leaf, and in full with its weekday. Undefined if it isn't a
   * date.
   */
  day?: { number: string; month: string; whole: string } | undefined;
  reading_time?: string | undefined;
  eyebrow?: string | undefined;
  tags?: readonly string[] | undefined;
  quote?: string | undefined;
  stat?: string | undefined;
  cta?: string | undefined;
}

/** A loaded and checked picture: a data URI and its size. */
export interface Embedded {
  uri: string;
  width: number;
  height: number;
}

export interface Pictures {
  avatar?: Embedded | undefined;
  logo?: Embedded | undefined;
}

/** The background. */
export interface Ground {
  kind: (typeof backgrounds)[number];
  /** The colours requested by the caller. */
  colors: readonly Rgba[];
  angle: number;
  pattern: PatternName;
}

/** A card being drawn. */
export interface Card {
  canvas: CardDrawing;
  palette: Palette;
  content: CardContent;
  pictures: Pictures;
  ground: Ground;
  /** The area that no platform covers, without margins. */
  safe: CardBox;
  /** The safe area within its margins. */
  box: CardBox;
  /** Pixels per unit: a card of 1200 × 630 has a unit of 1. */
  unit: number;
  shape: "wide" | "square" | "tall";
}
