import type { Canvas, Design } from "./design.ts";
import { drawBrand, drawFacts, drawParty, fittingSize } from "./parts.ts";

/** Traditional letterhead with horizontal rules. */
export const classic: Design = {
  margin: 54,
  size: 9,
  accent: "1F3A5F",
  table: { head: "ruled", rows: "ruled", padding: 5 },
  sums: "ruled",
  emphasis: 1.35,
  drawHead,
};

function drawHead(canvas: Canvas): number {
  const { page, palette, frame } = canvas;
  const { left, top, width } = frame;
  const ruleY = top + drawLetterhead(canvas) + 14;
  page.rule({ x: left, y: ruleY, width }, { color: palette.accentInk, thickness: 1.4 });
  const y = ruleY + 16;
  return y + drawAddresses(canvas, y) + 22;
}

/** Draws the sender on the left and the title on the right. Returns the height. */
function drawLetterhead(canvas: Canvas): number {
  const { page, content, palette, frame, tag } = canvas;
  const { left, top, width } = frame;
  const [nameWidth, titleWidth] = [width * 0.52, width * 0.44];
  const brand = drawBrand(canvas, {
    logo: { x: left, y: top, width: 170, height: 58 },
    name: {
      width: nameWidth,
      size: fittingSize(canvas, content.seller.name, { size: 17, width: nameWidth }),
      weight: 700,
      color: palette.ink,
      leading: 1.2,
    },
  });
  const right = { x: left + width - titleWidth, width: titleWidth };
  const title = page.text(
    content.title,
    { ...right, y: top - 5 },
    {
      size: fittingSize(canvas, content.title, { size: 25, width: titleWidth }),
      weight: 700,
      color: palette.accentInk,
      align: "end",
      leading: 1.2,
      tag: tag.add("H1"),
    },
  );
  const number = page.text(
    content.number,
    { ...right, y: top - 3 + title },
    { size: 10.5, color: palette.muted, align: "end", tag: tag.add("P") },
  );
  return Math.max(brand, title + number);
}

/** Draws seller, buyer and facts in three columns. Returns the maximum height. */
function drawAddresses(canvas: Canvas, y: number): number {
  const { content, frame } = canvas;
  const { left, width } = frame;
  const [third, gap] = [width * 0.31, width * 0.035];
  return Math.max(
    drawParty(canvas, content.seller, { x: left, y, width: third }),
    drawParty(canvas, content.buyer, { x: left + third + gap, y, width: third }),
    drawFacts(canvas, content.facts, {
      x: left + (third + gap) * 2,
      y,
      width: width - (third + gap) * 2,
    }),
  );
}
