// How much a pattern has of what confuses a scanner, in the points of ISO/IEC 18004, 7.8.3. Lines
// are bits, the first module lowest, 32 to a number, so that a step looks at 32 modules at once.
// Indexes are within bounds by construction: `!` says so where a check would cost as much as the work.

/** Runs of five and more of one colour, and what looks like a finder with its quiet zone. */
export function linePenalty(lines: Int32Array, size: number): number {
  const words = lines.length / size;
  let points = 0;
  for (let line = 0; line < lines.length; line += words) {
    let [runBefore, before] = [0, 0];
    // Nothing that counts begins in the last four modules.
    for (let from = 0, at = line; from < size - 4; from += 32, at++) {
      const here = lines[at]!;
      const next = from + 32 < size ? lines[at + 1]! : 0;
      const runs = fives(here, next) & below(size - 4 - from);
      // Five alike are three points and each further one more: two for where a run begins.
      points += ones(runs) + 2 * ones(runs & ~((runs << 1) | runBefore));
      runBefore = runs >>> 31;
      const finders = findersIn(here, next);
      if (finders) {
        const room = below(size - 10 - from);
        const start = from === 0 ? ~0b1111 : -1;
        points += 40 * ones(finders & lightAfter(here, next) & room);
        points += 40 * ones(finders & lightBefore(here, before) & start);
      }
      before = here;
    }
  }
  return points;
}

/** Squares of two by two of one colour. */
export function blockPenalty(rows: Int32Array, size: number): number {
  const words = rows.length / size;
  let blocks = 0;
  for (let row = words; row < rows.length; row += words)
    for (let from = 0, at = row; from < size - 1; from += 32, at++) {
      const hasNext = from + 32 < size;
      const [here, above] = [rows[at]!, rows[at - words]!];
      const alike =
        ~(here ^ above) &
        ~(here ^ shift(here, hasNext ? rows[at + 1]! : 0, 1)) &
        ~(above ^ shift(above, hasNext ? rows[at + 1 - words]! : 0, 1));
      blocks += ones(alike & below(size - 1 - from));
    }
  return 3 * blocks;
}

/** Ten points for every twentieth that the dark share is off one half. */
export function darkPenalty(rows: Int32Array, size: number): number {
  let dark = 0;
  for (let at = 0; at < rows.length; at++) dark += ones(rows[at]!);
  return 10 * Math.abs(Math.ceil((dark * 20) / (size * size)) - 10);
}

/** Where five modules of one colour begin. */
function fives(here: number, next: number): number {
  const pairs = ~(here ^ shift(here, next, 1));
  // The pairs of the next number's first modules: only three are needed.
  const later = ~(next ^ (next >>> 1));
  return pairs & shift(pairs, later, 1) & shift(pairs, later, 2) & shift(pairs, later, 3);
}

/** Where dark 1:1:3:1:1 begins. */
function findersIn(here: number, next: number): number {
  return (
    here &
    ~shift(here, next, 1) &
    shift(here, next, 2) &
    shift(here, next, 3) &
    shift(here, next, 4) &
    ~shift(here, next, 5) &
    shift(here, next, 6)
  );
}

/** Where four light modules follow on seven. */
function lightAfter(here: number, next: number): number {
  const dark =
    shift(here, next, 7) | shift(here, next, 8) | shift(here, next, 9) | shift(here, next, 10);
  return ~dark;
}

/** Where four light modules stand before. */
function lightBefore(here: number, before: number): number {
  const dark =
    shift(before, here, 31) |
    shift(before, here, 30) |
    shift(before, here, 29) |
    shift(before, here, 28);
  return ~dark;
}

function shift(here: number, next: number, by: number): number {
  return (here >>> by) | (next << (32 - by));
}

/** The lowest bits, as many as given, at most all 32. */
function below(count: number): number {
  return count >= 32 ? -1 : count <= 0 ? 0 : (1 << count) - 1;
}

function ones(bits: number): number {
  let sum = bits - ((bits >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
