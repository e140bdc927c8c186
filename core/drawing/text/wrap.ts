import { type Word, wordsOf } from "./breaks.ts";
import { type Cluster, merged } from "./runs.ts";
import { widthOf } from "./shape.ts";

export interface Setting {
  size: number;
  letterSpacing: number;
}

/** The clusters of one line, without the spaces at its end. */
export type Line = readonly Cluster[];

/** How wide clusters are in a row. */
export function measured(clusters: Line, setting: Setting): number {
  return merged(clusters).reduce((sum, run) => sum + widthOf(run, setting), 0);
}

/** Cuts a paragraph into lines of at most a width, between words where it can. */
export function wrapped(
  clusters: Line,
  { width, ...setting }: Setting & { width: number },
): Line[] {
  if (width === Number.POSITIVE_INFINITY) return [clusters];
  const lines: Line[] = [];
  let from = 0;
  let filled = 0;
  for (const word of wordsOf(clusters).flatMap((one) =>
    pieces(clusters, one, { width, ...setting }),
  )) {
    const own = measured(clusters.slice(word.from, word.end), setting);
    if (word.from > from && filled + own > width) {
      lines.push(trimmed(clusters.slice(from, word.from)));
      from = word.from;
      filled = 0;
    }
    filled += own + measured(clusters.slice(word.end, word.to), setting);
  }
  lines.push(trimmed(clusters.slice(from)));
  return lines;
}

/** A line that ends in an ellipsis and still fits. */
export function shortened(
  line: Line,
  { width, ellipsis, ...setting }: Setting & { width: number; ellipsis: Line },
): Line {
  let end = line.length;
  while (end > 0 && measured([...trimmed(line.slice(0, end)), ...ellipsis], setting) > width) end--;
  return [...trimmed(line.slice(0, end)), ...ellipsis];
}

function trimmed(line: Line): Line {
  const end = line.findLastIndex(({ text }) => text !== " ") + 1;
  return end === line.length ? line : line.slice(0, end);
}

/** A word, or what becomes of one that is wider than a line. */
function pieces(
  clusters: Line,
  word: Word,
  { width, ...setting }: Setting & { width: number },
): Word[] {
  if (measured(clusters.slice(word.from, word.end), setting) <= width) return [word];
  const found: Word[] = [];
  let { from } = word;
  for (let end = from + 1; end <= word.end; end++) {
    const over = end < word.end && measured(clusters.slice(from, end + 1), setting) > width;
    if (!over && end < word.end) continue;
    found.push({ from, end, to: end === word.end ? word.to : end });
    from = end;
  }
  return found;
}
