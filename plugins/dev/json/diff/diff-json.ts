import { diffArrays } from "diff";
import { readOrRefuse } from "../fault.ts";
import { Notes } from "../notes.ts";
import { step } from "../pointer.ts";
import { Sameness } from "../sameness.ts";
import { type Json, type Members, readJson, toPlain, writeJson } from "../tree.ts";
import type { ArrayMode } from "./options.ts";

/** One operation of a JSON Patch (RFC 6902), and what it changes. */
interface Change {
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
function diffJson(a: Json, b: Json, mode: ArrayMode) {
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
      const inside = stepInto(at, key, key);
      if (value !== undefined) this.#compare(old, value, inside);
      else this.#add({ op: "remove", path: inside.b, place: inside.a, old });
    }
    for (const [key, value] of b) {
      if (a.has(key)) continue;
      const { b: path } = stepInto(at, key, key);
      this.#add({ op: "add", path, place: path, new: value });
    }
  }

  /**
   * Goes from left to right, so that what stands before an operation is already as in `b` and an
   * index there is the place in the patch.
   */
  #compareArrays(a: readonly Json[], b: readonly Json[], at: Places): void {
    for (const gap of this.#pairing.gaps(a, b)) {
      // No index goes beyond the side that it is asked of.
      const both = Math.min(gap.a.length, gap.b.length);
      for (let index = 0; index < both; index++)
        this.#compare(gap.a[index]!, gap.b[index]!, stepInto(at, gap.atA + index, gap.atB + index));
      // From the last to the first: no index moves under those to come.
      for (let index = gap.a.length - 1; index >= both; index--) {
        const { a: place, b: path } = stepInto(at, gap.atA + index, gap.atB + index);
        this.#add({ op: "remove", path, place, old: gap.a[index]! });
      }
      for (let index = both; index < gap.b.length; index++) {
        const { b: path } = stepInto(at, 0, gap.atB + index);
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

function stepInto(at: Places, a: string | number, b: string | number): Places {
  return { a: at.a + step(a), b: at.b + step(b) };
}

/**
 * The JSON Merge Patch (RFC 7386) from one value to another. It is not exact where the other has
 * members that are null: there a null stands for a removal.
 */
function mergePatch(a: Json, b: Json): { merge_patch: Json; merge_patch_exact: boolean } {
  const same = new Sameness();
  let exact = true;

  function patch(from: Json, to: Json): Json {
    if (!(to instanceof Map)) return to;
    const before = from instanceof Map ? from : none;
    const members: Members = new Map();
    for (const key of before.keys()) if (!to.has(key)) members.set(key, null);
    for (const [key, value] of to) {
      const old = before.get(key);
      if (old !== undefined && same.of(old) === same.of(value)) continue;
      if (value === null) exact = false;
      members.set(key, patch(old ?? null, value));
    }
    return members;
  }

  return { merge_patch: patch(a, b), merge_patch_exact: exact };
}

const none: Members = new Map();

/** Stretches of two lists that stand between what they have in common. */
interface Gap {
  a: readonly Json[];
  b: readonly Json[];
  /** The index of the first item of `a`. */
  atA: number;
  atB: number;
}

/** The time grows with the length of the lists times the edits between them. */
const editsMax = 2000;

/** Finds where two lists differ. */
class ArrayPairing {
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
    const listNumbers = (items: readonly Json[]) => items.map((item) => this.#same.of(item));
    const runs = diffArrays(listNumbers(a), listNumbers(b), { maxEditLength: editsMax });
    if (runs) return gapsBetween(runs, { a, b });
    this.gaveUp = true;
    return whole;
  }
}

function gapsBetween(
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

/** Compares two JSON texts, and puts what it finds as values and as JSON. */
export function answerDiff(a: string, b: string, array_mode: ArrayMode) {
  const warnings: string[] = [];
  const [from, to] = [readNoting("a", a, warnings), readNoting("b", b, warnings)];
  const found = diffJson(from, to, array_mode);
  return {
    equal: found.equal,
    patch: found.changes.map(({ op, path, new: value }) => ({
      op,
      path,
      ...(value !== undefined && { value: plain(value) }),
    })),
    changes: found.changes.map(({ op, place, old, new: value }) => ({
      path: place,
      op,
      ...(old !== undefined && { old: plain(old) }),
      ...(value !== undefined && { new: plain(value) }),
    })),
    merge_patch: plain(found.merge_patch),
    merge_patch_exact: found.merge_patch_exact,
    patch_text: writeJson(found.changes.map(operation)),
    merge_patch_text: writeJson(found.merge_patch),
    warnings: [...warnings, ...found.warnings],
  };
}

function readNoting(name: "a" | "b", text: string, warnings: string[]): Json {
  const notes = new Notes(text);
  const json = readOrRefuse(text, `body.${name}`, () => readJson(text, { notes }));
  warnings.push(...notes.list().map((warning) => `In ${name}: ${warning}`));
  return json;
}

function operation({ op, path, new: value }: Change): Json {
  const members = new Map<string, Json>([
    ["op", op],
    ["path", path],
  ]);
  if (value !== undefined) members.set("value", value);
  return members;
}

function plain(json: Json): unknown {
  return toPlain(json, { inexact: "string" });
}
