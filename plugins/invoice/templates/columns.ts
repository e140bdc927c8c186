import type { Canvas } from "./design.ts";

/** Where a column stands. */
export interface Place {
  x: number;
  width: number;
}

/** Gives the columns of figures the room they need, and the rest to the description. */
export function placesOf({ content, ink, frame, design: { size, table } }: Canvas): Place[] {
  const inset = insetOf(table);
  const gap = size * 1.3;
  const whole = frame.width - 2 * inset;
  const widths = content.columns.slice(1).map(({ label, most }, column) => {
    const cells = content.rows.map(({ cells }) => ink.widthOf(cells[column] ?? "", { size }));
    const own = Math.max(ink.widthOf(label, { size: size * headSize, weight: 700 }), ...cells);
    return Math.min(own, whole * most) + 0.5;
  });
  const figures = widths.reduce((sum, width) => sum + width + gap, 0);
  let x = frame.left + inset;
  return [whole - figures, ...widths].map((width, column) => {
    const place = { x, width };
    x += width + (column < widths.length ? gap : 0);
    return place;
  });
}

/** The head's letters are a little smaller than those of the rows. */
export const headSize = 0.88;

/** How far the letters stand from the edge of what is filled. */
export function insetOf({ head, rows }: Canvas["design"]["table"]): number {
  return head === "filled" || head === "tinted" || rows === "striped" ? 8 : 0;
}
