import type { Card } from "./card.ts";
import type { CardBox } from "./card-drawing.ts";

/** An element that has a size and can be drawn anywhere. */
export interface CardElement {
  width: number;
  height: number;
  /** How far its ink extends above and below it: descenders, and stacked marks of some scripts. */
  above?: number;
  below?: number;
  draw(x: number, y: number): void;
}

interface Parts {
  /** The area of all parts. Default: the card within its margins. */
  box?: CardBox;
  head?: CardElement | undefined;
  foot?: CardElement | undefined;
  /** Builds the middle part for the remaining height. */
  middle(height: number): CardElement;
  /** The position of the middle part in its area, from 0 at the top to 1 at the bottom. */
  at?: number;
}

/** Draws a head at the top, a foot at the bottom, and the middle part in between. */
export function positionParts(
  { box: cardBox, unit: u }: Card,
  { box = cardBox, at = 0.5, ...parts }: Parts,
): void {
  const { head, foot, middle } = parts;
  const gap = 34 * u;
  const top = head ? head.height + gap : 0;
  const bottom = foot ? foot.height + gap : 0;
  const available = box.height - top - bottom;
  const piece = middle(available);
  head?.draw(box.x, box.y);
  piece.draw(box.x, box.y + top + Math.max(available - piece.height, 0) * at);
  foot?.draw(box.x, box.y + box.height - foot.height);
}

/** Shrinks a box on each side. */
export function inset({ x, y, width, height }: CardBox, margin: number): CardBox {
  return { x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin };
}

/** Splits a card into a panel with a share of it, on the left or at the top, and the rest. */
export function splitCard(
  { canvas, safe, box, shape }: Card,
  share: number,
): { panel: CardBox; rest: CardBox } {
  const { width, height } = canvas;
  const margin = box.x - safe.x;
  if (shape !== "wide") {
    const end = box.y + box.height * share;
    return {
      panel: { x: 0, y: 0, width, height: end },
      rest: { ...box, y: end + margin * 0.8, height: box.y + box.height - end - margin * 0.8 },
    };
  }
  const end = safe.x + safe.width * share;
  return {
    panel: { x: 0, y: 0, width: end, height },
    rest: { ...box, x: end + margin * 0.9, width: box.x + box.width - end - margin * 0.9 },
  };
}

/** Stacks pieces vertically. */
export function stack(pieces: readonly (CardElement | undefined)[], gap: number): CardElement {
  const all = pieces.filter((piece) => piece !== undefined);
  const height = all.reduce((sum, piece) => sum + piece.height, 0);
  // If ink extends beyond the pieces, most of the gap stays free.
  const gaps = all
    .slice(1)
    .map(({ above = 0 }, index) => Math.max(gap, gap * 0.75 + above + (all[index]?.below ?? 0)));
  return {
    width: Math.max(0, ...all.map(({ width }) => width)),
    height: height + gaps.reduce((sum, gap) => sum + gap, 0),
    above: all[0]?.above ?? 0,
    below: all.at(-1)?.below ?? 0,
    draw(x, y) {
      let top = y;
      for (const [index, piece] of all.entries()) {
        piece.draw(x, top);
        top += piece.height + (gaps[index] ?? 0);
      }
    },
  };
}

/** Places pieces side by side, vertically centred. */
export function row(
  pieces: readonly (CardElement | undefined)[],
  gap: number,
): CardElement | undefined {
  const all = pieces.filter((piece) => piece !== undefined);
  if (all.length === 0) return undefined;
  const width = all.reduce((sum, piece) => sum + piece.width, 0) + gap * (all.length - 1);
  const height = Math.max(...all.map((piece) => piece.height));
  return {
    width,
    height,
    ...outreach(all, height),
    draw(x, y) {
      let at = x;
      for (const piece of all) {
        piece.draw(at, y + (height - piece.height) / 2);
        at += piece.width + gap;
      }
    },
  };
}

/** Returns how far ink extends beyond a height in which pieces are centred. */
export function outreach(pieces: readonly (CardElement | undefined)[], height: number) {
  const getMaximum = (side: "above" | "below") =>
    Math.max(
      0,
      ...pieces.map((piece) => (piece ? (piece[side] ?? 0) - (height - piece.height) / 2 : 0)),
    );
  return { above: getMaximum("above"), below: getMaximum("below") };
}

/** Extends a piece to the height of its ink. */
export function whole(piece: CardElement): CardElement {
  const { width, height, above = 0, below = 0 } = piece;
  return { width, height: above + height + below, draw: (x, y) => piece.draw(x, y + above) };
}

/** Adds space above and below a piece. */
export function addSpace(piece: CardElement, { before = 0, after = 0 }): CardElement {
  return {
    width: piece.width,
    height: before + piece.height + after,
    above: Math.max(0, (piece.above ?? 0) - before),
    below: Math.max(0, (piece.below ?? 0) - after),
    draw: (x, y) => piece.draw(x, y + before),
  };
}
