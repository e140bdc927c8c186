import { short } from "hub/drawing";

/**
 * The outline of all dark places as SVG path data, one loop for every patch and every hole, so that
 * no seam shows between neighbours at any scale. Patches that touch at a corner stay apart. With
 * `round`, corners that stick out are quarters of a circle, as `joining` draws single modules.
 */
export function outlineOf(
  isDark: (row: number, column: number) => boolean,
  { size, margin, round }: { size: number; margin: number; round: boolean },
): string {
  const done = new Uint8Array(size * size);
  let data = "";
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      // Every loop runs to the right somewhere: above a dark place that has a light one over it.
      if (done[row * size + column] || !isDark(row, column) || isDark(row - 1, column)) continue;
      const begin = round ? 0.5 : 0;
      data += `M${short(column + margin + begin)} ${row + margin}`;
      data += loop({ row, column }, { isDark, done, size, begin });
    }
  return data;
}

interface Walk {
  isDark: (row: number, column: number) => boolean;
  /** The places whose upper edge some loop has run along. */
  done: Uint8Array;
  size: number;
  /** How far from a corner that sticks out the straight part of an edge begins. */
  begin: number;
}

// Right, down, left, up: the way along an edge with the dark place to the right hand.
const ways = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/** Follows one loop from the upper edge of a place until it comes back to it. */
function loop(start: { row: number; column: number }, { isDark, done, size, begin }: Walk): string {
  let { row, column } = start;
  let way = 0;
  let straight = -begin;
  let data = "";
  do {
    if (way === 0) done[row * size + column] = 1;
    const [dx, dy] = ways[way]!;
    straight++;
    if (!isDark(row + dy, column + dx)) {
      data += line(way, straight - begin) + (begin ? arc(way) : "");
      way = (way + 1) % 4;
      straight = -begin;
    } else if (isDark(row + dy - dx, column + dx + dy)) {
      data += line(way, straight);
      [row, column] = [row + dy - dx, column + dx + dy];
      way = (way + 3) % 4;
      straight = 0;
    } else [row, column] = [row + dy, column + dx];
  } while (way !== 0 || row !== start.row || column !== start.column);
  return `${data}z`;
}

function line(way: number, length: number): string {
  if (length === 0) return "";
  return `${way % 2 ? "v" : "h"}${short(way < 2 ? length : -length)}`;
}

/** A quarter of a circle from one way to the next. */
function arc(way: number): string {
  const [dx, dy] = ways[way]!;
  const [nextX, nextY] = ways[(way + 1) % 4]!;
  const [x, y] = [short((dx + nextX) / 2), short((dy + nextY) / 2)];
  return `a.5.5 0 0 1${x.startsWith("-") ? "" : " "}${x}${y}`;
}
