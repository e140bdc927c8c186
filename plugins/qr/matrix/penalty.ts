// How much a pattern has of what confuses a scanner, in the points of ISO/IEC 18004, 7.8.3. Lines
// are bits, the first module lowest, 32 to a number, so that a step looks at 32 modules at once.
// Indexes are within bounds by construction: `!` says so where a check would cost as much as the work.

/** Runs of five and more of one colour, and what looks like a finder with its quiet zone. */
export function linePenalty(lines: Int32Array, size: number): number {
  const words = lines.length / size;
  let points = 0;
  for (let line = 0; line < lines.length; line += words) {
    let [runBefore, finder] = [0, 0];
    for (let word = 0; word < words; word++) {
      const here = lines[line + word]!;
      const next = word + 1 < words ? lines[line + word + 1]! : 0;
      const from = word * 32;
      const runs = fives(here, next) & below(size - 4 - from);
      // Five alike are three points and each further one more: two for where a run begins.
      points += ones(runs) + 2 * ones(runs & ~((runs << 1) | runBefore));
      runBefore = runs >>> 31;
      finder += ones(finders(here, next) & below(size - 10 - from));
    }
    points += 40 * finder;
  }
  return points;
}

/** Squares of two by two of one colour. */
export function blockPenalty(rows: Int32Array, size: number): number {
  const words = rows.length / size;
  let blocks = 0;
  for (let at = words; at < rows.length; at++) {
    const word = at % words;
    const last = word + 1 === words;
    const [here, above] = [rows[at]!, rows[at - words]!];
    const alike =
      ~(here ^ above) &
      ~(here ^ shift(here, last ? 0 : rows[at + 1]!, 1)) &
      ~(above ^ shift(above, last ? 0 : rows[at + 1 - words]!, 1));
    blocks += ones(alike & below(size - 1 - word * 32));
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

/** Where dark 1:1:3:1:1 begins with four light modules after it, or those begin before it. */
function finders(here: number, next: number): number {
  let [after, before] = [-1, -1];
  for (let step = 0; step < 11; step++) {
    const module = step === 0 ? here : shift(here, next, step);
    after &= (0b00001011101 >> step) & 1 ? module : ~module;
    before &= (0b10111010000 >> step) & 1 ? module : ~module;
  }
  return after | before;
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
