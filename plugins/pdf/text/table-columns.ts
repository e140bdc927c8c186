import { median } from "./layout.ts";
import type { Rule } from "./rules.ts";
import type { Word } from "./words.ts";

/** Words on one line of a page, from left to right. */
export interface Line {
  words: Word[];
  top: number;
  bottom: number;
  /** The position of the baseline. */
  base: number;
  size: number;
}

/** A column from its leftmost to its rightmost letter. In a grid, from border to border. */
export interface Column {
  left: number;
  right: number;
}

interface Chunk extends Column {
  text: string;
}

/** Gaps between words from this on separate cells: in spaces and in font sizes. */
const [chunkSpaces, chunkSizes] = [2.4, 1.1];
const [gutterSpaces, gutterSizes] = [1.7, 0.5];

/** Returns the usual gap between two words. */
export function measureSpace(lines: readonly Line[]): number {
  const gaps = lines.flatMap(({ words, size }) =>
    words.slice(1).flatMap(({ x }, index) => {
      const before = words[index] as Word;
      const gap = x - before.x - before.width;
      return gap > 0 && gap < size ? [gap] : [];
    }),
  );
  return median(gaps) || 0.3 * median(lines.map(({ size }) => size));
}

/** Splits a line at wide gaps. */
export function listChunks({ words, size }: Line, space: number): Chunk[] {
  const chunks: Chunk[] = [];
  for (const { text, x, width } of words) {
    const last = chunks.at(-1);
    if (last && x - last.right < Math.max(chunkSpaces * space, chunkSizes * size)) {
      last.text += ` ${text}`;
      last.right = Math.max(last.right, x + width);
    } else chunks.push({ text, left: x, right: x + width });
  }
  return chunks;
}

/** Returns whether the middle of a word is within a box. */
export function isInside(
  { x, y, width, height }: Word,
  box: { left: number; right: number; top: number; bottom: number },
): boolean {
  const [across, down] = [x + width / 2, y + height / 2];
  return across > box.left && across < box.right && down > box.top && down < box.bottom;
}

/**
 * Finds the columns of lines: what lies between gaps that all lines share. A few lines, such as
 * those of totals, may cross a gap.
 */
export function findColumns(
  lines: readonly Line[],
  { rules, space }: { rules: readonly Rule[]; space: number },
): Column[] {
  const size = median(lines.map((line) => line.size));
  const widthMin = Math.max(gutterSpaces * space, gutterSizes * size);
  const words = lines.flatMap((line) =>
    line.words.map((word) => ({ line, left: word.x, right: word.x + word.width })),
  );
  const edges = [...new Set(words.flatMap(({ left, right }) => [left, right]))].toSorted(
    (one, other) => one - other,
  );
  // Stretches between two edges, with the lines that have letters or a narrow space there.
  const covers = new Map<number, Set<Line>>(edges.map((edge) => [edge, new Set()]));
  const at = new Map(edges.map((edge, index) => [edge, index]));
  for (const line of lines) {
    let last: { left: number; right: number } | undefined;
    for (const { x, width } of line.words) {
      const from = last && x - last.right < widthMin ? Math.min(last.right, x) : x;
      for (let index = at.get(from) ?? 0; (edges[index] as number) < x + width; index++)
        covers.get(edges[index] as number)?.add(line);
      last = { left: x, right: Math.max(x + width, last?.right ?? 0) };
    }
  }
  const stretches = edges.slice(0, -1).map((left, index) => ({
    left,
    right: edges[index + 1] as number,
    count: covers.get(left)?.size ?? 0,
  }));
  const allowed = Math.min(3, Math.floor(lines.length / 4));
  const gutters = joinStretches(stretches, 0).filter(({ left, right }) => right - left >= widthMin);
  for (const loose of joinStretches(stretches, allowed)) {
    if (gutters.some((one) => one.left < loose.right && one.right > loose.left)) continue;
    const within = stretches.filter(
      ({ left, right }) => left >= loose.left && right <= loose.right,
    );
    const least = Math.min(...within.map(({ count }) => count));
    const [widest] = joinStretches(within, least).toSorted(
      (one, other) => other.right - other.left - one.right + one.left,
    );
    if (widest && widest.right - widest.left >= widthMin && hasBothSides(lines, widest))
      gutters.push(widest);
  }
  const bars = rules.filter((rule) => !rule.isHorizontal && isSeparator(rule, lines));
  for (const { at } of bars)
    if (!gutters.some(({ left, right }) => at > left - 1 && at < right + 1))
      gutters.push({ left: at, right: at });
  const ordered = gutters.toSorted((one, other) => one.left - other.left);
  const [left, right] = [edges[0] ?? 0, edges.at(-1) ?? 0];
  const columns = [...ordered, { left: right, right }].map((gutter, index) => ({
    left: index === 0 ? left : (ordered[index - 1] as Column).right,
    right: gutter.left,
  }));
  return columns.filter((column) => !isLabel(column, { columns, lines, allowed }));
}

/** Returns whether a column has only labels of rows that are otherwise almost empty, such as totals. */
function isLabel(
  column: Column,
  {
    columns,
    lines,
    allowed,
  }: { columns: readonly Column[]; lines: readonly Line[]; allowed: number },
): boolean {
  const isFilled = ({ words }: Line, { left, right }: Column) =>
    words.some(({ x, width }) => x + width > left && x < right);
  const filled = lines.filter((line) => isFilled(line, column));
  return (
    columns.length > 3 &&
    filled.length <= allowed &&
    filled.every((line) => columns.filter((one) => isFilled(line, one)).length * 2 < columns.length)
  );
}

function joinStretches(stretches: readonly (Column & { count: number })[], most: number): Column[] {
  const joined: Column[] = [];
  for (const { left, right, count } of stretches) {
    if (count > most) continue;
    const last = joined.at(-1);
    if (last?.right === left) last.right = right;
    else joined.push({ left, right });
  }
  return joined;
}

/** Returns whether most lines have words on both sides of a gap and none in it. */
function hasBothSides(lines: readonly Line[], { left, right }: Column): boolean {
  const both = lines.filter(
    ({ words }) =>
      words.some(({ x, width }) => x + width <= left + 0.1) &&
      words.some(({ x }) => x >= right - 0.1),
  );
  return both.length * 2 > lines.length;
}

/** Returns whether a vertical line separates the words of most lines. */
function isSeparator({ at, from, to }: Rule, lines: readonly Line[]): boolean {
  const beside = lines.filter(({ top, bottom }) => from < bottom && to > top);
  const isCrossed = beside.some(({ words }) =>
    words.some(({ x, width }) => x < at - 1 && x + width > at + 1),
  );
  const isBetween = beside.some(
    ({ words }) => words.some(({ x }) => x > at) && words.some(({ x }) => x < at),
  );
  return beside.length * 2 > lines.length && !isCrossed && isBetween;
}
