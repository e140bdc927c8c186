import { diffArrays } from "diff";

// What is looked up below by an index is asked of the list that the index was made from, as `!` says.

/** A run of pieces that both texts have, or that only one has: `a` and `b` count its pieces there. */
export interface Edit {
  type: "equal" | "removed" | "added";
  a: number;
  b: number;
}

interface EditLimits {
  /** Most pieces that may differ. */
  editsMax: number;
  timeoutMs: number;
}

/**
 * The shortest way from one list of keys to another, what is removed before what is added, or
 * undefined where it is longer than the limits allow.
 */
export function editsBetween(
  a: readonly string[],
  b: readonly string[],
  { editsMax, timeoutMs }: EditLimits,
): Edit[] | undefined {
  const ids = new Map<string, number>();
  const [left, right] = [numberKeys(a, ids), numberKeys(b, ids)];
  // A key that only one side has cannot be common: without it, texts with little in common cost little.
  const [leftShared, rightShared] = [placesShared(left, right), placesShared(right, left)];
  const found = diffArrays(
    leftShared.map((index) => left[index]!),
    rightShared.map((index) => right[index]!),
    { maxEditLength: editsMax, timeout: timeoutMs },
  );
  if (!found) return undefined;
  const edits = new Edits();
  let [atA, atB, sharedA, sharedB] = [0, 0, 0, 0];
  for (const { count, added, removed } of found) {
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

/** Gathers edits into runs. */
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

/** The places of the numbers in `mine` that `others` has too. */
function placesShared(mine: readonly number[], others: readonly number[]): number[] {
  const known = new Set(others);
  return mine.flatMap((number, index) => (known.has(number) ? [index] : []));
}
