import { median, rowsByPlace } from "./layout.ts";
import { listPositions, type Rule } from "./rules.ts";
import {
  type Column,
  findColumns,
  isInside,
  type Line,
  listChunks,
  measureSpace,
} from "./table-columns.ts";
import { buildCells, isValue, type TableCell, type TablePart } from "./table-rows.ts";
import type { Word } from "./words.ts";

/** The words and lines of a page, from its upper left corner. */
export interface PageContent {
  page: number;
  words: readonly Word[];
  rules: readonly Rule[];
}

/** A table, which may continue on the next pages. */
export interface Table {
  page: number;
  lastPage: number;
  columns: number;
  /** The texts by row and column. Covered cells are empty. Lines of a cell are separated by line breaks. */
  rows: string[][];
  cells: TableCell[];
  /** The words on each page. */
  words: Map<number, Set<Word>>;
}

/** Finds the tables of pages, with and without borders. Joins those that continue on the next page. */
export function findTables(pages: readonly PageContent[]): Table[] {
  const chains: TablePart[][] = [];
  let open: TablePart[] | undefined;
  for (const content of pages) {
    const { parts, lines } = findParts(content);
    const [first, last] = [parts[0], parts.at(-1)];
    const continued = open?.at(-1);
    for (const part of parts)
      if (
        part === first &&
        open &&
        continued &&
        startsPage(part, lines) &&
        canJoin(continued, part)
      )
        open.push(part);
      else {
        open = [part];
        chains.push(open);
      }
    if (!last || !endsPage(last, lines)) open = undefined;
  }
  return chains.flatMap((parts) => buildTable(parts) ?? []);
}

function buildTable(parts: readonly TablePart[]): Table | undefined {
  const columns = joinColumns(parts);
  const cells = buildCells(parts, columns);
  const height = cells.reduce((most, { row }) => Math.max(most, row + 1), 0);
  const lengths = cells.map(({ text }) => text.length);
  if (columns.length < 2 || height < rowsMin || median(lengths) > proseLength) return undefined;
  const rows = Array.from({ length: height }, () => Array<string>(columns.length).fill(""));
  for (const { row, column, text } of cells) (rows[row] as string[])[column] = text;
  const words = new Map(
    parts.map(({ page, lines }) => [page, new Set(lines.flatMap(({ words }) => words))]),
  );
  const [first, last] = [parts[0], parts.at(-1)] as [TablePart, TablePart];
  return { page: first.page, lastPage: last.page, columns: columns.length, rows, cells, words };
}

const rowsMin = 2;
/** The maximum median length of a table's cells. Lines of a text column are longer. */
const proseLength = 40;

function findParts({ page, words, rules }: PageContent): { parts: TablePart[]; lines: Line[] } {
  const grids = findGrids(rules);
  const left = new Set(words);
  const parts: TablePart[] = [];
  for (const grid of grids) {
    const inside = [...left].filter((word) => isInside(word, grid));
    const part: TablePart = {
      page,
      lines: toLines(inside),
      rules: grid.rules,
      columns: grid.columns,
      isGrid: true,
    };
    const filled = new Set(
      inside.map(({ x, width }) => grid.columns.findIndex((one) => x + width / 2 < one.right)),
    );
    if (filled.size < 2 || part.lines.length < rowsMin) continue;
    for (const word of inside) left.delete(word);
    parts.push(part);
  }
  const lines = toLines([...left]);
  const horizontal = rules.filter(({ isHorizontal }) => isHorizontal);
  for (const part of findBorderless(lines, rules))
    parts.push({
      page,
      lines: part.lines,
      columns: part.columns,
      rules: horizontal,
      isGrid: false,
    });
  return {
    parts: parts.toSorted(
      (one, other) => (one.lines[0] as Line).top - (other.lines[0] as Line).top,
    ),
    lines: toLines(words),
  };
}

/** Groups words into lines, with the position of their baseline. */
function toLines(words: readonly Word[]): Line[] {
  return rowsByPlace(words).map(({ words, y, height }) => {
    const ordered = words.toSorted((one, other) => one.x - other.x);
    const bases = ordered
      .filter(({ text }) => !/[gjpqyçQ,;()/_|]/.test(text))
      .map((word) => word.y + word.height);
    const size = median(words.map((word) => word.size));
    return {
      words: ordered,
      top: y,
      bottom: y + height,
      size,
      base: bases.length > 0 ? median(bases) : y + height - 0.2 * size,
    };
  });
}

