import { body } from "../layout/body.ts";
import type { Card } from "../layout/card.ts";
import type { CardBox } from "../layout/card-drawing.ts";
import { ground } from "../layout/ground.ts";
import { type CardElement, positionParts } from "../layout/layout.ts";
import { brand, button, byline, ends, shadow, tags } from "../layout/pieces.ts";
import { capitals, textPiece } from "../layout/text.ts";

const leafWidth = { wide: 250, square: 165, tall: 220 };

/** Draws an event, with its day as a calendar leaf. */
export function event(card: Card): void {
  ground(card);
  const { box, content, unit: u, shape } = card;
  const isWide = shape === "wide";
  const width = content.day ? leafWidth[shape] * u : 0;
  const calendar = { width, height: width * 1.12 };
  const beside = isWide && content.day ? width + 60 * u : 0;
  const above = !isWide && content.day ? calendar.height + 48 * u : 0;
  const head = brand(card);
  head?.draw(box.x, box.y);
  const top = (head ? head.height + 34 * u : 0) + above;
  const rest: CardBox = {
    x: box.x + beside,
    y: box.y + top,
    width: box.width - beside,
    height: box.height - top,
  };
  const date = content.day?.whole ?? content.date;
  const inner = { ...card, box: rest, content: { ...content, date } };
  const action = button(inner, { width: rest.width * 0.4 });
  const foot = buildFooter(inner, action);
  // The leaf has a shadow, so it is drawn before the text.
  if (content.day) {
    const spare = Math.max(rest.height - (foot ? foot.height + 34 * u : 0) - calendar.height, 0);
    const y = isWide ? rest.y + spare * 0.42 : rest.y - above;
    drawLeaf(card, { ...calendar, x: box.x, y }, content.day);
  }
  const last = isWide ? undefined : action;
  positionParts(inner, {
    foot,
    middle: (height) => body(inner, { width: rest.width, height, title: 68, last }),
    at: isWide ? 0.42 : 0,
  });
}

function buildFooter(card: Card, action: CardElement | undefined): CardElement | undefined {
  const { box, unit: u, shape } = card;
  const beside = shape === "wide" ? action : undefined;
  const width = box.width - (beside ? beside.width + 40 * u : 0);
  const person = byline(card, { width }) ?? tags(card, { width });
  return ends(person, beside, box.width);
}

function drawLeaf(card: Card, box: CardBox, day: NonNullable<Card["content"]["day"]>): void {
  const { canvas, palette } = card;
  const { x, y, width, height } = box;
  const rx = width * 0.14;
  const band = height * 0.3;
  shadow(card, box, rx);
  canvas.rect(box, { rx, fill: canvas.gradient(palette.panel, 120) });
  const paper = palette.isDark ? "#171c29" : "#ffffff";
  canvas.rect({ x, y: y + band, width, height: height - band }, { rx, fill: paper });
  canvas.rect({ x, y: y + band, width, height: rx }, { fill: paper });
  const common = { weight: 700, width: width * 0.9, align: "center" } as const;
  const month = textPiece(canvas, capitals(day.month), {
    ...common,
    size: band * 0.44,
    least: band * 0.2,
    fill: palette.onPanel,
    spacing: 0.06,
  });
  month.draw(x + width * 0.05, y + (band - month.height) / 2);
  const ink = palette.isDark ? "#f6f8fc" : "#0f1421";
  const number = textPiece(canvas, day.number, {
    ...common,
    size: height * 0.5,
    least: height * 0.2,
    fill: ink,
  });
  number.draw(x + width * 0.05, y + band + (height - band - number.height) / 2);
}
