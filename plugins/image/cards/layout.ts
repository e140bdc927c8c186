import type { Card } from "./card.ts";
import type { Box } from "./card-drawing.ts";

/** Something that has a size and can be put anywhere. */
export interface Piece {
  width: number;
  height: number;
  /** How far its letters stand out above and below: tails, and marks of scripts that pile them up. */
  above?: number;
  below?: number;
  draw(x: number, y: number): void;
}

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
export function positionParts(
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
export function splitCard(
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

/** Pieces one below the other. */
export function stack(pieces: readonly (Piece | undefined)[], gap: number): Piece {
  const all = pieces.filter((piece) => piece !== undefined);
  const height = all.reduce((sum, piece) => sum + piece.height, 0);
  // Where letters hang down or stand up far, a half of the gap stays free.
  const gaps = all
    .slice(1)
    .map(({ above = 0 }, index) => Math.max(gap, gap / 2 + above + (all[index]?.below ?? 0)));
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

/** Pieces one beside the other, their middles on one line. */
export function row(pieces: readonly (Piece | undefined)[], gap: number): Piece | undefined {
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

/** How far the letters stand out of pieces in the middle of a height. */
export function outreach(pieces: readonly (Piece | undefined)[], height: number) {
  const most = (side: "above" | "below") =>
    Math.max(
      0,
      ...pieces.map((piece) => (piece ? (piece[side] ?? 0) - (height - piece.height) / 2 : 0)),
    );
  return { above: most("above"), below: most("below") };
}

/** A piece as high as its letters reach. */
export function whole(piece: Piece): Piece {
  const { width, height, above = 0, below = 0 } = piece;
  return { width, height: above + height + below, draw: (x, y) => piece.draw(x, y + above) };
}

/** A piece with room around it. */
export function addSpace(piece: Piece, { before = 0, after = 0 }): Piece {
  return {
    width: piece.width,
    height: before + piece.height + after,
    above: Math.max(0, (piece.above ?? 0) - before),
    below: Math.max(0, (piece.below ?? 0) - after),
    draw: (x, y) => piece.draw(x, y + before),
  };
}
