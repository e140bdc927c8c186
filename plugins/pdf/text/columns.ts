import type { Segment } from "./segments.ts";

/** Lines that start at the same position, each near the one above it. */
interface Column {
  lines: readonly Segment[];
  start: number;
  end: number;
  top: number;
  bottom: number;
}

/** The columns of a page. */
export interface Columns {
  get(segment: Segment): Column;
  /** Returns the next line of the segment's column. */
  getNext(segment: Segment): Segment | undefined;
  /** Returns whether segments belong to adjacent columns. */
  isBeside(segment: Segment, other: Segment): boolean;
}

/** The maximum distance to the next line of a column, in ems. */
export const leadingMax = 2.6;
/** The minimum distance to another line, in ems. */
export const leadingMin = 0.45;
/** The maximum distance between the starts of two lines of a column, in ems. */
const alignmentMax = 0.6;
/** The maximum distance between the ends, or between the middles, of such lines. */
const endAlignmentMax = 0.3;

/** Finds the columns among segments of one direction, sorted from top to bottom. */
export function findColumns(sorted: readonly (readonly Segment[])[]): Columns {
  const next = new Map<Segment, Segment>();
  const before = new Map<Segment, Segment>();
  // Lines of equal starts first: the ends of ragged lines can be equal by chance.
  for (const edge of ["start", "end"] as const)
    for (const all of sorted) {
      const open = all.filter((one) => !next.has(one) || !before.has(one));
      for (const [at, segment] of open.entries()) {
        if (next.has(segment)) continue;
        const below = findAligned(open, { at, step: 1, edge });
        if (!below || before.has(below)) continue;
        const above = findAligned(open, { at: open.indexOf(below, at), step: -1, edge });
        if (above !== segment) continue;
        next.set(segment, below);
        before.set(below, segment);
      }
    }
  const columns = new Map<Segment, Column>();
  for (const segment of sorted.flat()) {
    if (columns.has(segment)) continue;
    const lines = [segment];
    for (let line = next.get(segment); line; line = next.get(line)) lines.push(line);
    const column = buildColumn(lines);
    for (const line of lines) columns.set(line, column);
  }
  const get = (segment: Segment) => columns.get(segment) ?? buildColumn([segment]);
  return {
    get,
    getNext: (segment) => next.get(segment),
    isBeside(segment, other) {
      const [one, two] = [get(segment), get(other)];
      if (one === two) return false;
      if (computeOverlap(segment, other) < lineOverlapMax) return true;
      const isSpanned = spans(one, other) || spans(two, segment);
      return isSpanned && computeOverlap(one, two) < overlapMax;
    },
  };
}

/** The maximum overlap of adjacent columns, and of their lines, by the narrower one. */
const [overlapMax, lineOverlapMax] = [0.5, 0.15];

type Edge = "start" | "end";

function findAligned(
  all: readonly Segment[],
  { at, step, edge }: { at: number; step: 1 | -1; edge: Edge },
): Segment | undefined {
  // The position lies within the segments.
  const segment = all[at]!;
  for (let index = at + step; ; index += step) {
    const other = all[index];
    if (!other) return undefined;
    const distance = Math.abs(other.up - segment.up);
    if (distance > leadingMax * segment.size) return undefined;
    if (distance >= leadingMin * segment.size && isAligned(segment, other, edge)) return other;
  }
}

/** Returns whether two segments have the same start, or the same end or middle. */
function isAligned(one: Segment, other: Segment, edge: Edge): boolean {
  const size = Math.max(one.size, other.size);
  if (Math.abs(one.size - other.size) > 0.2 * size) return false;
  if (edge === "start") return computeStartDistance(one, other) < alignmentMax * size;
  const ends = isReversed(one) ? [one.start, other.start] : [one.end, other.end];
  const middles = one.start + one.end - other.start - other.end;
  const distance = Math.min(Math.abs(ends[0]! - ends[1]!), Math.abs(middles) / 2);
  return distance < endAlignmentMax * size;
}

function computeStartDistance(one: Segment, other: Segment): number {
  const ends = isReversed(one) ? [one.end, other.end] : [one.start, other.start];
  const distance = Math.abs(ends[0]! - ends[1]!);
  if (one.degrees % 90 === 0) return distance;
  // Slanted lines may start below each other on the page.
  const [first, second] = [one.letters[0]!.character, other.letters[0]!.character];
  const isSteep = Math.abs(Math.sin((one.degrees * Math.PI) / 180)) > Math.SQRT1_2;
  const shift = isSteep ? first.originY - second.originY : first.originX - second.originX;
  return Math.min(distance, Math.abs(shift));
}

/** Returns whether a segment is read from right to left. */
export function isReversed({ letters }: Segment): boolean {
  const [first, last] = [letters[0], letters.at(-1)];
  return first !== undefined && last !== undefined && first.start > last.start;
}

function buildColumn(lines: readonly Segment[]): Column {
  return {
    lines,
    start: lines.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY),
    end: lines.reduce((most, { end }) => Math.max(most, end), Number.NEGATIVE_INFINITY),
    top: lines.reduce((most, { up }) => Math.max(most, up), Number.NEGATIVE_INFINITY),
    bottom: lines.reduce((least, { up }) => Math.min(least, up), Number.POSITIVE_INFINITY),
  };
}

function spans({ top, bottom }: Column, { up }: Segment): boolean {
  return top > up && bottom < up;
}

type Extent = Pick<Column, "start" | "end">;

function computeOverlap(one: Extent, other: Extent): number {
  const shared = Math.min(one.end, other.end) - Math.max(one.start, other.start);
  return shared / Math.max(1, Math.min(one.end - one.start, other.end - other.start));
}
