import type { OpenPage } from "./desk.ts";
import type { Cell, Sheet } from "./impose.ts";
import type { OpOf } from "./op-schemas.ts";
import type { Size } from "./page-size.ts";

/** How many columns and rows so many cells make on paper that stands. */
const grids: Readonly<Record<number, readonly [columns: number, rows: number]>> = {
  2: [1, 2],
  4: [2, 2],
  6: [2, 3],
  8: [2, 4],
  9: [3, 3],
  16: [4, 4],
};

const gap = 12;

/** Sheets of several pages each, on paper of the first page's size, turned as the pages fit best. */
export function sheetsOf(
  pages: readonly OpenPage[],
  { per_sheet, order, border }: OpOf<"nup">,
): Sheet[] {
  const { size, columns, rows } = bestGrid(pages[0]!, per_sheet);
  const width = (size[0] - gap * (columns + 1)) / columns;
  const height = (size[1] - gap * (rows + 1)) / rows;
  const count = Math.ceil(pages.length / per_sheet);
  return Array.from({ length: count }, (_, sheet) => {
    const cells = Array.from({ length: per_sheet }, (_, index): Cell => {
      const isByRow = order.startsWith("horizontal");
      const row = isByRow ? Math.floor(index / columns) : index % rows;
      const place = isByRow ? index % columns : Math.floor(index / rows);
      const column = order.endsWith("reverse") ? columns - 1 - place : place;
      const number = sheet * per_sheet + index + 1;
      return {
        x: gap + column * (width + gap),
        y: size[1] - (row + 1) * (height + gap),
        width,
        height,
        number: number <= pages.length ? number : undefined,
      };
    });
    return { size, cells, border };
  });
}

/** Two pages a side, so that the sheets, printed on both sides, put together and folded, are a book. */
export function bookletOf(pages: readonly OpenPage[]): Sheet[] {
  const { width, height } = pages[0]!.box;
  const size: Size = [Math.max(width, height), Math.min(width, height)];
  const total = Math.ceil(pages.length / 4) * 4;
  return Array.from({ length: total / 2 }, (_, side) => {
    const [outer, inner] = [total - side, side + 1];
    // On the front the later page is at the left, on the back at the right.
    const pair = side % 2 === 0 ? [outer, inner] : [inner, outer];
    const cells = pair.map((number, index) => ({
      x: (index * size[0]) / 2,
      y: 0,
      width: size[0] / 2,
      height: size[1],
      number: number <= pages.length ? number : undefined,
    }));
    return { size, cells, border: false };
  });
}

function bestGrid({ box }: OpenPage, cells: number) {
  const [across, down] = grids[cells]!;
  const [short, long] = [Math.min(box.width, box.height), Math.max(box.width, box.height)];
  const choices = [
    { size: [short, long], columns: across, rows: down },
    { size: [short, long], columns: down, rows: across },
    { size: [long, short], columns: down, rows: across },
    { size: [long, short], columns: across, rows: down },
  ] as const;
  const scale = ({ size, columns, rows }: (typeof choices)[number]) =>
    Math.min(size[0] / columns / box.width, size[1] / rows / box.height);
  return choices.reduce((best, next) => (scale(next) > scale(best) + 1e-9 ? next : best));
}
