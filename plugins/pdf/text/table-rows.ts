import { listPositions, type Rule } from "./rules.ts";
import type { Column, Line } from "./table-columns.ts";

/** The part of a table on one page. */
export interface TablePart {
  page: number;
  lines: Line[];
  columns: Column[];
  rules: readonly Rule[];
  /** Whether its rules separate its columns. */
  isGrid: boolean;
}

/** A cell, with its position in the table, starting at 0. */
export interface TableCell {
  row: number;
  column: number;
  /** The number of columns and rows that it spans. */
  column_span: number;
  row_span: number;
  text: string;
}

/** A text on one line of a cell. */
interface Piece {
  column: number;
  span: number;
  text: string;
  left: number;
  right: number;
}

interface PlacedLine {
  line: Line;
  pieces: Piece[];
  /** The number of horizontal rules above it. */
  band: number;
}

/** Cells, with the edges of their letters if no rules separate them. */
type Row = (Omit<TableCell, "row"> & { left?: number; right?: number })[];

/** The maximum distance of edges that are aligned, in points. */
const near = 3;

/** Builds the cells of a table. Header rows that are repeated on the next page are left out. */
export function buildCells(parts: readonly TablePart[], columns: readonly Column[]): TableCell[] {
  const rows: Row[] = [];
  const placed = parts.map((part) => placeLines(part, columns));
  const all = placed.flat();
  const values = findValueColumns(all, columns.length);
  for (const [index, part] of parts.entries()) {
    const bands = part.isGrid ? readGrid(part) : undefined;
    const lines = placed[index] as PlacedLine[];
    const anchors = lines.filter((line) => isAnchor(line, values)).length;
    const bandCount = new Set(lines.map(({ band }) => band)).size;
    const areBandsRows = bandCount >= 3 && bandCount >= 0.6 * anchors;
    const built =
      areBandsRows && bands
        ? bands
        : groupBands(lines, values, { areBandsRows }).map((group) =>
            joinLines(group, columns.length),
          );
    const repeated = index === 0 ? 0 : countRepeated(built, rows);
    const isContinued =
      index > 0 &&
      !areBandsRows &&
      built[repeated] &&
      !isAnchor({ pieces: built[repeated] }, values);
    const next = built.slice(repeated);
    if (isContinued && rows.length > 0) appendRow(rows.at(-1) as Row, next.shift() as Row);
    rows.push(...next);
  }
  if (parts[0]?.isGrid === false) spanCentered(rows, columns);
  return rows.flatMap((row, index) =>
    row.map(({ column, column_span, row_span, text }) => ({
      row: index,
      column,
      column_span,
      row_span,
      text,
    })),
  );
}

function countRepeated(built: readonly Row[], rows: readonly Row[]): number {
  const same = (one: Row | undefined, other: Row | undefined) =>
    one !== undefined &&
    one.map(({ text }) => text).join("\t") === other?.map(({ text }) => text).join("\t");
  let count = 0;
  while (count < 3 && same(built[count], rows[count])) count++;
  return count;
}

function appendRow(row: Row, next: Row): void {
  for (const cell of next) {
    const before = row.find(({ column }) => column === cell.column);
    if (before) before.text += `\n${cell.text}`;
    else row.push(cell);
  }
}

function placeLines({ lines, rules, isGrid }: TablePart, columns: readonly Column[]): PlacedLine[] {
  const [left, right] = [columns[0]?.left ?? 0, columns.at(-1)?.right ?? 0];
  const levels = listPositions(
    rules.filter(
      ({ isHorizontal, from, to }) =>
        isHorizontal && Math.min(to, right) - Math.max(from, left) > 0.5 * (right - left),
    ),
  );
  return lines.map((line) => {
    const middle = line.base - 0.3 * line.size;
    const band = levels.filter((level) => level < middle).length;
    return {
      line,
      band,
      pieces: isGrid ? splitByBorders(line, columns) : splitByGaps(line, columns),
    };
  });
}

function splitByBorders({ words }: Line, columns: readonly Column[]): Piece[] {
  const pieces: Piece[] = [];
  for (const { text, x, width } of words) {
    const found = columns.findIndex(({ right }) => x + width / 2 < right);
    const column = found < 0 ? columns.length - 1 : found;
    const last = pieces.at(-1);
    if (last?.column === column) {
      last.text += ` ${text}`;
      last.right = x + width;
    } else pieces.push({ column, span: 1, text, left: x, right: x + width });
  }
  return pieces;
}

