import { step } from "../pointer.ts";
import { Sameness } from "../sameness.ts";
import type { Json, Members } from "../tree.ts";
import type { ArrayMode } from "./array-mode.ts";
import { ArrayPairing } from "./array-pairing.ts";
import { mergePatch } from "./merge-patch.ts";

/** One operation of a JSON Patch (RFC 6902), and what it changes. */
export interface Change {
  op: "add" | "remove" | "replace";
  /** Where, once the operations before it are done. */
  path: string;
  /** Where in the first text, or for an addition in the second. */
  place: string;
  old?: Json;
  new?: Json;
}

/** Patches of more operations, or with longer paths, are one replacement of the whole. */
const changesMax = 10_000;
const pathCharactersMax = 2_097_152;

/** Finds what changes one JSON value into another. */
export function diffJson(a: Json, b: Json, mode: ArrayMode) {
  const differ = new Differ(mode);
  const changes = differ.changes(a, b);
  return { equal: changes.length === 0, changes, ...mergePatch(a, b), warnings: differ.warnings };
}

class Differ {
  readonly warnings: string[] = [];
  readonly #same = new Sameness();
  readonly #pairing: ArrayPairing;
  readonly #changes: Change[] = [];
  #pathCharacters = 0;

  constructor(mode: ArrayMode) {
    this.#pairing = new ArrayPairing(mode, this.#same);
  }

  changes(a: Json, b: Json): Change[] {
    this.#compare(a, b, { a: "", b: "" });
    if (this.#pairing.gaveUp)
      this.warnings.push("Lists too different to align were compared by index");
    if (!this.#isTooLong()) return this.#changes;
    this.warnings.push("The changes are too many to list: the whole is replaced");
    return [{ op: "replace", path: "", place: "", old: a, new: b }];
  }

  #isTooLong(): boolean {
    return this.#changes.length > changesMax || this.#pathCharacters > pathCharactersMax;
  }

  #compare(a: Json, b: Json, at: Places): void {
    if (this.#isTooLong() || this.#same.of(a) === this.#same.of(b)) return;
    if (Array.isArray(a) && Array.isArray(b)) this.#compareArrays(a, b, at);
    else if (a instanceof Map && b instanceof Map) this.#compareObjects(a, b, at);
    else this.#add({ op: "replace", path: at.b, place: at.a, old: a, new: b });
  }

  #compareObjects(a: Members, b: Members, at: Places): void {
    for (const [key, old] of a) {
      const value = b.get(key);
      const inside = under(at, key, key);
      if (value !== undefined) this.#compare(old, value, inside);
      else this.#add({ op: "remove", path: inside.b, place: inside.a, old });
    }
    for (const [key, value] of b) {
      if (a.has(key)) continue;
      const { b: path } = under(at, key, key);
      this.#add({ op: "add", path, place: path, new: value });
    }
  }

  /**
   * Goes from left to right, so that what stands before an operation is already as in `b` and an
   * index there is the place in the patch.
   */
  #compareArrays(a: readonly Json[], b: readonly Json[], at: Places): void {
    for (const gap of this.#pairing.gaps(a, b)) {
      const both = Math.min(gap.a.length, gap.b.length);
      for (let index = 0; index < both; index++)
        this.#compare(gap.a[index]!, gap.b[index]!, under(at, gap.atA + index, gap.atB + index));
      // From the last to the first: no index moves under those to come.
      for (let index = gap.a.length - 1; index >= both; index--) {
        const { a: place, b: path } = under(at, gap.atA + index, gap.atB + index);
        this.#add({ op: "remove", path, place, old: gap.a[index]! });
      }
      for (let index = both; index < gap.b.length; index++) {
        const { b: path } = under(at, 0, gap.atB + index);
        this.#add({ op: "add", path, place: path, new: gap.b[index]! });
      }
    }
  }

  #add(change: Change): void {
    this.#pathCharacters += change.path.length + change.place.length;
    if (!this.#isTooLong()) this.#changes.push(change);
  }
}

/** Where the values compared stand in their texts. */
interface Places {
  a: string;
  b: string;
}

function under(at: Places, a: string | number, b: string | number): Places {
  return { a: at.a + step(a), b: at.b + step(b) };
}
