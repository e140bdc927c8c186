import type { Canvas, Design } from "./design.ts";
import { drawBrand, drawFactRow, drawParty } from "./parts.ts";

/** As many lines per page as are readable. */
export const compact: Design = {
  margin: 40,
  size: 7.8,
  accent: "374151",
  table: { head: "filled", rows: "ruled", padding: 3 },
  sums: "ruled",
  emphasis: 1.25,
  drawHead,
};

function drawHead(canvas: Canvas): number {
  const { page, content, palette, frame, tag } = canvas;
  const { left, top, width } = frame;
  let y = top;
  const brand = drawBrand(canvas, {
    logo: { x: left, y, width: 120, height: 32 },
    name: { width: width * 0.55, size: 13, weight: 700, color: palette.ink, leading: 1.2 },
  });
  const title = page.text(
    `${content.title} ${content.number}`,
    { x: left + width * 0.42, y, width: width * 0.58 },
    {
      size: 13,
      weight: 700,
      color: palette.accentInk,
      align: "end",
      leading: 1.2,
      tag: tag.add("H1"),
    },
  );
  y += Math.max(brand, title) + 8;
  page.rule({ x: left, y, width }, { color: palette.hairline, thickness: 0.6 });
  y += 9;
  const side = width * 0.27;
  const gap = width * 0.03;
  const heights = [
    drawParty(canvas, content.seller, { x: left, y, width: side }),
    drawParty(canvas, content.buyer, { x: left + side + gap, y, width: side }),
    drawFactRow(canvas, content.facts, {
      x: left + (side + gap) * 2,
      y,
      width: width - (side + gap) * 2,
      columns: 3,
    }),
  ];
  return y + Math.max(...heights) + 12;
}