function splitByGaps({ words }: Line, columns: readonly Column[]): Piece[] {
  const chunks: { text: string; left: number; right: number }[] = [];
  for (const { text, x, width } of words) {
    const last = chunks.at(-1);
    const isCut = columns.some(
      ({ right }, index) =>
        last &&
        last.right <= right + 0.5 &&
        x >= (columns[index + 1]?.left ?? Number.POSITIVE_INFINITY) - 0.5,
    );
    if (last && !isCut) {
      last.text += ` ${text}`;
      last.right = Math.max(last.right, x + width);
    } else chunks.push({ text, left: x, right: x + width });
  }
  return chunks.map((chunk) => {
    const covered = columns.flatMap(({ left, right }, index) =>
      chunk.left < right + 0.5 && chunk.right > left - 0.5 ? [index] : [],
    );
    const nearest = columns.findIndex(({ right }) => chunk.left < right);
    const column = covered[0] ?? (nearest < 0 ? columns.length - 1 : nearest);
    return { ...chunk, column, span: Math.max(1, covered.length) };
  });
}

/** Returns whether a text is a number, an amount or a date. */
export function isValue(text: string): boolean {
  if (text.length > 24) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return /\d/.test(text) && letters <= 3 && text.split(" ").length <= 4;
}

/** Returns the columns in which most texts are numbers or dates. */
function findValueColumns(lines: readonly PlacedLine[], columns: number): Set<number> {
  const found = new Set<number>();
  for (let column = 0; column < columns; column++) {
    const texts = lines.flatMap(({ pieces }) =>
      pieces.filter((one) => one.column === column).map(({ text }) => text),
    );
    const values = texts.filter(isValue).length;
    if (values >= 2 && values >= 0.6 * texts.length) found.add(column);
  }
  return found;
}

/** Returns whether a line starts a row: it has a value, or two texts in a table without values. */
function isAnchor(
  { pieces }: { pieces: readonly Pick<Piece, "column" | "text">[] },
  values: ReadonlySet<number>,
): boolean {
  if (values.size === 0) return pieces.length > 1;
  return pieces.some(({ column, text }) => values.has(column) && isValue(text));
}

/** Groups lines to rows: each band, or lines within it. A header has no colour of its own. */
function groupBands(
  lines: readonly PlacedLine[],
  values: ReadonlySet<number>,
  { areBandsRows }: { areBandsRows: boolean },
): PlacedLine[][] {
  const bands = [...Map.groupBy(lines, ({ band }) => band).values()];
  const [first = [], ...others] = bands;
  if (!areBandsRows) return bands.flatMap((band) => groupLines(band, values));
  const start = first.findIndex((line) => isAnchor(line, values));
  const isHeader =
    start > 0 && (first[0]?.pieces.length ?? 0) >= (first[start]?.pieces.length ?? 0);
  return isHeader ? [first.slice(0, start), first.slice(start), ...others] : bands;
}

/** The least ratio between the gap of two rows and that of two lines in a row. */
const gapRatio = 1.1;

function groupLines(lines: readonly PlacedLine[], values: ReadonlySet<number>): PlacedLine[][] {
  const gaps = lines
    .slice(1)
    .map(({ line }, index) => line.base - (lines[index] as PlacedLine).line.base);
  const sorted = [0, ...gaps.toSorted((one, other) => one - other)];
  let best: { ratio: number; groups: PlacedLine[][] } | undefined;
  for (const [index, gap] of sorted.entries()) {
    const ratio = (sorted[index + 1] ?? 3 * gap) / Math.max(gap, 1);
    if (ratio < gapRatio || (best && ratio <= best.ratio)) continue;
    const groups = splitAt(lines, (at) => (gaps[at - 1] ?? 0) > gap + 0.01);
    if (areRows(groups, values)) best = { ratio, groups };
  }
  return best?.groups ?? groupByAnchors(lines, values, gaps);
}

function splitAt(lines: readonly PlacedLine[], starts: (index: number) => boolean): PlacedLine[][] {
  const groups: PlacedLine[][] = [];
  for (const [index, line] of lines.entries())
    if (index > 0 && !starts(index)) groups.at(-1)?.push(line);
    else groups.push([line]);
  return groups;
}

/** Returns whether each group has values, once in a column. The header has none. */
function areRows(groups: readonly PlacedLine[][], values: ReadonlySet<number>): boolean {
  const first = groups.findIndex((group) => group.some((line) => isAnchor(line, values)));
  return groups.every((group, index) => {
    const anchors = group.filter((line) => isAnchor(line, values));
    if (anchors.length === 0) return index < first;
    const columns = anchors.flatMap(({ pieces }) =>
      pieces
        .filter(({ column }) => values.has(column) || values.size === 0)
        .map(({ column }) => column),
    );
    return new Set(columns).size === columns.length;
  });
}

