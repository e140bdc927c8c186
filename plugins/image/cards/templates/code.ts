import { body } from "../body.ts";
import type { Card } from "../card.ts";
import type { Box } from "../card-drawing.ts";
import { ground } from "../ground.ts";
import { inset, type Piece, positionParts } from "../layout.ts";
import { brand, byline, ends, shadow, tags } from "../pieces.ts";
import { textPiece } from "../text.ts";

/** Draws an editor window, with the title as code and the description as a comment. */
export function code(card: Card): void {
  const { box, safe, unit: u, content, shape } = card;
  ground(card, drawGlow);
  const window: Box = inset(safe, Math.min(box.x - safe.x, box.y - safe.y) * 0.86);
  drawFrame(card, window);
  const gutter = shape === "wide" ? 62 * u : 0;
  const contentArea = inset(
    { ...window, y: window.y + 50 * u, height: window.height - 50 * u },
    44 * u,
  );
  const inner = { ...contentArea, x: contentArea.x + gutter, width: contentArea.width - gutter };
  const innerCard = {
    ...card,
    box: inner,
    content: {
      ...content,
      eyebrow: undefined,
      description: content.description && `// ${content.description}`,
    },
  };
  const person = byline(innerCard, { width: inner.width * 0.7 }) ?? brand(innerCard);
  const spare = inner.width - (person ? person.width + 24 * u : 0);
  const style = { width: inner.width, title: 56, description: 26, family: "mono" } as const;
  positionParts(card, {
    box: inner,
    foot: ends(person, tags(innerCard, { width: spare, mono: true, sign: "#" }), inner.width),
    middle: (height) => {
      const words = body(innerCard, { ...style, height });
      return gutter > 0 ? numberLines(card, words, contentArea.x) : words;
    },
    at: shape === "wide" ? 0.4 : 0.3,
  });
}

/** Draws the window with its three buttons and the filename. */
function drawFrame(card: Card, window: Box): void {
  const { canvas, palette, content, unit: u } = card;
  const rx = 24 * u;
  shadow(card, window, rx);
  canvas.rect(window, { rx, fill: palette.isDark ? "#0d111b" : "#ffffff" });
  canvas.rect({ ...window, height: 62 * u }, { rx, fill: palette.ink, "fill-opacity": 0.06 });
  const middle = window.y + 31 * u;
  for (const [index, color] of ["#ff5f57", "#febc2e", "#28c840"].entries())
    canvas.circle(window.x + (34 + index * 28) * u, middle, { r: 8.5 * u, fill: color });
  const file = content.eyebrow ?? content.site_name;
  if (file === undefined) return;
  const style = { size: 20 * u, family: "mono", fill: palette.soft } as const;
  const name = textPiece(canvas, file, { ...style, width: window.width * 0.6 });
  name.draw(window.x + (window.width - name.width) / 2, middle - name.height / 2);
}

function drawGlow({ canvas, palette }: Card): void {
  const whole = { x: 0, y: 0, width: canvas.width, height: canvas.height };
  canvas.rect(whole, { fill: canvas.gradient(palette.panel, 140) });
  const r = canvas.width * 0.6;
  canvas.circle(canvas.width * 0.1, 0, { r, fill: canvas.glow("#ffffff", 0.3) });
}

/** Adds line numbers to the text. */
function numberLines({ canvas, palette, unit: u }: Card, words: Piece, x: number): Piece {
  const style = { size: 20 * u, family: "mono", fill: palette.soft } as const;
  return {
    ...words,
    draw(left, top) {
      const before = canvas.texts.length;
      words.draw(left, top);
      const baselines = canvas.texts.slice(before).flatMap(({ baselines }) => baselines);
      for (const [index, baseline] of baselines.entries()) {
        const number = textPiece(canvas, String(index + 1), {
          ...style,
          width: 34 * u,
          align: "end",
        });
        // The baseline of a single line is at 0.86 of its size.
        number.draw(x - 14 * u, baseline - 0.86 * style.size);
      }
    },
  };
}
