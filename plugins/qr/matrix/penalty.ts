// Penalty points for patterns that confuse scanners: ISO/IEC 18004, 7.8.3. Lines are bits, first module in the lowest
// bit, 32 per number, so each step processes 32 modules. `!` is safe: indexes are within bounds by construction, and
// a check would cost as much as the work itself.

/** Counts runs of five or more modules of one colour, and patterns like a finder with its quiet zone. */
export function linePenalty(lines: Int32Array, size: number): number {
  const words = lines.length / size;
  let points = 0;
  for (let line = 0; line < lines.length; line += words) {
    let [runBefore, previous] = [0, 0];
    // No pattern starts in the last four modules.
    for (let from = 0, at = line; from < size - 4; from += 32, at++) {
      const current = lines[at]!;
      const next = from + 32 < size ? lines[at + 1]! : 0;
      const runs = findRunsOfFive(current, next) & createLowBits(size - 4 - from);
      // Five equal modules are three points, each further one adds one: hence two extra at the start of a run.
      points += countOnes(runs) + 2 * countOnes(runs & ~((runs << 1) | runBefore));
      runBefore = runs >>> 31;
      const finders = findFinderPatterns(current, next);
      if (finders) {
        const roomMask = createLowBits(size - 10 - from);
        const startMask = from === 0 ? ~0b1111 : -1;
        points += 40 * countOnes(finders & findLightAfter(current, next) & roomMask);
        points += 40 * countOnes(finders & findLightBefore(current, previous) & startMask);
      }
      previous = current;
    }
  }
  return points;
}

/** Counts 2 × 2 squares of one colour. */
export function blockPenalty(rows: Int32Array, size: number): number {
  const words = rows.length / size;
  let blocks = 0;
  for (let row = words; row < rows.length; row += words)
    for (let from = 0, at = row; from < size - 1; from += 32, at++) {
      const hasNext = from + 32 < size;
      const [current, above] = [rows[at]!, rows[at - words]!];
      const equalBlocks =
        ~(current ^ above) &
        ~(current ^ shift(current, hasNext ? rows[at + 1]! : 0, 1)) &
        ~(above ^ shift(above, hasNext ? rows[at + 1 - words]! : 0, 1));
      blocks += countOnes(equalBlocks & createLowBits(size - 1 - from));
    }
  return 3 * blocks;
}

/** Adds ten points for each twentieth by which the dark share deviates from one half. */
export function darkPenalty(rows: Int32Array, size: number): number {
  let dark = 0;
  for (let at = 0; at < rows.length; at++) dark += countOnes(rows[at]!);
  return 10 * Math.abs(Math.ceil((dark * 20) / (size * size)) - 10);
}

/** Returns the positions where five modules of one colour start. */
function findRunsOfFive(current: number, next: number): number {
  const pairs = ~(current ^ shift(current, next, 1));
  // Pairs of the next number's first modules: only three are needed.
  const nextPairs = ~(next ^ (next >>> 1));
  return (
    pairs & shift(pairs, nextPairs, 1) & shift(pairs, nextPairs, 2) & shift(pairs, nextPairs, 3)
  );
}

/** Returns the positions where a dark 1:1:3:1:1 pattern starts. */
function findFinderPatterns(current: number, next: number): number {
  return (
    current &
    ~shift(current, next, 1) &
    shift(current, next, 2) &
    shift(current, next, 3) &
    shift(current, next, 4) &
    ~shift(current, next, 5) &
    shift(current, next, 6)
  );
}

/** Returns the positions where four light modules follow seven. */
function findLightAfter(current: number, next: number): number {
  const dark =
    shift(current, next, 7) |
    shift(current, next, 8) |
    shift(current, next, 9) |
    shift(current, next, 10);
  return ~dark;
}

/** Returns the positions preceded by four light modules. */
function findLightBefore(current: number, previous: number): number {
  const dark =
    shift(previous, current, 31) |
    shift(previous, current, 30) |
    shift(previous, current, 29) |
    shift(previous, current, 28);
  return ~dark;
}

function shift(current: number, next: number, by: number): number {
  return (current >>> by) | (next << (32 - by));
}

/** Returns a mask of the lowest bits, at most 32. */
function createLowBits(count: number): number {
  return count >= 32 ? -1 : count <= 0 ? 0 : (1 << count) - 1;
}

function countOnes(bits: number): number {
  let sum = bits - ((bits >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
