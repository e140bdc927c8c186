import type { Piece } from "./canvas.ts";
import { spaced, stack } from "./canvas.ts";
import type { Card } from "./card.ts";
import { bar, eyebrow } from "./pieces.ts";
import { type TextStyle, textPiece } from "./text.ts";

/** How the words of a card are set: sizes are those of a card of 1200 × 630. */
export interface BodyStyle {
  width: number;
  height: number;
  /** The size of a short title. */
  title?: number;
  titleLines?: number;
  description?: number;
  descriptionLines?: number;
  family?: TextStyle["family"];
  weight?: TextStyle["weight"];
  align?: TextStyle["align"];
  /** A bar below the title. */
  ruled?: boolean;
  ink?: string;
  soft?: string;
  eyebrowInk?: string;
  /** What comes last, such as a button. */
  last?: Piece | undefined;
}

/** Eyebrow, title and description, as large as they may be in their room. */
export function body(card: Card, style: BodyStyle): Piece {
  let best: Piece | undefined;
  for (let share = 1.5; share >= 0.44; share -= 0.05) {
    const { piece, isCut } = bodyAt(card, style, share);
    best = piece;
    if (piece.height <= style.height && !isCut) return piece;
  }
  // Where even the smallest size is too large, the description gives way, and then lines of the title.
  for (let lines = style.titleLines ?? 4; lines > 0 && best!.height > style.height; lines--)
    best = bodyAt(card, { ...style, titleLines: lines, descriptionLines: 0 }, 0.48).piece;
  return best!;
}

/** How many lines a title may take at a share of its usual size: large ones are for few words. */
function linesAt(share: number): number {
  return share > 1.2 ? 1 : share > 1 ? 2 : share > 0.7 ? 3 : 9;
}

function bodyAt(card: Card, style: BodyStyle, share: number) {
  const { canvas, content, palette, unit: u } = card;
  const { width, title = 76, description = 30, align, family, ink, soft } = style;
  const words = textPiece(canvas, content.title, {
    ...{ size: title * share * u, width, fill: ink ?? palette.ink, weight: style.weight ?? 700 },
    ...{ lines: style.titleLines ?? 4, lineHeight: 1.14, spacing: family === "mono" ? 0 : -0.018 },
    ...(align && { align }),
    ...(family && { family }),
    ...{ least: Math.min(title * share, 36) * u, balanced: true },
  });
  const linesMax = Math.min(style.descriptionLines ?? 3, share < 0.55 ? 1 : share < 0.7 ? 2 : 3);
  const more =
    content.description && linesMax > 0
      ? textPiece(canvas, content.description, {
          ...{
            size: description * Math.min(Math.max(share, 0.84), 1.1) * u,
            width,
            fill: soft ?? palette.soft,
          },
          ...{ lines: linesMax, lineHeight: 1.42, balanced: true, ...(align && { align }) },
          ...(family === "mono" && { family, size: description * Math.max(share, 0.8) * u }),
        })
      : undefined;
  const lead = eyebrow(card, width, style.eyebrowInk);
  const gap = 26 * u * Math.min(Math.max(share, 0.6), 1.15);
  const piece = stack(
    [
      lead && spaced(lead, { after: -2 * u }),
      words,
      style.ruled ? bar(card) : undefined,
      more,
      style.last && spaced(style.last, { before: 10 * u }),
    ],
    gap,
  );
  const isCrowded = Math.round(words.height / words.size / 1.14 + 0.1) > linesAt(share);
  return { piece, isCut: words.cut || (more?.cut === true && share > 0.6) || isCrowded };
}
