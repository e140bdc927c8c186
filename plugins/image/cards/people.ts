import type { Box } from "./canvas.ts";
import type { Card } from "./card.ts";
import { type Piece, row, stack } from "./layout.ts";
import { facts } from "./pieces.ts";
import { capitals, firstGrapheme, textPiece } from "./text.ts";

/** Who wrote it and when, with a face: the avatar, or initials. */
export function byline(card: Card, { ink = card.palette.ink, width = card.box.width * 0.62 } = {}) {
  const { canvas, content, unit: u } = card;
  const { author, handle } = content;
  const who = author ?? handle;
  const room = who ? width - 76 * u : width;
  const said = [author && handle, content.date, content.reading_time];
  const rest = facts(card, said, { width: room });
  if (!who) return rest;
  const name = textPiece(canvas, who, { size: 25 * u, weight: 700, fill: ink, width: room });
  return row([face(card, who, 60 * u), stack([name, rest], 9 * u)], 16 * u);
}

/** A round picture of someone. */
export function face({ canvas, palette, pictures }: Card, name: string, side: number): Piece {
  const { avatar } = pictures;
  const letters = textPiece(canvas, initials(name), {
    size: side * 0.4,
    weight: 700,
    fill: palette.onAccent,
    width: side,
    align: "center",
  });
  return {
    width: side,
    height: side,
    draw(x, y) {
      const box: Box = { x, y, width: side, height: side };
      if (avatar) return canvas.image(avatar.uri, box, { radius: side / 2, fit: "slice" });
      const fill = canvas.gradient(palette.face, 135);
      canvas.circle(x + side / 2, y + side / 2, { r: side / 2, fill });
      letters.draw(x, y + (side - letters.height) / 2);
    },
  };
}

/** The first letters of the first and the last word: of "@ada" the A. */
function initials(name: string): string {
  const words = name.split(/[\s@]+/).filter((word) => word !== "");
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return capitals(ends.map(firstGrapheme).join(""));
}
