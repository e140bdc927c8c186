/** Cost of a typing slip. Any other edit costs 1. */
export const slip = 0.7;

/**
 * Returns the edit distance between two names (Damerau–Levenshtein, optimal string alignment). Doubled
 * letters, swapped letters and adjacent keys cost less. Returns infinity above `max`.
 */
export function measureDistance(typed: string, intended: string, { max }: { max: number }): number {
  if (Math.abs(typed.length - intended.length) * slip > max) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: intended.length + 1 }, (_, index) => index);
  for (let row = 1; row <= typed.length; row++) {
    const current = [row];
    for (let column = 1; column <= intended.length; column++) {
      const [a, b] = [typed.charAt(row - 1), intended.charAt(column - 1)];
      const costs = [
        costAt(last, column) + (a === typed[row - 2] ? slip : 1),
        costAt(current, column - 1) + (b === intended[column - 2] ? slip : 1),
        costAt(last, column - 1) + getReplacementCost(a, b),
      ];
      if (row > 1 && column > 1 && a === intended[column - 2] && b === typed[row - 2])
        costs.push(costAt(beforeLast, column - 2) + (a === b ? 0 : slip));
      current.push(Math.min(...costs));
    }
    // Later rows can't be below the minimum of two consecutive rows.
    if (Math.min(...current) > max && Math.min(...last) > max) return Number.POSITIVE_INFINITY;
    beforeLast = last;
    last = current;
  }
  const total = costAt(last, intended.length);
  return total > max ? Number.POSITIVE_INFINITY : total;
}

/** Returns the cost of a prefix. Prefixes outside of the table are unreachable. */
function costAt(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

function getReplacementCost(a: string, b: string): number {
  if (a === b) return 0;
  return areNeighbours(a, b) ? slip : 1;
}

const rows = ["1234567890-", "qwertyuiop", "asdfghjkl", "zxcvbnm"];

/** Returns whether two keys are adjacent. Rows are shifted by half a key. */
export function areNeighbours(a: string, b: string): boolean {
  const [one, other] = [places.get(a), places.get(b)];
  if (!one || !other) return false;
  const across = other.column - one.column;
  const down = other.row - one.row;
  if (down === 0) return Math.abs(across) === 1;
  return Math.abs(down) === 1 && (across === 0 || across === -down);
}

const places = new Map(
  rows.flatMap((keys, row) => [...keys].map((key, column) => [key, { row, column }] as const)),
);
