import { type Columns, findColumns, isReversed, leadingMax, leadingMin } from "../text/columns.ts";
import type { Segment } from "../text/segments.ts";

/** A way in which text can continue from one segment in another. */
export interface Join {
  to: Segment;
  /**
   * `below`: the next line of its column or cell; `row`: the next cell; `touch`: adjacent letters of
   * another size or height; `gap`: further below in its column; `column`: at the top of another
   * column; `page`: at the top of the next page.
   */
  kind: "below" | "row" | "touch" | "gap" | "column" | "page";
}

/** The segments of a page, and how text continues between them. */
export interface Layout {
  segments: readonly Segment[];
  joinsFrom(segment: Segment): readonly Join[];
  /** Returns whether no line of its column or cell follows directly. */
  isChainEnd(segment: Segment): boolean;
  isChainStart(segment: Segment): boolean;
  /** Returns the nearest similar segments above or below that overlap its extent. */
  listAbove(segment: Segment): readonly Segment[];
  listBelow(segment: Segment): readonly Segment[];
}

/** The maximum number of lines in the margin above or below a column. */
const marginLines = 2;
/** The maximum number of ways in which a segment continues in one direction. */
const joinsMax = 24;

/** Builds the layout of a page from its segments. */
export function buildLayout(segments: readonly Segment[]): Layout {
  const byDirection = Map.groupBy(segments, ({ degrees }) => degrees);
  const sorted = [...byDirection.values()].map((all) => all.toSorted((a, b) => b.up - a.up));
  const below = new Map<Segment, Segment[]>();
  const touching = new Map<Segment, Segment[]>();
  const hasAbove = new Set<Segment>();
  const hasBelow = new Set<Segment>();
  const next = new Map<Segment, Segment>();
  const columns = findColumns(sorted);
  for (const all of sorted) {
    const sizeMax = all.reduce((most, { size }) => Math.max(most, size), 0);
    for (const [at, segment] of all.entries()) {
      const nextLines = findNextLines(all, at);
      const nextOfColumn = columns.getNext(segment);
      const isKnown = !nextOfColumn || nextLines.includes(nextOfColumn);
      const candidates = isKnown ? nextLines : [...nextLines, nextOfColumn];
      below.set(segment, candidates);
      for (const one of candidates) {
        if (columns.isBeside(one, segment)) continue;
        hasAbove.add(one);
        hasBelow.add(segment);
      }
      touching.set(segment, findTouching(all, { at, sizeMax }));
    }
  }
  for (const line of Map.groupBy(segments, ({ line }) => line).values()) {
    const inOrder = line.toSorted((a, b) => a.position - b.position);
    for (const [index, segment] of inOrder.entries()) {
      const following = inOrder[index + 1];
      if (following) next.set(segment, following);
    }
  }
  const isChainEnd = (segment: Segment) => !hasBelow.has(segment);
  const isChainStart = (segment: Segment) => !hasAbove.has(segment);
  const listAbove = createSearch(sorted, { columns, isAbove: true });
  const listBelow = createSearch(sorted, { columns, isAbove: false });
  // Single lines at the edge of a page are headers and footers.
  const isAtEdge = (neighbours: readonly Segment[]) =>
    neighbours.length <= marginLines &&
    neighbours.every((one) => isChainStart(one) && isChainEnd(one));
  const tops = memoize(() =>
    segments.filter(
      (one) => isChainStart(one) && isAtEdge(listAbove(one).filter(isAsLargeAs(one))),
    ),
  );
  const listFurther = (segment: Segment): Join[] => {
    if (!isChainEnd(segment)) return [];
    const under = listBelow(segment).filter(isAsLargeAs(segment));
    const [nearest] = under;
    const later = isAtEdge(under)
      ? tops().filter((top) => isLaterColumn(segment, { top, columns }))
      : [];
    return [
      ...(nearest && isChainStart(nearest) ? [{ to: nearest, kind: "gap" as const }] : []),
      ...later.slice(0, joinsMax).map((to) => ({ to, kind: "column" as const })),
    ];
  };
  const known = new Map<Segment, Join[]>();
  return {
    segments,
    isChainEnd,
    isChainStart,
    listAbove,
    listBelow,
    joinsFrom(segment) {
      const found = known.get(segment);
      if (found) return found;
      const following = next.get(segment);
      const joins: Join[] = [
        ...(below.get(segment) ?? []).map((to) => ({ to, kind: "below" as const })),
        ...(following ? [{ to: following, kind: "row" as const }] : []),
        ...(touching.get(segment) ?? []).map((to) => ({ to, kind: "touch" as const })),
        ...listFurther(segment),
      ];
      known.set(segment, joins);
      return joins;
    },
  };
}

