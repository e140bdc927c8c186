import type { Fact, PartyText } from "../document/content.ts";
import type { Box, Color, Style } from "../pdf/page.ts";
import type { Canvas } from "./design.ts";

type BlockPosition = Omit<Box, "height">;

/** Somebody's name and address under a small heading; answers how high it is. */
export function drawParty(
  { page, palette, design: { size } }: Canvas,
  { label, name, lines }: PartyText,
  place: BlockPosition,
): number {
  let { y } = place;
  y += page.text(label, { ...place, y }, { size: size * 0.84, color: palette.muted }) + size * 0.2;
  y += page.text(name, { ...place, y }, { size: size * 1.1, weight: 700, color: palette.ink });
  for (const line of lines)
    y += page.text(line, { ...place, y }, { size, color: palette.ink, leading: 1.4 });
  return y - place.y;
}

/** Names on one side and what they say on the other; answers how high they are. */
export function drawFacts(
  { page, ink, palette, design: { size } }: Canvas,
  list: readonly Fact[],
  place: BlockPosition & { color?: Color; mutedColor?: Color },
): number {
  const { x, width, color = palette.ink, mutedColor = palette.muted } = place;
  let { y } = place;
  const gap = size;
  for (const [label, value] of list) {
    const own = ink.measureWidth(label, { size });
    const beside = own + gap + ink.measureWidth(value, { size, weight: 700 }) <= width;
    page.text(label, { x, y, width }, { size, color: mutedColor });
    if (!beside) y += ink.measureHeight(label, { size, width });
    const style = { size, weight: 700, color, align: beside ? "end" : "start" } as const;
    y += page.text(value, { x, y, width }, style) + size * 0.28;
  }
  return y - place.y;
}

/** Names above what they say, side by side; answers how high they are. */
export function drawFactRow(
  { page, palette, design: { size } }: Canvas,
  list: readonly Fact[],
  { x, y, width, columns = 4 }: BlockPosition & { columns?: number },
): number {
  const gap = size * 1.2;
  const own = (width - gap * (columns - 1)) / columns;
  let at = y;
  for (let from = 0; from < list.length; from += columns) {
    const heights = list.slice(from, from + columns).map(([label, value], index) => {
      const place = { x: x + index * (own + gap), y: at, width: own };
      const head = page.text(label, place, { size: size * 0.84, color: palette.muted });
      const style = { size, weight: 700, color: palette.ink } as const;
      return head + page.text(value, { ...place, y: at + head }, style);
    });
    at += Math.max(...heights) + size * 0.6;
  }
  return at - y - size * 0.6;
}

/** The size at which no word of a heading has to be cut, and no less than two thirds of what it is. */
export function fittingSize(
  { ink }: Canvas,
  text: string,
  { size, width }: { size: number; width: number },
): number {
  const widest = Math.max(
    ...text.split(" ").map((word) => ink.measureWidth(word, { size, weight: 700 })),
  );
  return Math.max((size * 2) / 3, Math.min(size, (size * width) / widest));
}

/** The logo in its box, or where there is none the seller's name; answers how high it is. */
export function drawBrand(
  canvas: Canvas,
  { logo, name }: { logo: Box; name: Style & { width: number } },
): number {
  const { page, content } = canvas;
  if (content.logo) return drawLogo(canvas, logo);
  const { width, ...style } = name;
  return page.text(content.seller.name, { x: logo.x, y: logo.y, width }, style);
}

/** Seller and buyer at the two sides of the page; answers how high the higher one is. */
export function drawParties(canvas: Canvas, { y, width }: { y: number; width: number }): number {
  const { content, frame } = canvas;
  const end = frame.left + frame.width - width;
  return Math.max(
    drawParty(canvas, content.seller, { x: frame.left, y, width }),
    drawParty(canvas, content.buyer, { x: end, y, width }),
  );
}

/** The logo as large as it fits; answers its height. */
export function drawLogo({ page, content }: Canvas, { x, y, width, height }: Box): number {
  if (!content.logo) return 0;
  const scale = Math.min(width / content.logo.width, height / content.logo.height);
  const own = { width: content.logo.width * scale, height: content.logo.height * scale };
  page.image("Logo", { x, y, ...own });
  return own.height;
}
