import { tint } from "../pdf/color.ts";
import type { Canvas, Design } from "./design.ts";
import { drawFactRow, drawLogo, drawParties, fittingSize } from "./parts.ts";

/** A full-width band of colour, a striped table and a filled total. */
export const modern: Design = {
  margin: 48,
  size: 9,
  accent: "0F5C6E",
  table: { head: "tinted", rows: "striped", padding: 6 },
  sums: "filled",
  emphasis: 1.3,
  drawHead,
};

function drawHead(canvas: Canvas): number {
  const { page, content, palette, frame, tag } = canvas;
  const { left, width } = frame;
  const titleWidth = width * 0.46;
  const nameBox = { x: left, y: 36, width: width * 0.5 };
  const titleSize = fittingSize(canvas, content.title, { size: 24, width: titleWidth });
  const nameSize = fittingSize(canvas, content.seller.name, { size: 16, width: nameBox.width });
  const titleStyle = { size: titleSize, weight: 700, align: "end", leading: 1.2 } as const;
  const nameStyle = { size: nameSize, weight: 700, leading: 1.25 } as const;
  const titleBox = { x: left + width - titleWidth, y: 31, width: titleWidth };
  const { ink } = canvas;
  const nameHeight = content.logo
    ? 50
    : ink.measureHeight(content.seller.name, { ...nameStyle, width: nameBox.width });
  const titleHeight = ink.measureHeight(content.title, { ...titleStyle, width: titleWidth });
  const numberHeight = ink.measureHeight(content.number, { size: 10.5, width: titleWidth });
  const band = Math.max(nameHeight + 66, titleHeight + numberHeight + 60);
  page.rectangle({ x: 0, y: 0, width: page.width, height: band }, palette.accent);
  if (content.logo) {
    // Logos are designed for white paper.
    const plate = { x: left, y: (band - 66) / 2, width: logoWidth(canvas) + 28, height: 66 };
    page.rectangle(plate, [1, 1, 1]);
    drawLogo(canvas, { x: left + 14, y: plate.y + 12, width: plate.width - 28, height: 42 });
  } else {
    const style = { ...nameStyle, color: palette.onAccent, tag: tag.add("P") };
    page.text(content.seller.name, nameBox, style);
  }
  const title = page.text(content.title, titleBox, {
    ...titleStyle,
    color: palette.onAccent,
    tag: tag.add("H1"),
  });
  page.text(
    content.number,
    { ...titleBox, y: titleBox.y + title },
    { size: 10.5, align: "end", color: palette.onAccent, tag: tag.add("P") },
  );
  let y = band;
  const columns = Math.min(4, Math.max(2, content.facts.length));
  const strip = { x: left, y: y + 12, width, columns };
  // The strip is drawn below the facts, so their height is measured first.
  const height = factHeight(canvas, columns);
  page.rectangle({ x: 0, y, width: page.width, height: height + 24 }, tint(palette.accent, 0.08));
  drawFactRow(canvas, content.facts, strip);
  y += height + 24 + 20;
  return y + drawParties(canvas, { y, width: width * 0.47 }) + 22;
}

function logoWidth({ content }: Canvas): number {
  return content.logo ? Math.min(170, (content.logo.width * 42) / content.logo.height) : 0;
}

function factHeight({ ink, content, frame, design: { size } }: Canvas, columns: number): number {
  const width = (frame.width - size * 1.2 * (columns - 1)) / columns;
  let height = -size * 0.6;
  for (let from = 0; from < content.facts.length; from += columns) {
    const own = content.facts
      .slice(from, from + columns)
      .map(
        ([label, value]) =>
          ink.measureHeight(label, { size: size * 0.84, width }) +
          ink.measureHeight(value, { size, weight: 700, width }),
      );
    height += Math.max(...own) + size * 0.6;
  }
  return height;
}
