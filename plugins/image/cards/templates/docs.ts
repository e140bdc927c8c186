import { body } from "../layout/body.ts";
import type { Card } from "../layout/card.ts";
import type { CardBox } from "../layout/card-drawing.ts";
import { ground, light, texture } from "../layout/ground.ts";
import { positionParts, row } from "../layout/layout.ts";
import { brand, byline, ends, shadow, tags } from "../layout/pieces.ts";
import { textPiece } from "../layout/text.ts";

/** Draws a page of a manual: its path, its title, and a sheet next to it. */
export function docs(card: Card): void {
  ground(card, drawPaper);
  const { canvas, box, content, palette, unit: u, shape } = card;
  const isWide = shape === "wide";
  const width = isWide ? box.width * 0.66 : box.width;
  if (isWide) drawSheet(card, { x: box.x + box.width * 0.72, y: box.y + box.height * 0.2 });
  const buildCrumb = (text: string, fill: string) =>
    textPiece(canvas, text, { size: 24 * u, fill, width: width * 0.45 });
  const breadcrumb = content.eyebrow
    ? [
        buildCrumb(canvas.mirrored ? "‹" : "›", palette.soft),
        buildCrumb(content.eyebrow, palette.accentInk),
      ]
    : [];
  const innerCard = {
    ...card,
    content: { ...content, eyebrow: undefined },
    box: { ...box, width },
  };
  const chips = tags(card, { width, mono: true });
  positionParts(card, {
    head: row([brand(card), ...breadcrumb], 16 * u),
    foot: ends(chips ?? byline(innerCard, { width }), undefined, width),
    middle: (height) => body(innerCard, { width, height, title: 72, ruled: true }),
    at: 0.46,
  });
}

function drawPaper(card: Card): void {
  const { canvas, palette } = card;
  texture(card, { pattern: "grid", color: palette.ink, opacity: palette.isDark ? 0.055 : 0.05 });
  const r = Math.max(canvas.width, canvas.height) * 0.5;
  canvas.circle(canvas.width, canvas.height * 0.2, {
    r,
    fill: light(card, palette.accent, palette.isDark ? 0.3 : 0.18),
  });
}

/** Draws a sheet with bars for words, which extends beyond the card. */
function drawSheet(card: Card, { x, y }: { x: number; y: number }): void {
  const { canvas, palette, unit: u } = card;
  const sheet: CardBox = {
    x,
    y,
    width: canvas.width - x + 60 * u,
    height: canvas.height - y + 60 * u,
  };
  shadow(card, sheet, 22 * u);
  canvas.rect(sheet, {
    rx: 22 * u,
    fill: palette.raised,
    stroke: palette.line,
    "stroke-width": 1.5 * u,
  });
  const left = x + 40 * u;
  const line = (row: number, length: number, fill = palette.line) =>
    canvas.rect(
      { x: left, y: y + row * u, width: length * u, height: 12 * u },
      { rx: 6 * u, fill },
    );
  line(44, 120, palette.accent);
  for (const [index, length] of [230, 260, 196, 244].entries()) line(88 + index * 30, length);
  canvas.rect(
    { x: left, y: y + 222 * u, width: 280 * u, height: 96 * u },
    { rx: 14 * u, fill: palette.accent, "fill-opacity": 0.12 },
  );
  line(248, 150, palette.accent);
  line(278, 96, palette.accent2);
  for (const [index, length] of [210, 254, 180, 240].entries()) line(346 + index * 30, length);
}
