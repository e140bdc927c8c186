import { body } from "../layout/body.ts";
import type { Card } from "../layout/card.ts";
import type { CardBox } from "../layout/card-drawing.ts";
import { ground, texture } from "../layout/ground.ts";
import { positionParts, splitCard, stack } from "../layout/layout.ts";
import { brand, button, byline, logo, tags } from "../layout/pieces.ts";
import { textPiece } from "../layout/text.ts";

/** Draws a panel in the accent colour, with the text next to it or below. */
export function split(card: Card): void {
  ground(card, () => {});
  const { unit: u, shape } = card;
  const { panel, rest } = splitCard(card, shape === "wide" ? 0.38 : 0.36);
  fillPanel(card, panel);
  const restCard = { ...card, box: rest };
  const person = byline(restCard, { width: rest.width });
  const last = button(card, { width: rest.width - 60 * u });
  const style = { width: rest.width, title: 64, description: 28, titleLines: 5, last };
  positionParts(card, {
    box: rest,
    foot: person ?? tags(restCard, { width: rest.width }),
    middle: (height) => body(card, { ...style, height }),
    at: shape === "wide" ? 0.5 : 0.1,
  });
}

/** Draws the panel: the site at the top, and the figure or logo below. */
function fillPanel(card: Card, panel: CardBox): void {
  const { canvas, palette, content, pictures, unit: u, safe, box, shape } = card;
  canvas.rect(panel, { fill: canvas.gradient(palette.panel, 155) });
  texture(card, { pattern: "circles", color: palette.onPanel, opacity: 0.13, box: panel });
  const ink = palette.onPanel;
  const margin = (box.x - safe.x) * 0.7;
  const inner: CardBox = {
    ...box,
    width: shape !== "wide" ? box.width : panel.width - box.x - margin,
    height: Math.min(panel.height - margin, box.y + box.height) - box.y,
  };
  const style = { size: 104 * u, least: 40 * u, weight: 700, fill: ink, spacing: -0.02 } as const;
  const large = content.stat
    ? textPiece(canvas, content.stat, { ...style, width: inner.width })
    : undefined;
  const sign =
    !large && pictures.logo && !content.site_name ? logo(card, pictures.logo, 150 * u) : undefined;
  positionParts(card, {
    box: inner,
    head: sign ? undefined : brand(withPanelBox(card, inner), { ink, mark: ink, tiled: true }),
    middle: () => stack([sign, large], 0),
    at: 1,
  });
}

function withPanelBox(card: Card, box: CardBox): Card {
  // On the ink-coloured mark, the letter has the accent colour.
  return {
    ...card,
    box: { ...box, width: box.width * 1.5 },
    palette: { ...card.palette, ground: card.palette.panel[0] },
  };
}
