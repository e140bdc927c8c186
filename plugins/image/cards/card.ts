import type { Rgba } from "../color/color.ts";
import type { PatternName } from "../pattern/names.ts";
import type { Box, CardDrawing } from "./card-drawing.ts";
import type { Palette } from "./palette.ts";

/** The designs that there are. */
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

/** What a card says. */
export interface Content {
  title: string;
  description?: string | undefined;
  site_name?: string | undefined;
  author?: string | undefined;
  handle?: string | undefined;
  date?: string | undefined;
  /** The date for a leaf, and with its weekday, where it is one that a calendar has. */
  day?: { number: string; month: string; whole: string } | undefined;
  reading_time?: string | undefined;
  eyebrow?: string | undefined;
  tags?: readonly string[] | undefined;
  quote?: string | undefined;
  stat?: string | undefined;
  cta?: string | undefined;
}

/** A picture that was fetched and looked at: a data URI, and its shape. */
export interface Embedded {
  uri: string;
  width: number;
  height: number;
}

export interface Pictures {
  avatar?: Embedded | undefined;
  logo?: Embedded | undefined;
}

/** What lies below everything. */
export interface Ground {
  kind: (typeof backgrounds)[number];
  /** What the caller wants it to be of. */
  colors: readonly Rgba[];
  angle: number;
  pattern: PatternName;
}

/** A card on its way. */
export interface Card {
  canvas: CardDrawing;
  palette: Palette;
  content: Content;
  pictures: Pictures;
  ground: Ground;
  /** What may be covered by nothing that a platform lays over it, without margins. */
  safe: Box;
  /** The safe area within its margins. */
  box: Box;
  /** Pixels for each of a card of 1200 × 630. */
  unit: number;
  shape: "wide" | "square" | "tall";
}
