import { measure } from "hub/drawing";
import type { Card } from "./card.ts";
import { addSpace, type CardElement, stack, whole } from "./layout.ts";
import { bar, eyebrow } from "./pieces.ts";
import { type TextPiece, type TextStyle, textPiece } from "./text.ts";

/** The style of a card's text. Sizes are those of a card of 1200 × 630. */
interface BodyStyle {
  width: number;
  height: number;
  /** The font size of a title of one or two lines. */
  title?: number;
  titleLines?: number;
  description?: number;
  family?: TextStyle["family"];
  /** Whether there is a bar below the title. */
  ruled?: boolean;
  /** The last piece, such as a button. */
  last?: CardElement | undefined;
}

/** The scale of the text, and the maximum numbers of lines. */
interface TextScale {
  share: number;
  titleLines: number;
  descriptionLines: number;
  /** Whether it is the last attempt, whose lines are balanced. */
  final?: boolean;
}

const scaleMin = 0.48;
const usualTitle = 76;

/** Below this scale, a long title may have more lines before it is shortened. */
const smallShare = 0.62;

/** Lays out eyebrow, title and description, as large as fits. */
export function body(card: Card, style: BodyStyle): CardElement {
  const { titleLines = 4 } = style;
  const least = findSmallestScale(style);
  for (let share = findLargestScale(card, style); share > least; share -= 0.06) {
    const lines = share < smallShare ? titleLines + 2 : titleLines;
    const scale = {
      share,
      titleLines: lines,
      descriptionLines: share < 0.55 ? 1 : share < 0.7 ? 2 : 3,
    };
    if (fits(card, style, scale)) return layOut(card, style, { ...scale, final: true }).piece;
  }
  // If even the smallest size is too large, drops the description, then lines of the title.
  const attempts = [2, 1, 0].map((lines) => createMinimum(titleLines + 2, lines, least));
  for (let lines = titleLines + 1; lines > 0; lines--)
    attempts.push(createMinimum(lines, 0, least));
  const pieces = attempts.values().map((scale) => layOut(card, style, scale).piece);
  return (
    pieces.find(({ height }) => height <= style.height) ??
    layOut(card, style, createMinimum(1, 0, least)).piece
  );
}

/** Returns the first scale worth trying: at a larger one, the title alone has too many lines. */
function findLargestScale({ content, unit: u }: Card, style: BodyStyle): number {
  const { title = usualTitle, family = "sans", titleLines = 4, width } = style;
  const whole = measure(content.title, { size: title * u, weight: 700, family });
  let share = 1.5;
  // Titles are set with tighter letter spacing than measured.
  while (
    share > scaleMin &&
    whole * share * 0.94 >
      width * Math.min(maxTitleLines(share), share < smallShare ? titleLines + 2 : titleLines)
  )
    share -= 0.06;
  return share;
}

/** Returns the smallest scale. Larger titles are scaled down to the usual smallest size. */
function findSmallestScale({ title = usualTitle }: BodyStyle): number {
  return scaleMin * Math.min(1, usualTitle / title);
}

function createMinimum(titleLines: number, descriptionLines: number, share: number): TextScale {
  return { share, titleLines, descriptionLines, final: true };
}

function fits(card: Card, style: BodyStyle, scale: TextScale): boolean {
  const title = buildTitle(card, style, scale);
  const lines = Math.round(title.height / title.size / titleLineHeight + 0.1);
  if (title.cut || title.height > style.height || lines > maxTitleLines(scale.share)) return false;
  const { piece, isCut } = layOut(card, style, scale);
  return piece.height <= style.height && (!isCut || scale.share < 0.6);
}

/** Returns the maximum number of title lines at a scale: large titles are for few words. */
function maxTitleLines(share: number): number {
  return share > 1.2 ? 1 : share > 1 ? 2 : share > 0.7 ? 3 : 9;
}

const titleLineHeight = 1.14;

function buildTitle(
  { canvas, content, palette, unit: u }: Card,
  { width, title = usualTitle, family = "sans" }: BodyStyle,
  { share, titleLines, final = false }: TextScale,
): TextPiece {
  return textPiece(canvas, content.title, {
    size: title * share * u,
    wordsTo: 32 * u,
    width,
    fill: palette.ink,
    weight: 700,
    family,
    lines: titleLines,
    lineHeight: titleLineHeight,
    spacing: family === "mono" ? 0 : -0.018,
    balance: final,
  });
}

function layOut(
  card: Card,
  style: BodyStyle,
  scale: TextScale,
): { piece: CardElement; isCut: boolean } {
  const { canvas, content, palette, unit: u } = card;
  const { width, description = 30, family = "sans", ruled, last } = style;
  const { share, descriptionLines, final = false } = scale;
  const descriptionPiece =
    content.description && descriptionLines > 0
      ? textPiece(canvas, content.description, {
          size: description * Math.min(Math.max(share, 0.84), 1.1) * u,
          width,
          fill: palette.soft,
          family,
          lines: descriptionLines,
          lineHeight: 1.42,
          balance: final,
        })
      : undefined;
  const eyebrowPiece = eyebrow(card, width);
  const title = buildTitle(card, style, scale);
  // Descenders need space below a line, in proportion to the font size.
  const descenders = title.size * 0.14;
  const pieces = [
    eyebrowPiece && addSpace(eyebrowPiece, { after: -2 * u }),
    // In scripts whose ink extends further, the whole gap remains below it.
    addSpace(title, { after: Math.max(descenders, title.below ?? 0) }),
    ruled ? bar(card) : undefined,
    descriptionPiece,
    last && addSpace(last, { before: 10 * u }),
  ];
  const gap = 26 * u * Math.min(Math.max(share, 0.9), 1.15);
  const piece = whole(stack(pieces, gap));
  return { piece, isCut: descriptionPiece?.cut === true };
}
