import type { Fact, PartyText } from "../document/content.ts";
import type { Color, PageBox, TextStyle } from "../pdf/page.ts";
import { addList } from "../pdf/tags.ts";
import type { Canvas } from "./design.ts";

type BlockPosition = Omit<PageBox, "height">;

/** Draws a party's name and address under a small heading. Returns the height. */
export function drawParty(
  { page, palette, tag, design: { size } }: Canvas,
  { label, name, lines }: PartyText,
  position: BlockPosition,
): number {
  const section = tag.add("Sect");
  const { ink: color, muted } = palette;
  const text = (line: string, style: TextStyle) => {
    y += page.text(line, { ...position, y }, { color, tag: section.add("P"), ...style });
  };
  let { y } = position;
  text(label, { size: size * 0.84, color: muted, tag: section.add("H2") });
  y += size * 0.2;
  text(name, { size: size * 1.1, weight: 700 });
  for (const line of lines) text(line, { size, leading: 1.4 });
  return y - position.y;
}

/** Draws labels on one side and values on the other. Returns the height. */
export function drawFacts(
  { page, ink, palette, tag, design: { size } }: Canvas,
  list: readonly Fact[],
  position: BlockPosition & { color?: Color; mutedColor?: Color },
): number {
  const { x, width, color = palette.ink, mutedColor = palette.muted } = position;
  let { y } = position;
  const gap = size;
  const items = addList(tag);
  for (const [label, value] of list) {
    const item = items.add("LI");
    const own = ink.measureWidth(label, { size });
    const fitsOnLine = own + gap + ink.measureWidth(value, { size, weight: 700 }) <= width;
    page.text(label, { x, y, width }, { size, color: mutedColor, tag: item.add("Lbl") });
    if (!fitsOnLine) y += ink.measureHeight(label, { size, width });
    const align = fitsOnLine ? "end" : "start";
    const style = { size, weight: 700, color, align, tag: item.add("LBody") } as const;
    y += page.text(value, { x, y, width }, style) + size * 0.28;
  }
  return y - position.y;
}

/** Draws facts side by side, labels above values. Returns the height. */
export function drawFactRow(
  { page, palette, tag, design: { size } }: Canvas,
  list: readonly Fact[],
  { x, y, width, columns = 4 }: BlockPosition & { columns?: number },
): number {
  const gap = size * 1.2;
  const own = (width - gap * (columns - 1)) / columns;
  let at = y;
  const items = addList(tag);
  for (let from = 0; from < list.length; from += columns) {
    const heights = list.slice(from, from + columns).map(([label, value], index) => {
      const position = { x: x + index * (own + gap), y: at, width: own };
      const item = items.add("LI");
      const labelStyle = { size: size * 0.84, color: palette.muted, tag: item.add("Lbl") };
      const head = page.text(label, position, labelStyle);
      const tag = item.add("LBody");
      const style = { size, weight: 700, color: palette.ink, tag } as const;
      return head + page.text(value, { ...position, y: at + head }, style);
    });
    at += Math.max(...heights) + size * 0.6;
  }
  return at - y - size * 0.6;
}

/** Returns the largest size at which no word of a heading is broken, at least two thirds of the given one. */
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

/** Draws the logo, or the seller's name if there is none. Returns the height. */
export function drawBrand(
  canvas: Canvas,
  { logo, name }: { logo: PageBox; name: TextStyle & { width: number } },
): number {
  const { page, content, tag } = canvas;
  if (content.logo) return drawLogo(canvas, logo);
  const { width, ...style } = name;
  const box = { x: logo.x, y: logo.y, width };
  return page.text(content.seller.name, box, { ...style, tag: tag.add("P") });
}

/** Draws seller and buyer at the two sides of the page. Returns the larger height. */
export function drawParties(canvas: Canvas, { y, width }: { y: number; width: number }): number {
  const { content, frame } = canvas;
  const end = frame.left + frame.width - width;
  return Math.max(
    drawParty(canvas, content.seller, { x: frame.left, y, width }),
    drawParty(canvas, content.buyer, { x: end, y, width }),
  );
}

/** Draws the logo as large as fits. Returns its height. */
export function drawLogo({ page, content, tag }: Canvas, { x, y, width, height }: PageBox): number {
  if (!content.logo) return 0;
  const scale = Math.min(width / content.logo.width, height / content.logo.height);
  const own = { width: content.logo.width * scale, height: content.logo.height * scale };
  page.image("Logo", { x, y, ...own }, tag.add("Figure", { alt: content.seller.name }));
  return own.height;
}

/** Returns the distance of text from the edge of filled areas, in points. */
export function getInset({ head, rows }: Canvas["design"]["table"]): number {
  return head === "filled" || head === "tinted" || rows === "striped" ? 8 : 0;
}
