import { body } from "../body.ts";
import { type Box, row } from "../canvas.ts";
import type { Card } from "../card.ts";
import { ground } from "../ground.ts";
import { place } from "../layout.ts";
import { brand, button, byline, ends, shadow, tags } from "../pieces.ts";
import { capitals, textPiece } from "../text.ts";

/** Something to go to: its day as a leaf of a calendar. */
export function event(card: Card): void {
  ground(card);
  const { box, content, unit: u, shape } = card;
  const isWide = shape === "wide";
  const gap = 60 * u;
  const side = content.day ? (isWide ? 250 : 220) * u : 0;
  const beside = isWide && side > 0 ? side + gap : 0;
  const rest: Box = { ...box, x: box.x + beside, width: box.width - beside };
  const inner = {
    ...card,
    box: rest,
    content: { ...content, ...(content.day && { date: content.day.rest }) },
  };
  const head = isWide ? brand(card) : row([brand(card)], 0);
  const top =
    (head ? head.height + 34 * u : 0) + (isWide ? 0 : side > 0 ? side * 1.12 + gap * 0.8 : 0);
  const action = button(card, { width: rest.width * 0.4 });
  const room = rest.width - (isWide && action ? action.width + 40 * u : 0);
  const who = byline(inner, { width: room }) ?? tags(inner, { width: room });
  const foot = ends(who, isWide ? action : undefined, rest.width);
  head?.draw(box.x, box.y);
  const below: Box = { ...rest, y: box.y + top, height: box.height - top };
  place(card, {
    box: below,
    foot,
    middle: (height) => {
      const words = body(inner, {
        width: rest.width,
        height,
        title: 68,
        last: isWide ? undefined : action,
      });
      return words;
    },
    at: isWide ? 0.42 : 0,
  });
  if (!content.day) return;
  const footHeight = foot ? foot.height + 34 * u : 0;
  const y = isWide
    ? below.y + Math.max(below.height - footHeight - side * 1.12, 0) * 0.42
    : below.y - side * 1.12 - gap * 0.8;
  leaf(card, { x: box.x, y, width: side, height: side * 1.12 }, content.day);
}

function leaf(card: Card, box: Box, day: NonNullable<Card["content"]["day"]>): void {
  const { canvas, palette } = card;
  const { x, y, width, height } = box;
  const rx = width * 0.14;
  const band = height * 0.3;
  shadow(card, box, rx);
  canvas.rect(box, { rx, fill: canvas.gradient(palette.panel, 120) });
  const paper = palette.isDark ? "#171c29" : "#ffffff";
  canvas.rect({ x, y: y + band, width, height: height - band }, { rx, fill: paper });
  canvas.rect({ x, y: y + band, width, height: rx }, { fill: paper });
  const month = textPiece(canvas, capitals(day.month), {
    ...{
      size: band * 0.44,
      least: band * 0.2,
      weight: 700,
      fill: palette.onPanel,
      width: width * 0.88,
      align: "center",
      spacing: 0.06,
    },
  });
  month.draw(x + width * 0.06, y + (band - month.height) / 2);
  const number = textPiece(canvas, day.number, {
    ...{
      size: height * 0.5,
      least: height * 0.2,
      weight: 700,
      fill: palette.isDark ? "#f6f8fc" : "#0f1421",
      width: width * 0.9,
      align: "center",
    },
  });
  number.draw(x + width * 0.05, y + band + (height - band - number.height) / 2);
}
