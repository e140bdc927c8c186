import { measure } from "hub/drawing";
import type { Card } from "./card.ts";
import { addSpace, type Piece, stack, whole } from "./layout.ts";
import { bar, eyebrow } from "./pieces.ts";
import { type TextPiece, type TextStyle, textPiece } from "./text.ts";

/** How the words of a card are set: sizes are those of a card of 1200 × 630. */
interface BodyStyle {
  width: number;
  height: number;
  /** The size of a title of a line or two. */
  title?: number;
  titleLines?: number;
  description?: number;
  family?: TextStyle["family"];
  /** Whether a bar is below the title. */
  ruled?: boolean;
  /** What comes last, such as a button. */
  last?: Piece | undefined;
}

/** How large everything is, and what may be left out. */
interface Share {
  share: number;
  titleLines: number;
  descriptionLines: number;
  /** Whether it is the last try, whose lines are made about as long as each other. */
  final?: boolean;
}

const smallest = 0.48;

/** Eyebrow, title and description, as large as they may be in their room. */
export function body(card: Card, style: BodyStyle): Piece {
  const { titleLines = 4 } = style;
  for (let share = largest(card, style); share > smallest; share -= 0.06) {
    const asked = { share, titleLines, descriptionLines: share < 0.55 ? 1 : share < 0.7 ? 2 : 3 };
    if (fits(card, style, asked)) return set(card, style, { ...asked, final: true }).piece;
  }
  // Where even the smallest size is too large, the description gives way, and then lines of the title.
  const tries = [2, 1, 0].map((lines) => least(titleLines, lines));
  for (let lines = titleLines - 1; lines > 0; lines--) tries.push(least(lines, 0));
  const pieces = tries.values().map((asked) => set(card, style, asked).piece);
  return pieces.find(({ height }) => height <= style.height) ?? set(card, style, least(1, 0)).piece;
}

/** The first share that is worth a try: at a larger one the title alone has too many lines. */
function largest({ content, unit: u }: Card, style: BodyStyle): number {
  const { title = 76, family = "sans", titleLines = 4, width } = style;
  const whole = measure(content.title, { size: title * u, weight: 700, family });
  let share = 1.5;
  // Letters of a title are set closer than they are measured.
  while (share > smallest && whole * share * 0.94 > width * Math.min(linesAt(share), titleLines))
    share -= 0.06;
  return share;
}

function least(titleLines: number, descriptionLines: number): Share {
  return { share: smallest, titleLines, descriptionLines, final: true };
}

function fits(card: Card, style: BodyStyle, asked: Share): boolean {
  const title = buildTitle(card, style, asked);
  const lines = Math.round(title.height / title.size / tight + 0.1);
  if (title.cut || title.height > style.height || lines > linesAt(asked.share)) return false;
  const { piece, isCut } = set(card, style, asked);
  return piece.height <= style.height && (!isCut || asked.share < 0.6);
}

/** How many lines a title may take at a share of its usual size: large ones are for few words. */
function linesAt(share: number): number {
  return share > 1.2 ? 1 : share > 1 ? 2 : share > 0.7 ? 3 : 9;
}

const tight = 1.14;

function buildTitle(
  { canvas, content, palette, unit: u }: Card,
  { width, title = 76, family = "sans" }: BodyStyle,
  { share, titleLines, final = false }: Share,
): TextPiece {
  return textPiece(canvas, content.title, {
    size: title * share * u,
    wordsTo: 32 * u,
    width,
    fill: palette.ink,
    weight: 700,
    family,
    lines: titleLines,
    lineHeight: tight,
    spacing: family === "mono" ? 0 : -0.018,
    balance: final,
  });
}

function set(card: Card, style: BodyStyle, asked: Share): { piece: Piece; isCut: boolean } {
  const { canvas, content, palette, unit: u } = card;
  const { width, description = 30, family = "sans", ruled, last } = style;
  const { share, descriptionLines, final = false } = asked;
  const more =
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
  const lead = eyebrow(card, width);
  const title = buildTitle(card, style, asked);
  // Below a line of letters hang their tails: the larger they are, the more room they take.
  const tails = title.size * 0.14;
  const pieces = [
    lead && addSpace(lead, { after: -2 * u }),
    addSpace(title, { after: tails }),
    ruled ? bar(card) : undefined,
    more,
    last && addSpace(last, { before: 10 * u }),
  ];
  const gap = 26 * u * Math.min(Math.max(share, 0.6), 1.15);
  return { piece: whole(stack(pieces, gap)), isCut: more?.cut === true };
}
