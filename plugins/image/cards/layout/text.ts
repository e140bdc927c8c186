import {
  type Family,
  type Layout,
  layoutTextNow,
  measure,
  measureInk,
  type Weight,
} from "hub/drawing";
import type { CardDrawing } from "./card-drawing.ts";
import type { CardElement } from "./layout.ts";

export interface TextStyle {
  size: number;
  fill: string;
  /** Whether the fill was set by the caller, and is used even if it isn't readable. */
  isCustom?: boolean | undefined;
  /** The maximum width. */
  width: number;
  weight?: Weight;
  family?: Family;
  lines?: number;
  lineHeight?: number;
  align?: "start" | "center" | "end";
  /** Letter spacing in ems, for scripts whose letters don't join. */
  spacing?: number;
  /** Whether to balance the lines. */
  balance?: boolean;
  /** The size to which it may shrink before it is truncated. */
  least?: number;
  /** The size to which it may shrink before a word is broken. Default: `least`. */
  wordsTo?: number;
}

/** A laid-out text. */
export interface TextPiece extends CardElement {
  /** Whether it is truncated. */
  cut: boolean;
  size: number;
}

/** Lays out a text in the style's size, or smaller if it doesn't fit its lines. */
export function textPiece(canvas: CardDrawing, text: string, style: TextStyle): TextPiece {
  const { size, least = size, wordsTo = least } = style;
  let candidate = Math.max(
    Math.min(size, style.width / measureWidestWord(text, style)),
    Math.min(wordsTo, size),
  );
  let layout = layOut(canvas, text, { ...style, size: candidate });
  while (layout.cut && candidate > least) {
    candidate = Math.max(candidate * 0.94, least);
    layout = layOut(canvas, text, { ...style, size: candidate });
  }
  const finalStyle = { ...style, size: candidate };
  const isBalanced = style.balance && !layout.cut && layout.lines.length > 1;
  const available = isBalanced ? balanceLines(canvas, text, finalStyle, layout) : style.width;
  if (available < style.width) layout = layOut(canvas, text, { ...finalStyle, width: available });
  const lineHeight = chooseLineHeight(layout, style.lineHeight ?? 1.25);
  if (lineHeight > (style.lineHeight ?? 1.25))
    layout = layOut(canvas, text, { ...finalStyle, width: available, lineHeight });
  return buildPiece(canvas, layout, { ...finalStyle, text, available, lineHeight });
}

/**
 * Returns a line height at which lines don't touch: some scripts have marks far above and below.
 */
function chooseLineHeight(layout: Layout, lineHeight: number): number {
  const inks = measureInk(layout);
  const needed = inks
    .slice(1)
    .map(({ above }, index) => (above + (inks[index]?.below ?? 0)) / layout.size + 0.06);
  return Math.max(lineHeight, ...needed);
}

/** Returns the smallest width that adds no lines, so that they have similar lengths. */
function balanceLines(
  canvas: CardDrawing,
  text: string,
  style: TextStyle,
  { lines }: Layout,
): number {
  let [low, high] = [style.width * 0.55, style.width];
  for (let step = 0; step < 5; step++) {
    const width = (low + high) / 2;
    const candidate = layOut(canvas, text, { ...style, width, lines: lines.length + 1 });
    if (candidate.lines.length > lines.length) low = width;
    else high = width;
  }
  return high;
}

/** Returns the width of the widest word, in ems: a smaller size is better than a broken word. */
function measureWidestWord(text: string, { weight = 400, family = "sans" }: TextStyle): number {
  if (!hasSeparateLetters(text)) return 0.01;
  const words = text.split(/\s+/).map((word) => measure(word, { size: 100, weight, family }) / 100);
  return Math.max(0.01, ...words);
}

function layOut(canvas: CardDrawing, text: string, style: TextStyle): Layout {
  const { size, weight = 400, family = "sans", width, lines = 1, lineHeight = 1.25 } = style;
  const isRight = isFromRight(text);
  const spacing = hasSeparateLetters(text) ? (style.spacing ?? 0) * size : 0;
  // In a card that is read from right to left, every text starts on the right.
  const { align: requested = "start" } = style;
  const align = isRight === canvas.mirrored ? requested : mirroredAlign[requested];
  return layoutTextNow(text, {
    ...{ size, weight, family, width, lines, lineHeight, align },
    direction: isRight ? "rtl" : "ltr",
    letterSpacing: spacing,
    keepsWords: true,
  });
}

function buildPiece(
  canvas: CardDrawing,
  layout: Layout,
  style: TextStyle & { text: string; available: number },
): TextPiece {
  const { size, lineHeight = 1.25, fill, isCustom, width, available } = style;
  // The height excludes the space above the first line and below the last.
  const spare = (lineHeight - 1) * size;
  const { align = "start" } = style;
  const inset = { start: 0, center: (width - available) / 2, end: width - available }[align];
  const height = Math.max(layout.height - spare, 0);
  const inks = measureInk(layout);
  const [first, last] = [layout.lines[0], layout.lines.at(-1)];
  return {
    width: align === "start" ? Math.min(layout.width, available) : width,
    height,
    above: Math.max(0, (inks[0]?.above ?? 0) - (first?.baseline ?? 0) + spare / 2),
    below: Math.max(0, (inks.at(-1)?.below ?? 0) + (last?.baseline ?? 0) - spare / 2 - height),
    size,
    cut: layout.cut,
    draw(x, y) {
      if (!layout.cut) canvas.markWhole(style.text);
      canvas.write(layout, {
        x: canvas.toLeft(x + inset, available),
        y: y - spare / 2,
        fill,
        isCustom,
      });
    },
  };
}

const mirroredAlign = { start: "end", center: "center", end: "start" } as const;

/**
 * Returns whether a text is read from right to left, judged by its first letter or direction mark.
 * Dates in Arabic have marks between their numbers.
 */
export function isFromRight(text: string): boolean {
  const letter = /[\p{L}\u061C\u200E\u200F]/u.exec(text)?.[0];
  return letter !== undefined && /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC]/.test(letter);
}

/** Returns whether the letters of a text don't join, so that they can be spaced. */
function hasSeparateLetters(text: string): boolean {
  return !/[\u0530-\u1FFF\u2070-\u{10FFFF}]/u.test(text);
}

/** Converts a text to capitals, if its script has them. */
export function capitals(text: string): string {
  return hasSeparateLetters(text) ? text.toUpperCase() : text;
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns the first letter of a text, as perceived by readers: in Thai, without a vowel before it. */
export function firstGrapheme(text: string): string {
  const start = text.trim().replace(/^[\u0E40-\u0E44\u0EC0-\u0EC4](?=.)/u, "");
  for (const { segment } of segmenter.segment(start)) return segment;
  return "";
}
