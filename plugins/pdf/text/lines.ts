import { plain } from "./normalise.ts";
import type { Character } from "./text-page.ts";

// A line has at least one letter. So `!` is used.

/** A letter on its line. Positions are in points along and across the line's direction. */
export interface Placed {
  character: Character;
  text: string;
  start: number;
  end: number;
  /** The position of its baseline, or of its middle, across the line's direction. */
  up: number;
  /** The lower and upper edge of its ink. */
  low: number;
  high: number;
}

/** The letters of scripts that run from right to left. */
export const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/** Returns the characters that have ink and a size. */
export function listInked(characters: readonly Character[]): Character[] {
  return characters.filter(
    ({ isGenerated, text, size }) =>
      !isGenerated && size > 0 && text.trim() !== "" && (text === softHyphen || hasInk(text)),
  );
}

const softHyphen = "\u00AD";

/** The maximum size of a footnote mark, as a share of the usual size. */
const markSizeMax = 0.72;

/**
 * Returns the characters of a page without small digits and signs, which may be footnote marks
 * within a term. Returns undefined if there are none.
 */
export function removeMarks(characters: readonly Character[]): Character[] | undefined {
  const isMark = ({ text }: Character) => /^[\d*†‡§¶]$/.test(text);
  if (!characters.some((one) => isMark(one) && one.size > 0)) return undefined;
  const counts = new Map<number, number>();
  for (const { size } of characters) if (size > 0) counts.set(size, (counts.get(size) ?? 0) + 1);
  const [usual = 0] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0]);
  const isSmall = ({ size }: Character) => size > 0 && size <= markSizeMax * usual;
  const rest = characters.filter((one) => !isMark(one) || !isSmall(one));
  return rest.length < characters.length ? rest : undefined;
}

function hasInk(text: string): boolean {
  return plain(text, "NFKD") !== "";
}

/** Returns the lines of a page, by their direction in degrees. */
export function groupByDirection(inked: readonly Character[]): Map<number, Placed[][]> {
  const byAngle = Map.groupBy(inked, ({ angle }) => Math.round((angle * 180) / Math.PI));
  return new Map(
    [...byAngle].map(([degrees, letters]) => {
      const position = createPositioner(degrees);
      return [degrees, groupLines(letters.map(position))];
    }),
  );
}

/** The usual distance between the ink of a letter and the edges of its glyph, in ems. */
const bearing = 0.04;

/**
 * Returns a function that positions characters on lines of a direction, by their baselines. In a
 * column of letters, the middles of their ink are aligned.
 */
export function createPositioner(degrees: number, { isColumn = false } = {}) {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [across, up] = [Math.abs(cos) / 2, Math.abs(sin) / 2];
  return (character: Character): Placed => {
    const { left, right, bottom, top, originX, originY, text, advance, size } = character;
    const [x, y] = [(left + right) / 2, (bottom + top) / 2];
    const [width, height] = [right - left, top - bottom];
    const [along, middle] = [x * cos + y * sin, y * cos - x * sin];
    const [half, halfHeight] = [across * width + up * height, up * width + across * height];
    const start = originX * cos + originY * sin + bearing * size;
    const isMeasured = advance !== undefined && !isColumn;
    return {
      character,
      text: text === softHyphen ? "-" : plain(text, "NFKD"),
      start: isMeasured ? start : along - half,
      end: isMeasured ? start + Math.max(0, advance - 2 * bearing * size) : along + half,
      up: isColumn ? middle : originY * cos - originX * sin,
      low: middle - halfHeight,
      high: middle + halfHeight,
    };
  };
}

/** Groups letters of similar position and size into lines, sorted along the line. */
export function groupLines(placed: readonly Placed[]): Placed[][] {
  return groupByHeight(placed).map((line) =>
    sortAlong(line).filter((letter, index, all) => !isDouble(letter, all[index - 1])),
  );
}

function sortAlong(line: Placed[]): Placed[] {
  return line.sort((one, other) => one.start + one.end - other.start - other.end);
}

function groupByHeight(placed: readonly Placed[]): Placed[][] {
  const lines: Placed[][] = [];
  for (const letter of placed.toSorted((one, other) => one.up - other.up)) {
    const line = lines.findLast((line) => isOnLine(letter, line));
    if (line) line.push(letter);
    else lines.push([letter]);
  }
  return lines;
}

/** The maximum distance between the baselines of letters on one line, in ems. */
const lineHeight = 0.45;
/** The maximum distance between the baselines of adjacent letters on a slanted line, in ems. */
const slantMax = 0.03;

/**
 * Returns whether a letter is on a line, given the letters below it. The lowest letter decides:
 * otherwise columns whose lines are at different heights would become one line.
 */
function isOnLine({ up, character }: Placed, line: readonly Placed[]): boolean {
  const lowest = line[0]!;
  const last = line[line.length - 1]!;
  const { size } = character;
  const isLike = Math.abs(size - last.character.size) <= 0.5 * Math.max(size, last.character.size);
  return isLike && (up - lowest.up < lineHeight * size || up - last.up < slantMax * size);
}

/** The maximum distance between letters drawn twice, in ems. */
const doubleGap = 0.15;

function isDouble(letter: Placed, before: Placed | undefined): boolean {
  return (
    before?.text === letter.text &&
    Math.abs(letter.start - before.start) < doubleGap * letter.character.size
  );
}

/**
 * Returns the gap between a letter and the one before it, in ems. It is infinite at the ends of the
 * line.
 */
export function gapBefore(line: readonly Placed[], at: number): number {
  const before = line[at - 1];
  const after = line[at];
  if (!before || !after) return Number.POSITIVE_INFINITY;
  const size = Math.min(before.character.size, after.character.size);
  return Math.max(after.start - before.end, before.start - after.end) / size;
}
