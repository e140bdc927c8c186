import { body } from "../layout/body.ts";
import type { Card } from "../layout/card.ts";
import { ground } from "../layout/ground.ts";
import { positionParts, row } from "../layout/layout.ts";
import { brand, button, byline, ends, tags } from "../layout/pieces.ts";

/** Draws a headline, for an article or a post. */
export function article(card: Card): void {
  ground(card);
  const { box, shape } = card;
  const isWide = shape === "wide";
  const site = brand(card);
  const chips = tags(card, { width: box.width - (site?.width ?? 0) - 40 * card.unit });
  const action = button(card);
  const actionWidth = isWide && action ? action.width + 40 * card.unit : 0;
  const person = byline(card, { width: box.width - actionWidth });
  positionParts(card, {
    head: isWide ? ends(site, chips, box.width) : site,
    foot: ends(person, isWide ? action : undefined, box.width),
    middle: (height) => {
      const last = isWide ? undefined : row([action ?? chips], 0);
      return body(card, { width: box.width * (isWide ? 0.94 : 1), height, last });
    },
    at: isWide ? 0.46 : 0.42,
  });
}
