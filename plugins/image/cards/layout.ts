import type { Box, Piece } from "./canvas.ts";
import type { Card } from "./card.ts";

interface Parts {
  /** Where everything goes. Default: within the card's margins. */
  box?: Box;
  head?: Piece | undefined;
  foot?: Piece | undefined;
  /** What is between, made for the height that is left. */
  middle(height: number): Piece;
  /** Where the middle is in its room, from 0 above to 1 below. */
  at?: number;
}

/** Puts a head above, a foot below, and the rest between. */
export function place(
  { box: usual, unit: u }: Card,
  { box = usual, at = 0.5, ...parts }: Parts,
): void {
  const { head, foot, middle } = parts;
  const gap = 34 * u;
  const top = head ? head.height + gap : 0;
  const bottom = foot ? foot.height + gap : 0;
  const room = box.height - top - bottom;
  const piece = middle(room);
  head?.draw(box.x, box.y);
  piece.draw(box.x, box.y + top + Math.max(room - piece.height, 0) * at);
  foot?.draw(box.x, box.y + box.height - foot.height);
}

/** A box with less on each side. */
export function inset({ x, y, width, height }: Box, by: number): Box {
  return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by };
}

/** The part of a card beside or above the rest: `share` of it, from its edges on. */
export function parted(
  { canvas, safe, box, shape }: Card,
  share: number,
): { panel: Box; rest: Box } {
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
