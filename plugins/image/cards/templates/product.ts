import { body } from "../layout/body.ts";
import type { Card } from "../layout/card.ts";
import type { CardBox } from "../layout/card-drawing.ts";
import { ground, texture } from "../layout/ground.ts";
import { positionParts } from "../layout/layout.ts";
import { brand, button, byline, centredLetters, logo, shadow, tags } from "../layout/pieces.ts";
import { capitals, firstGrapheme, textPiece } from "../layout/text.ts";

/** Draws a product: its name and description next to a picture. */
export function product(card: Card): void {
  ground(card);
  const { box, unit: u, shape } = card;
  const gap = 64 * u;
  const isTall = shape !== "wide";
  const panel: CardBox = isTall
    ? { ...box, height: box.height * (shape === "tall" ? 0.4 : 0.34) }
    : { ...box, x: box.x + box.width * 0.62, width: box.width * 0.38 };
  const rest: CardBox = isTall
    ? { ...box, y: panel.y + panel.height + gap, height: box.height - panel.height - gap }
    : { ...box, width: box.width * 0.62 - gap };
  drawShowcase(card, panel);
  const inner = { ...card, box: rest };
  const action = button(card, { width: rest.width - 60 * u });
  const below = byline(inner, { width: rest.width }) ?? tags(inner, { width: rest.width });
  positionParts(card, {
    box: rest,
    head: isTall ? undefined : brand({ ...card, box: { ...rest, width: rest.width * 1.6 } }),
    foot: below,
    middle: (height) =>
      body(card, { width: rest.width, height, title: 68, description: 28, last: action }),
    at: isTall ? 0 : 0.5,
  });
}

/** Draws the picture: the logo on a tile, over a glow, with a figure below. */
function drawShowcase(card: Card, panel: CardBox): void {
  const { canvas, palette, content, unit: u } = card;
  const rx = 36 * u;
  shadow(card, panel, rx);
  canvas.rect(panel, { rx, fill: canvas.gradient(palette.panel, 150) });
  // White letters aren't readable on a strong glow.
  const glowOpacity = palette.onPanel === "#ffffff" ? 0.14 : 0.34;
  canvas.rect(panel, { rx, fill: canvas.glow("#ffffff", glowOpacity) });
  texture(card, {
    pattern: "dots",
    color: palette.onPanel,
    opacity: 0.1,
    box: { ...panel, x: panel.x + rx, width: panel.width - 2 * rx },
  });
  const side = Math.min(panel.width, panel.height) * 0.48;
  const tile = buildTile(card, side);
  const style = { size: 54 * u, least: 26 * u, weight: 700, fill: palette.onPanel } as const;
  const figure = content.stat
    ? textPiece(canvas, content.stat, { ...style, width: panel.width * 0.84 })
    : undefined;
  const gap = 34 * u;
  const height = tile.height + (figure ? figure.height + gap : 0);
  const y = panel.y + (panel.height - height) / 2;
  tile.draw(panel.x + (panel.width - side) / 2, y);
  figure?.draw(panel.x + (panel.width - figure.width) / 2, y + side + gap);
}

function buildTile(card: Card, side: number) {
  const { canvas, palette, content, pictures } = card;
  const name = content.site_name ?? content.title;
  const letter = centredLetters(canvas, capitals(firstGrapheme(name)), {
    size: side * 0.56,
    fill: palette.panel[0],
    side,
  });
  const sign =
    pictures.logo &&
    logo(
      card,
      pictures.logo,
      Math.min(side * 0.6, (side * 0.68 * pictures.logo.height) / pictures.logo.width),
    );
  return {
    width: side,
    height: side,
    draw(x: number, y: number) {
      shadow(card, { x, y, width: side, height: side }, side * 0.24);
      canvas.rect({ x, y, width: side, height: side }, { rx: side * 0.24, fill: "#ffffff" });
      const shown = sign ?? letter;
      const left = sign ? x + (side - sign.width) / 2 : x;
      shown.draw(left, y + (side - shown.height) / 2);
    },
  };
}