/** Starts a row at each line with values. Other lines belong to the nearer row, or else to the one above. */
function groupByAnchors(
  lines: readonly PlacedLine[],
  values: ReadonlySet<number>,
  gaps: readonly number[],
): PlacedLine[][] {
  const starts = lines.map((line) => isAnchor(line, values));
  const first = starts.indexOf(true);
  return splitAt(
    lines,
    (index) =>
      starts[index] === true ||
      index <= first ||
      (starts[index + 1] === true && (gaps[index] ?? 0) < 0.75 * (gaps[index - 1] ?? 0)),
  ).reduce<PlacedLine[][]>((groups, group) => {
    const last = groups.at(-1);
    // A line above the values that is nearer to them than to the row before it.
    const isLead =
      last?.length === 1 && !isAnchor(last[0] as PlacedLine, values) && groups.length > first + 1;
    if (isLead) last?.push(...group);
    else groups.push(group);
    return groups;
  }, []);
}

function joinLines(lines: readonly PlacedLine[], columns: number): Row {
  const row: Row = [];
  for (const { pieces } of lines)
    for (const { column, span, text, left, right } of pieces) {
      const cell = row.find((one) => one.column === column);
      if (cell) {
        cell.text += `\n${text}`;
        cell.column_span = Math.max(cell.column_span, span);
      } else row.push({ column, column_span: span, row_span: 1, text, left, right });
    }
  const ordered = row.toSorted((one, other) => one.column - other.column);
  for (const [index, cell] of ordered.entries())
    cell.column_span = Math.min(
      cell.column_span,
      (ordered[index + 1]?.column ?? columns) - cell.column,
    );
  return ordered;
}

/** Reads the cells between the rules of a grid. */
function readGrid({ lines, rules, columns }: TablePart): Row[] {
  const level = rules.filter(({ isHorizontal }) => isHorizontal);
  const upright = rules.filter(({ isHorizontal }) => !isHorizontal);
  const edges = listPositions(level);
  const hasRule = (list: readonly Rule[], at: number, middle: number) =>
    list.some((rule) => Math.abs(rule.at - at) <= near && rule.from <= middle && rule.to >= middle);
  const bands = edges.slice(1).map((bottom, index) => ({ top: edges[index] as number, bottom }));
  const taken = new Set<string>();
  const words = lines.flatMap((line) =>
    line.words.map((word) => ({
      line,
      word,
      x: word.x + word.width / 2,
      y: line.base - 0.3 * line.size,
    })),
  );
  return bands
    .map((band, row) =>
      columns.flatMap((column, index) => {
        if (taken.has(`${row} ${index}`)) return [];
        let [right, down] = [index, row];
        const middle = (band.top + band.bottom) / 2;
        while (
          right + 1 < columns.length &&
          !hasRule(upright, (columns[right] as Column).right, middle)
        )
          right++;
        const center = (column.left + column.right) / 2;
        while (
          down + 1 < bands.length &&
          !hasRule(level, (bands[down] as { bottom: number }).bottom, center)
        )
          down++;
        for (let y = row; y <= down; y++)
          for (let x = index; x <= right; x++) taken.add(`${y} ${x}`);
        const [end, bottom] = [
          (columns[right] as Column).right,
          (bands[down] as { bottom: number }).bottom,
        ];
        const inside = words.filter(
          ({ x, y }) => x > column.left && x < end && y > band.top && y < bottom,
        );
        const text = [...Map.groupBy(inside, ({ line }) => line).values()]
          .map((group) => group.map(({ word }) => word.text).join(" "))
          .join("\n");
        return [{ column: index, column_span: right - index + 1, row_span: down - row + 1, text }];
      }),
    )
    .map((row) => row.filter(({ text }) => text !== ""))
    .filter((row) => row.length > 0);
}

/**
 * Widens texts that stand over the middle of several columns, such as a heading of amounts. The
 * edges of a column lie between its letters and those of the next.
 */
function spanCentered(rows: readonly Row[], columns: readonly Column[]): void {
  for (const [index, row] of rows.entries())
    for (const cell of row) {
      const { column, left = 0, right = 0, text } = cell;
      const own = columns[column];
      const isFree = (at: number) =>
        at >= 0 &&
        at < columns.length &&
        row.every((one) => one === cell || at < one.column || at >= one.column + one.column_span);
      let [first, last] = [column, column + cell.column_span - 1];
      while (isFree(first - 1)) first--;
      while (isFree(last + 1)) last++;
      if (!own || last - first + 1 <= cell.column_span || isValue(text)) continue;
      const center = (left + right) / 2;
      const isOwn =
        Math.abs(left - own.left) < near || Math.abs(center - (own.left + own.right) / 2) < near;
      const below =
        index === 0
          ? (rows[1] ?? []).filter((one) => one.column >= first && one.column <= last)
          : [];
      if (isOwn && below.length <= last - first) continue;
      const edge = (at: number) =>
        [
          columns[at]?.right ?? columns[0]?.left ?? 0,
          columns[at + 1]?.left ?? columns.at(-1)?.right ?? 0,
        ] as const;
      const [start, end] = [edge(first - 1), edge(last)];
      if (center < (start[0] + end[0]) / 2 - near || center > (start[1] + end[1]) / 2 + near)
        continue;
      Object.assign(cell, { column: first, column_span: last - first + 1 });
    }
}
