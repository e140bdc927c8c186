import { body } from "../layout/body.ts";
import type { Card } from "../layout/card.ts";
import { ground } from "../layout/ground.ts";
import { positionParts, stack } from "../layout/layout.ts";
import { bar, brand, button, ends, facts } from "../layout/pieces.ts";

/** Draws few words with much space. */
export function minimal(card: Card): void {
  ground(card, () => {});
  const { box, content, palette, unit: u, shape } = card;
  const listFacts = (...texts: (string | undefined)[]) =>
    facts(card, texts, { width: box.width * 0.5, size: 22 * u });
  const action = button(card, { fill: palette.ink, ink: palette.ground });
  const width = box.width * (shape === "wide" ? 0.82 : 1);
  positionParts(card, {
    head: ends(
      brand(card, { mark: palette.ink }),
      listFacts(content.date, content.reading_time),
      box.width,
    ),
    foot: ends(
      listFacts(content.author, content.handle),
      shape === "wide" ? action : undefined,
      box.width,
    ),
    middle: (height) => {
      const shortBar = bar(card, { width: 56, height: 6 });
      const gap = 34 * u;
      const words = body(card, {
        width,
        height: height - shortBar.height - gap,
        title: 88,
        last: shape === "wide" ? undefined : action,
      });
      return stack([shortBar, words], gap);
    },
    at: 1,
  });
}
