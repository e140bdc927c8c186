import { median } from "./layout.ts";
import type { Row } from "./rows.ts";

const rowsMin = 2;
/** The cells of a table are shorter than the lines of a column. */
const proseLength = 40;

/**
 * The table that begins at a row, if one does: rows of as many cells, whose left or right edges stand
 * in line. Two columns of running text are none: their cells are long.
 */
export function tableAt(
  rows: readonly Row[],
  from: number,
): { length: number; cells: string[][]; text: string } | undefined {
  const first = cellsOf(rows[from]!);
  if (first.length < 2) return undefined;
  const found = [first];
  let bottom = rows[from]!.y + rows[from]!.height;
  for (const row of rows.slice(from + 1)) {
    const cells = cellsOf(row);
    const gap = row.y - bottom;
    if (!inLine(first, cells) || gap > 3 * row.height || gap < -row.height) break;
    found.push(cells);
    bottom = row.y + row.height;
  }
  const cells = found.map((row) => row.map(({ text }) => text));
  const isProse = median(cells.flat().map(({ length }) => length)) > proseLength;
  if (found.length < rowsMin || isProse) return undefined;
  const text = cells.map((row) => row.join("\t")).join("\n");
  return { length: found.length, cells, text };
}

interface Cell {
  text: string;
  left: number;
  right: number;
}

/** Words with more than a space's width between them stand in cells of their own. */
function cellsOf({ words, height }: Row): Cell[] {
  const cells: Cell[] = [];
  for (const { text, x, width, size } of words) {
    const last = cells.at(-1);
    if (last && x - last.right < 1.2 * Math.max(height, size)) {
      last.text += ` ${text}`;
      last.right = x + width;
    } else cells.push({ text, left: x, right: x + width });
  }
  return cells;
}

function inLine(above: readonly Cell[], below: readonly Cell[]): boolean {
  const near = 3;
  return (
    above.length === below.length &&
    above.every(({ left, right }, index) => {
      const cell = below[index]!;
      return (
        Math.abs(cell.left - left) < near ||
        Math.abs(cell.right - right) < near ||
        Math.abs(cell.left + cell.right - left - right) < 2 * near
      );
    })
  );
}