/** The maximum gap within a table, in heights of a letter. */
const gapMax = 3;

/** Finds runs of lines with aligned cells. */
function findBorderless(lines: readonly Line[], rules: readonly Rule[]) {
  const parts: { lines: Line[]; columns: Column[] }[] = [];
  const space = measureSpace(lines);
  const isTabular = (line: Line) => listChunks(line, space).length > 1;
  for (let from = 0; from < lines.length; from++) {
    if (!isTabular(lines[from] as Line)) continue;
    let to = from + 1;
    while (to < lines.length) {
      const [before, line] = [lines[to - 1] as Line, lines[to] as Line];
      if (line.base - before.base > (gapMax + 1) * Math.max(line.size, before.size)) break;
      to++;
    }
    const part = takePart(lines.slice(from, to), { rules, space });
    if (part && !isProse(part.lines, space)) parts.push(part);
    from += (part?.lines.length ?? 1) - 1;
  }
  return parts;
}

/** The mean number of words in the cells of a table without numbers. Lines of a text column have more. */
const cellWordsMax = 3;
/** The minimum share of numbers and dates in the cells of a table with longer cells. */
const valueShare = 0.1;

/** Returns whether lines are columns of text. */
function isProse(lines: readonly Line[], space: number): boolean {
  const chunks = lines.flatMap((line) => listChunks(line, space));
  const words = chunks.reduce((sum, { text }) => sum + text.split(" ").length, 0);
  const values = chunks.filter(({ text }) => isValue(text)).length;
  return words > cellWordsMax * chunks.length && values < valueShare * chunks.length;
}

/** Returns the lines from the first that form one table. */
function takePart(
  lines: readonly Line[],
  { rules, space }: { rules: readonly Rule[]; space: number },
) {
  let taken = [...lines];
  for (;;) {
    const tabular = taken.filter((line) => listChunks(line, space).length > 1);
    if (tabular.length < 2) return undefined;
    const columns = findColumns(tabular, { rules, space });
    if (columns.length < 2) {
      // The last lines may belong to something else.
      taken = taken.slice(0, taken.indexOf(tabular.at(-1) as Line));
      continue;
    }
    const end = taken.findIndex((line, index) =>
      isForeign(line, taken[index - 1], { columns, space }),
    );
    if (end < 0) return { lines: dropTail(taken, { columns, space }), columns };
    taken = taken.slice(0, end);
  }
}

/** Returns whether a line is a paragraph or a heading and not part of a table. */
function isForeign(
  line: Line,
  before: Line | undefined,
  { columns, space }: { columns: readonly Column[]; space: number },
): boolean {
  const chunks = listChunks(line, space);
  if (!before || chunks.length !== 1) return false;
  const { left, right } = chunks[0] as { left: number; right: number };
  const crossed = columns.filter((one, index) => index > 0 && left < one.left && right > one.left);
  const [first, last] = [columns[0] as Column, columns.at(-1) as Column];
  if (right > last.right + 5 * space || left < first.left - 5 * space) return true;
  return (
    crossed.length > 0 &&
    (crossed.length === columns.length - 1 || right - left > 0.5 * (last.right - first.left))
  );
}

/** Leaves out lines after the last row that don't continue a cell. */
function dropTail(
  lines: readonly Line[],
  { columns, space }: { columns: readonly Column[]; space: number },
): Line[] {
  const last = lines.findLastIndex((line) => listChunks(line, space).length > 1);
  const leading = Math.min(
    ...lines.slice(1, last + 1).map(({ base }, index) => base - (lines[index] as Line).base),
  );
  let end = last + 1;
  while (end < lines.length) {
    const [before, line] = [lines[end - 1] as Line, lines[end] as Line];
    const [first, final] = [line.words[0] as Word, line.words.at(-1) as Word];
    const column = columns.findLastIndex(({ left }) => first.x >= left - space);
    const isWithin =
      final.x + final.width < (columns[column + 1]?.left ?? (columns.at(-1) as Column).right + 1);
    const isAligned = first.x - (columns[column]?.left ?? 0) < 3 * space;
    const isNear = line.base - before.base < (column > 0 ? 1.45 * line.size : 1.05 * leading);
    if (!isWithin || !isAligned || !isNear) break;
    end++;
  }
  return lines.slice(0, end);
}

