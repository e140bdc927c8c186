import { body } from "../body.ts";
import { type Box, stack } from "../canvas.ts";
import type { Card } from "../card.ts";
import { ground, texture } from "../ground.ts";
import { inset, parted, place } from "../layout.ts";
import { brand, button, byline, logo, tags } from "../pieces.ts";
import { textPiece } from "../text.ts";

/** A panel of the accent, and the words beside or below it. */
export function split(card: Card): void {
  ground(card, () => {});
  const { unit: u, shape } = card;
  const { panel, rest } = parted(card, shape === "tall" ? 0.36 : 0.38);
  coloured(card, panel);
  const inside = { ...card, box: rest };
  const person = byline(inside, { width: rest.width });
  place(card, {
    box: rest,
    foot: person ?? tags(inside, { width: rest.width }),
    middle: (height) =>
      body(card, {
        width: rest.width,
        height,
        title: 64,
        description: 28,
        titleLines: 5,
        last: button(card, { width: rest.width - 60 * u }),
      }),
    at: shape === "tall" ? 0.1 : 0.5,
  });
}

/** The panel: the site above, and the largest thing there is to show below. */
export function coloured(card: Card, panel: Box): void {
  const { canvas, palette, content, pictures, unit: u, safe, box } = card;
  canvas.rect(panel, { fill: canvas.gradient(palette.panel, 155) });
  texture(card, { pattern: "circles", color: palette.onPanel, opacity: 0.13, box: panel });
  const ink = palette.onPanel;
  const end = { x: panel.width, y: panel.height };
  const inner: Box = {
    ...box,
    width: end.x - box.x - (box.x - safe.x) * 0.7,
    height: Math.min(end.y - (box.x - safe.x) * 0.7, box.y + box.height) - box.y,
  };
  if (card.shape === "tall") inner.width = box.width;
  const large = content.stat
    ? textPiece(canvas, content.stat, {
        size: 104 * u,
        least: 40 * u,
        weight: 700,
        fill: ink,
        width: inner.width,
        spacing: -0.02,
      })
    : undefined;
  const sign =
    !large && pictures.logo && !content.site_name ? logo(card, pictures.logo, 150 * u) : undefined;
  const lower = stack([sign, large], 20 * u);
  place(card, {
    box: inset(inner, 0),
    head: sign ? undefined : brand(inside(card, inner), { ink, mark: ink, tiled: true }),
    middle: () => lower,
    at: 1,
  });
}

function inside(card: Card, box: Box): Card {
  // A mark of the ink has its letter in the accent.
  return {
    ...card,
    box: { ...box, width: box.width * 1.5 },
    palette: { ...card.palette, ground: card.palette.panel[0] },
  };
}
