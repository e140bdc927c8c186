import { diffArrays } from "diff";

// In this file `!` is safe: each index was derived from the list that it is applied to.

/** A run of pieces that are in both texts or in one: `a` and `b` count its pieces in each text. */
export interface Edit {
  type: "equal" | "removed" | "added";
  a: number;
  b: number;
}

interface EditLimits {
  /** Maximum number of differing pieces. */
  editsMax: number;
  timeoutMs: number;
}

/**
 * Computes the shortest edits from one list of keys to another, with removals before additions. Returns undefined if
 * the limits are exceeded.
 */
export function editsBetween(
  a: readonly string[],
  b: readonly string[],
  { editsMax, timeoutMs }: EditLimits,
): Edit[] | undefined {
  const ids = new Map<string, number>();
  const [left, right] = [numberKeys(a, ids), numberKeys(b, ids)];
  // Keys of one side only cannot match. Excluding them makes comparisons of dissimilar texts cheap.
  const [leftShared, rightShared] = [
    findSharedIndexes(left, right),
    findSharedIndexes(right, left),
  ];
  const runs = diffArrays(
    leftShared.map((index) => left[index]!),
    rightShared.map((index) => right[index]!),
    { maxEditLength: editsMax, timeout: timeoutMs },
  );
  if (!runs) return undefined;
  const edits = new Edits();
  let [atA, atB, sharedA, sharedB] = [0, 0, 0, 0];
  for (const { count, added, removed } of runs) {
    if (!added && !removed)
      for (let index = 0; index < count; index++) {
        const [nextA, nextB] = [leftShared[sharedA + index]!, rightShared[sharedB + index]!];
        edits.change(nextA - atA, nextB - atB);
        edits.addEqual();
        [atA, atB] = [nextA + 1, nextB + 1];
      }
    if (!added) sharedA += count;
    if (!removed) sharedB += count;
  }
  edits.change(a.length - atA, b.length - atB);
  return edits.list;
}

/** Merges edits into runs. */
class Edits {
  readonly list: Edit[] = [];

  addEqual(): void {
    const last = this.list.at(-1);
    if (last?.type !== "equal") this.list.push({ type: "equal", a: 1, b: 1 });
    else {
      last.a++;
      last.b++;
    }
  }

  change(removed: number, added: number): void {
    if (removed) this.list.push({ type: "removed", a: removed, b: 0 });
    if (added) this.list.push({ type: "added", a: 0, b: added });
  }
}

function numberKeys(keys: readonly string[], ids: Map<string, number>): number[] {
  return keys.map((key) => {
    const id = ids.get(key) ?? ids.size + 1;
    ids.set(key, id);
    return id;
  });
}

/** Returns the indexes of the numbers in `own` that `others` contains, too. */
function findSharedIndexes(own: readonly number[], others: readonly number[]): number[] {
  const otherIds = new Set(others);
  return own.flatMap((number, index) => (otherIds.has(number) ? [index] : []));
}
