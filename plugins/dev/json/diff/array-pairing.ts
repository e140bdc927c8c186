import { diffArrays } from "diff";
import type { Sameness } from "../sameness.ts";
import type { Json } from "../tree.ts";
import type { ArrayMode } from "./array-mode.ts";

/** Stretches of two lists that stand between what they have in common. */
export interface Gap {
  a: readonly Json[];
  b: readonly Json[];
  /** The index of the first item of `a`. */
  atA: number;
  atB: number;
}

/** The time grows with the length of the lists times the edits between them. */
const editsMax = 2000;

/** Finds where two lists differ. */
export class ArrayPairing {
  /** Whether lists were too different for their longest common subsequence. */
  gaveUp = false;
  readonly #mode: ArrayMode;
  readonly #same: Sameness;

  constructor(mode: ArrayMode, same: Sameness) {
    this.#mode = mode;
    this.#same = same;
  }

  gaps(a: readonly Json[], b: readonly Json[]): Gap[] {
    const whole = [{ a, b, atA: 0, atB: 0 }];
    if (this.#mode === "index") return whole;
    const numbers = [a, b].map((items) => items.map((item) => this.#same.of(item)));
    const runs = diffArrays(numbers[0]!, numbers[1]!, { maxEditLength: editsMax });
    if (runs) return between(runs, { a, b });
    this.gaveUp = true;
    return whole;
  }
}

function between(
  runs: readonly { count: number; added: boolean; removed: boolean }[],
  { a, b }: { a: readonly Json[]; b: readonly Json[] },
): Gap[] {
  const gaps: Gap[] = [];
  let [fromA, fromB, toA, toB] = [0, 0, 0, 0];
  const close = () => {
    if (toA > fromA || toB > fromB)
      gaps.push({ a: a.slice(fromA, toA), b: b.slice(fromB, toB), atA: fromA, atB: fromB });
  };
  for (const { count, added, removed } of runs) {
    if (!added) toA += count;
    if (!removed) toB += count;
    if (added || removed) continue;
    [toA, toB] = [toA - count, toB - count];
    close();
    [fromA, fromB, toA, toB] = [toA + count, toB + count, toA + count, toB + count];
  }
  close();
  return gaps;
}