interface Grid {
  left: number;
  right: number;
  top: number;
  bottom: number;
  rules: Rule[];
  columns: Column[];
}

/** The maximum distance of lines that meet, in points. */
const near = 3;

/** Finds groups of lines that cross each other, with two columns or more. */
function findGrids(rules: readonly Rule[]): Grid[] {
  const groups: Rule[][] = [];
  const rest = new Set(rules);
  for (const first of rules) {
    if (!rest.delete(first)) continue;
    const group = [first];
    for (const one of group)
      for (const other of rest)
        if (meet(one, other)) {
          rest.delete(other);
          group.push(other);
        }
    groups.push(group);
  }
  const grids = groups.flatMap((group) => {
    const upright = group.filter(({ isHorizontal }) => !isHorizontal);
    const level = group.filter(({ isHorizontal }) => isHorizontal);
    const xs = listPositions(upright);
    if (xs.length < 2 || level.length < 2) return [];
    const ends = level.flatMap(({ from, to }) => [from, to]);
    const edges = listPositions(
      [...xs, Math.min(...ends), Math.max(...ends)].map((at) => ({ at })),
    );
    if (edges.length < 3) return [];
    const ys = [...level.map(({ at }) => at), ...upright.flatMap(({ from, to }) => [from, to])];
    const [left, right] = [edges[0] as number, edges.at(-1) as number];
    const columns = edges
      .slice(1)
      .map((edge, index) => ({ left: edges[index] as number, right: edge }));
    return [{ left, right, top: Math.min(...ys), bottom: Math.max(...ys), rules: group, columns }];
  });
  return grids.filter((grid) => !isShadedRow(grid, grids));
}

/** Returns whether a grid is one of several shaded rows of a table, between rows without a colour. */
function isShadedRow({ left, right, rules }: Grid, grids: readonly Grid[]): boolean {
  const similar = grids.filter(
    (one) => Math.abs(one.left - left) < near && Math.abs(one.right - right) < near,
  );
  return (
    similar.length > 1 &&
    listPositions(rules.filter(({ isHorizontal }) => isHorizontal)).length === 2
  );
}

function meet(one: Rule, other: Rule): boolean {
  if (one.isHorizontal === other.isHorizontal) return false;
  const isWithin = ({ from, to }: Rule, at: number) => at >= from - near && at <= to + near;
  return isWithin(one, other.at) && isWithin(other, one.at);
}

/** Returns whether a part is the first of its page, below a running head at most. */
function startsPage(part: TablePart, lines: readonly Line[]): boolean {
  const { top } = part.lines[0] as Line;
  return lines.filter((line) => line.top < top - 1).length <= 3;
}

function endsPage(part: TablePart, lines: readonly Line[]): boolean {
  const { bottom } = part.lines.at(-1) as Line;
  return lines.filter((line) => line.bottom > bottom + 1).length <= 2;
}

function canJoin(one: TablePart, other: TablePart): boolean {
  if (one.isGrid !== other.isGrid) return false;
  const [first, second] = [one.columns, other.columns];
  if (one.isGrid)
    return (
      first.length === second.length &&
      first.every(({ left }, index) => Math.abs(left - (second[index]?.left ?? 0)) < near)
    );
  const joined = joinColumns([one, other]);
  return joined.length >= Math.min(first.length, second.length) && joined.length >= 2;
}

/** Returns the columns of all parts: gaps that all have. */
function joinColumns(parts: readonly TablePart[]): Column[] {
  const [first] = parts as [TablePart];
  if (first.isGrid) return first.columns;
  const all = parts
    .flatMap(({ columns }) => columns)
    .toSorted((one, other) => one.left - other.left);
  const columns: Column[] = [];
  for (const { left, right } of all) {
    const last = columns.at(-1);
    if (last && left < last.right) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns;
}