function memoize<Value>(compute: () => Value): () => Value {
  let known: { value: Value } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}

/** Returns the segments on the nearest line below that overlap a segment. */
function findNextLines(all: readonly Segment[], at: number): Segment[] {
  // The position lies within the segments.
  const segment = all[at]!;
  const found: Segment[] = [];
  let nearest = leadingMax * segment.size;
  for (let index = at + 1; index < all.length && found.length < joinsMax; index++) {
    const other = all[index]!;
    const drop = segment.up - other.up;
    if (drop > nearest) break;
    if (drop < leadingMin * segment.size || !overlaps(segment, other)) continue;
    if (!isLike(segment, other, 0.2)) continue;
    nearest = Math.min(nearest, drop + 0.35 * segment.size);
    found.push(other);
  }
  return found;
}

/** The range of the gap between adjacent letters of different sizes, in ems of the larger one. */
const [touchMin, touchMax] = [-0.3, 0.27];
/** The minimum overlap of their heights, as a share of the smaller one. */
const touchOverlap = 0.3;

/** Returns the segments of other sizes and heights that start where a segment ends. */
function findTouching(
  all: readonly Segment[],
  { at, sizeMax }: { at: number; sizeMax: number },
): Segment[] {
  const segment = all[at]!;
  const found: Segment[] = [];
  const reach = 1.5 * sizeMax;
  const check = (other: Segment | undefined) => {
    if (!other || Math.abs(other.up - segment.up) > reach) return false;
    if (other.line === segment.line) return true;
    const gap = (other.start - segment.end) / Math.max(segment.size, other.size);
    if (gap < touchMin || gap > touchMax || other.end <= segment.end) return true;
    const shared = Math.min(segment.high, other.high) - Math.max(segment.low, other.low);
    const height = Math.min(segment.high - segment.low, other.high - other.low);
    if (shared >= touchOverlap * height) found.push(other);
    return found.length < joinsMax;
  };
  for (let index = at + 1; check(all[index]); index++);
  for (let index = at - 1; check(all[index]); index--);
  return found;
}

/** The maximum number of segments that a search above or below returns. */
const neighboursMax = 6;

function createSearch(
  sorted: readonly Segment[][],
  { columns, isAbove }: { columns: Columns; isAbove: boolean },
) {
  const positions = new Map(
    sorted.flatMap((all) => all.map((segment, at) => [segment, { all, at }] as const)),
  );
  const known = new Map<Segment, Segment[]>();
  return (segment: Segment): readonly Segment[] => {
    const found = known.get(segment);
    if (found) return found;
    const neighbours: Segment[] = [];
    const position = positions.get(segment);
    const step = isAbove ? -1 : 1;
    for (
      let at = (position?.at ?? 0) + step;
      position && at >= 0 && at < position.all.length && neighbours.length < neighboursMax;
      at += step
    ) {
      const other = position.all[at]!;
      const distance = Math.abs(other.up - segment.up);
      const isApart = distance >= leadingMin * segment.size && overlaps(segment, other);
      if (isApart && !columns.isBeside(other, segment)) neighbours.push(other);
    }
    known.set(segment, neighbours);
    return neighbours;
  };
}

function overlaps(one: Segment, other: Segment): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Returns whether two font sizes differ at most by a share of the larger one. */
function isLike(one: Segment, other: Segment, share = 0.08): boolean {
  return Math.abs(one.size - other.size) <= share * Math.max(one.size, other.size);
}

/** Returns a test for segments that aren't smaller print, such as footnotes. */
export function isAsLargeAs(segment: Segment): (other: Segment) => boolean {
  return ({ size }) => size > 0.92 * segment.size && size < 1.25 * segment.size;
}

/** The minimum distance between the starts of overlapping columns, in ems. */
const columnStartMin = 3;

/** Returns whether a column that starts with `top` is read after one that ends with `end`. */
function isLaterColumn(
  end: Segment,
  { top, columns }: { top: Segment; columns: Columns },
): boolean {
  if (top.up <= end.up || top.degrees !== end.degrees || !isLike(end, top, 0.2)) return false;
  const isRightFirst = isReversed(end);
  if (isRightFirst ? top.end <= end.start : top.start >= end.end) return true;
  // The lines of overlapping columns lie between each other.
  const [one, other] = [columns.get(end), columns.get(top)];
  const isAbove = other.bottom > one.top + leadingMax * end.size;
  // The first or last line of a column may be indented.
  if (Math.max(one.lines.length, other.lines.length) < 2 || isAbove) return false;
  const distance = isRightFirst ? one.end - other.end : other.start - one.start;
  return distance >= columnStartMin * end.size;
}
