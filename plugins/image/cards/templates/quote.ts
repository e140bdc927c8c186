import type { Card } from "../layout/card.ts";
import { ground, light } from "../layout/ground.ts";
import { addSpace, type CardElement, positionParts, stack, whole } from "../layout/layout.ts";
import { bar, brand, byline, ends } from "../layout/pieces.ts";
import { type TextPiece, textPiece } from "../layout/text.ts";

/** Draws a quotation. */
export function quote(card: Card): void {
  ground(card, drawTint);
  const { box, content, palette, unit: u, shape } = card;
  const source = content.quote ? content.title : content.description;
  const person = byline({
    ...card,
    content: { ...content, handle: undefined, date: source, reading_time: undefined },
  });
  const width = box.width * (shape === "wide" ? 0.94 : 1);
  positionParts(card, {
    head: buildMark(card),
    foot: ends(
      person,
      brand({ ...card, box: { ...box, width: box.width * 0.55 } }, { ink: palette.soft }),
      box.width,
    ),
    middle: (height) => {
      const line = bar(card, { width: 64, height: 6 });
      const words = layOutQuote(card, content.quote ?? content.title, {
        width,
        height: height - 60 * u,
      });
      return whole(stack([addSpace(words, { after: words.below ?? 0 }), line], 36 * u));
    },
    at: 0.3,
  });
}

function layOutQuote(
  { canvas, palette, unit: u }: Card,
  text: string,
  { width, height }: { width: number; height: number },
): TextPiece {
  const style = {
    fill: palette.ink,
    family: "serif",
    width,
    lineHeight: 1.34,
    balance: true,
  } as const;
  for (let size = 62; ; size -= 3) {
    const lines = Math.max(1, Math.floor(height / (size * 1.34 * u)));
    const piece = textPiece(canvas, text, { ...style, size: size * u, lines });
    const fits = !piece.cut && whole(piece).height <= height;
    if (size <= 26 || (fits && (size < 44 || piece.height < size * 1.34 * 4.6 * u))) return piece;
  }
}

/** Builds a quotation mark, larger than any letter. */
function buildMark({ canvas, palette, unit: u }: Card): CardElement {
  const fill = canvas.gradient([palette.accent, palette.accent2], 135);
  const style = { size: 240 * u, family: "serif", weight: 700, width: 200 * u, fill } as const;
  const sign = textPiece(canvas, "“", style);
  // The sign is in the upper half of its line, slightly to the right.
  return { width: sign.width, height: 92 * u, draw: (x, y) => sign.draw(x - 12 * u, y - 36 * u) };
}

function drawTint(card: Card): void {
  const { canvas, palette } = card;
  const r = Math.max(canvas.width, canvas.height) * 0.62;
  const strength = palette.isDark ? 0.3 : 0.17;
  canvas.circle(0, 0, { r, fill: light(card, palette.accent, strength) });
  canvas.circle(canvas.width, canvas.height, {
    r,
    fill: light(card, palette.accent2, strength * 0.8),
  });
}
