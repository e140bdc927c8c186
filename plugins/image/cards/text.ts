import { type Family, inkOf, type Layout, layoutTextNow, measure, type Weight } from "hub/drawing";
import type { CardDrawing } from "./card-drawing.ts";
import type { Piece } from "./layout.ts";

export interface TextStyle {
  size: number;
  fill: string;
  /** Whether the fill is the caller's, and stays as it is whether it can be read or not. */
  isGiven?: boolean | undefined;
  /** How wide it may be. */
  width: number;
  weight?: Weight;
  family?: Family;
  lines?: number;
  lineHeight?: number;
  align?: "start" | "center" | "end";
  /** Space between letters, in ems: only where letters stand alone. */
  spacing?: number;
  /** Whether its lines are to be about as long as each other. */
  balance?: boolean;
  /** A size that it may shrink to before it is cut. */
  least?: number;
  /** A size that it may shrink to before a word is broken. Default: `least`. */
  wordsTo?: number;
}

/** A text that was set. */
export interface TextPiece extends Piece {
  /** Whether some of it did not fit. */
  cut: boolean;
  size: number;
}

/** Sets a text as large as its style says, or smaller where it would not fit its lines. */
export function textPiece(canvas: CardDrawing, text: string, style: TextStyle): TextPiece {
  const { size, least = size, wordsTo = least } = style;
  let tried = Math.max(
    Math.min(size, style.width / widestWord(text, style)),
    Math.min(wordsTo, size),
  );
  let layout = layOut(canvas, text, { ...style, size: tried });
  while (layout.cut && tried > least) {
    tried = Math.max(tried * 0.94, least);
    layout = layOut(canvas, text, { ...style, size: tried });
  }
  const found = { ...style, size: tried };
  const isBalanced = style.balance && !layout.cut && layout.lines.length > 1;
  const room = isBalanced ? balanceLines(canvas, text, found, layout) : style.width;
  if (room < style.width) layout = layOut(canvas, text, { ...found, width: room });
  const lineHeight = looseEnough(layout, style.lineHeight ?? 1.25);
  if (lineHeight > (style.lineHeight ?? 1.25))
    layout = layOut(canvas, text, { ...found, width: room, lineHeight });
  return buildPiece(canvas, layout, { ...found, room, lineHeight });
}

/** A height of lines at which no two touch: some scripts write marks far above and below. */
function looseEnough(layout: Layout, lineHeight: number): number {
  const inks = inkOf(layout);
  const needed = inks
    .slice(1)
    .map(({ above }, index) => (above + (inks[index]?.below ?? 0)) / layout.size + 0.06);
  return Math.max(lineHeight, ...needed);
}

/** The least width at which there are no more lines: they are then about as long as each other. */
function balanceLines(
  canvas: CardDrawing,
  text: string,
  style: TextStyle,
  { lines }: Layout,
): number {
  let [low, high] = [style.width * 0.55, style.width];
  for (let step = 0; step < 5; step++) {
    const width = (low + high) / 2;
    const tried = layOut(canvas, text, { ...style, width, lines: lines.length + 1 });
    if (tried.lines.length > lines.length) low = width;
    else high = width;
  }
  return high;
}

/** The width of the widest word, in ems: a word is not broken where a smaller size spares it. */
function widestWord(text: string, { weight = 400, family = "sans" }: TextStyle): number {
  if (!standsAlone(text)) return 0.01;
  const words = text.split(/\s+/).map((word) => measure(word, { size: 100, weight, family }) / 100);
  return Math.max(0.01, ...words);
}

function layOut(canvas: CardDrawing, text: string, style: TextStyle): Layout {
  const { size, weight = 400, family = "sans", width, lines = 1, lineHeight = 1.25 } = style;
  const isRight = isFromRight(text);
  const spacing = standsAlone(text) ? (style.spacing ?? 0) * size : 0;
  // The start of a card that is read from the right is the right side, of every text in it.
  const { align: asked = "start" } = style;
  const align = isRight === canvas.mirrored ? asked : turnedRound[asked];
  const options = { size, weight, family, width, lines, lineHeight, align, letterSpacing: spacing };
  return layoutTextNow(text, options);
}

function buildPiece(
  canvas: CardDrawing,
  layout: Layout,
  style: TextStyle & { room: number },
): TextPiece {
  const { size, lineHeight = 1.25, fill, isGiven, width, room } = style;
  // The space above the first line and below the last is no part of it.
  const spare = (lineHeight - 1) * size;
  const { align = "start" } = style;
  const inset = { start: 0, center: (width - room) / 2, end: width - room }[align];
  const height = Math.max(layout.height - spare, 0);
  const inks = inkOf(layout);
  const [first, last] = [layout.lines[0], layout.lines.at(-1)];
  return {
    width: align === "start" ? Math.min(layout.width, room) : width,
    height,
    above: Math.max(0, (inks[0]?.above ?? 0) - (first?.baseline ?? 0) + spare / 2),
    below: Math.max(0, (inks.at(-1)?.below ?? 0) + (last?.baseline ?? 0) - spare / 2 - height),
    size,
    cut: layout.cut,
    draw: (x, y) =>
      canvas.write(layout, { x: canvas.toLeft(x + inset, room), y: y - spare / 2, fill, isGiven }),
  };
}

const turnedRound = { start: "end", center: "center", end: "start" } as const;

/** Whether a text is read from the right: as its first letter that has a direction. */
export function isFromRight(text: string): boolean {
  const letter = /\p{L}/u.exec(text)?.[0];
  return letter !== undefined && /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/.test(letter);
}

/** Whether its letters are not joined, so that they may be moved. */
function standsAlone(text: string): boolean {
  return !/[\u0530-\u1FFF\u2070-\u{10FFFF}]/u.test(text);
}

/** A text in capitals, where its script has them and they take no other meaning. */
export function capitals(text: string): string {
  return standsAlone(text) ? text.toUpperCase() : text;
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** What a reader takes for the first letter of a text. */
export function firstGrapheme(text: string): string {
  for (const { segment } of segmenter.segment(text.trim())) return segment;
  return "";
}
