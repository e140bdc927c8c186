import type { Canvas, Design } from "./design.ts";
import { drawBrand, drawFactRow, drawParties } from "./parts.ts";

/** White space instead of lines. */
export const minimal: Design = {
  margin: 66,
  size: 9,
  accent: "111111",
  table: { head: "plain", rows: "plain", padding: 6 },
  sums: "plain",
  emphasis: 1.7,
  drawHead,
};

function drawHead(canvas: Canvas): number {
  const { page, content, palette, frame, tag } = canvas;
  const { left, top, width } = frame;
  let y = top;
  y += drawBrand(canvas, {
    logo: { x: left, y, width: 150, height: 46 },
    name: { width: width * 0.7, size: 11, weight: 700, color: palette.ink },
  });
  y += 40;
  y += page.text(
    content.title,
    { x: left, y, width },
    { size: 30, color: palette.accentInk, leading: 1.15, tag: tag.add("H1") },
  );
  const number = { size: 11, color: palette.muted, tag: tag.add("P") };
  y += page.text(content.number, { x: left, y: y + 2, width }, number);
  y += 22;
  y += drawFactRow(canvas, content.facts, { x: left, y, width }) + 24;
  return y + drawParties(canvas, { y, width: width * 0.46 }) + 30;
}
