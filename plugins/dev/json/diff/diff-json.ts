import { diffArrays } from "diff";
import { step } from "../pointer.ts";
import { readField } from "../read-field.ts";
import { Sameness } from "../sameness.ts";
import { type Json, type Members, toPlain, writeJson } from "../tree.ts";
import type { ArrayMode } from "./request.ts";

/** One JSON Patch operation (RFC 6902) and the values it changes. */
interface PatchOperation {
  op: "add" | "remove" | "replace";
  /** JSON Pointer after the preceding operations have been applied. */
  path: string;
  /** JSON Pointer in the first text, or for an addition in the second. */
  sourcePath: string;
  old?: Json;
  new?: Json;
}

/** Above these limits the patch is a single replacement of the root. */
const changesMax = 10_000;
const pathCharactersMax = 2_097_152;

/** Computes the changes from one JSON value to another. */
function diffJson(a: Json, b: Json, mode: ArrayMode) {
  const differ = new Differ(mode);
  const changes = differ.changes(a, b);
  return { equal: changes.length === 0, changes, ...mergePatch(a, b), warnings: differ.warnings };
}

class Differ {
  readonly warnings: string[] = [];
  readonly #same = new Sameness();
  readonly #pairing: ArrayPairing;
  readonly #changes: PatchOperation[] = [];
  #pathCharacters = 0;

  constructor(mode: ArrayMode) {
    this.#pairing = new ArrayPairing(mode, this.#same);
  }

  changes(a: Json, b: Json): PatchOperation[] {
    this.#compare(a, b, { a: "", b: "" });
    if (this.#pairing.gaveUp)
      this.warnings.push("Lists that differ too much to align were compared by index");
    if (!this.#isTooLong()) return this.#changes;
    this.warnings.push("Too many changes to list: the patch replaces the whole value");
    return [{ op: "replace", path: "", sourcePath: "", old: a, new: b }];
  }

  #isTooLong(): boolean {
    return this.#changes.length > changesMax || this.#pathCharacters > pathCharactersMax;
  }

  #compare(a: Json, b: Json, at: PathPair): void {
    if (this.#isTooLong() || this.#same.of(a) === this.#same.of(b)) return;
    if (Array.isArray(a) && Array.isArray(b)) this.#compareArrays(a, b, at);
    else if (a instanceof Map && b instanceof Map) this.#compareObjects(a, b, at);
    else this.#add({ op: "replace", path: at.b, sourcePath: at.a, old: a, new: b });
  }

  #compareObjects(a: Members, b: Members, at: PathPair): void {
    for (const [key, old] of a) {
      const value = b.get(key);
      const inside = appendStep(at, key, key);
      if (value !== undefined) this.#compare(old, value, inside);
      else this.#add({ op: "remove", path: inside.b, sourcePath: inside.a, old });
    }
    for (const [key, value] of b) {
      if (a.has(key)) continue;
      const { b: path } = appendStep(at, key, key);
      this.#add({ op: "add", path, sourcePath: path, new: value });
    }
  }

  /**
   * Works from left to right, so that items before an operation already match `b`. An index in `b` is therefore also
   * the index in the patched list.
   */
  #compareArrays(a: readonly Json[], b: readonly Json[], at: PathPair): void {
    for (const gap of this.#pairing.gaps(a, b)) {
      // Each index is below the length of the list that it is read from.
      const both = Math.min(gap.a.length, gap.b.length);
      for (let index = 0; index < both; index++)
        this.#compare(
          gap.a[index]!,
          gap.b[index]!,
          appendStep(at, gap.atA + index, gap.atB + index),
        );
      // Removing from last to first keeps the remaining indexes valid.
      for (let index = gap.a.length - 1; index >= both; index--) {
        const { a: sourcePath, b: path } = appendStep(at, gap.atA + index, gap.atB + index);
        this.#add({ op: "remove", path, sourcePath, old: gap.a[index]! });
      }
      for (let index = both; index < gap.b.length; index++) {
        const { b: path } = appendStep(at, 0, gap.atB + index);
        this.#add({ op: "add", path, sourcePath: path, new: gap.b[index]! });
      }
    }
  }

  #add(change: PatchOperation): void {
    this.#pathCharacters += change.path.length + change.sourcePath.length;
    if (!this.#isTooLong()) this.#changes.push(change);
  }
}

/** JSON Pointers of the compared values, one per text. */
interface PathPair {
  a: string;
  b: string;
}

function appendStep(at: PathPair, a: string | number, b: string | number): PathPair {
  return { a: at.a + step(a), b: at.b + step(b) };
}

/**
 * Returns the JSON Merge Patch (RFC 7386) from one value to another. It is inexact if the target has members that are
 * null, because null means removal.
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

/** Differing ranges of two lists between two common runs. */
interface Gap {
  a: readonly Json[];
  b: readonly Json[];
  /** The index of the first item of `a`. */
  atA: number;
  atB: number;
}

/** Time grows with the length of the lists times the number of edits. */
const editsMax = 2000;

/** Finds the ranges in which two lists differ. */
class ArrayPairing {
  /** Whether lists differed too much to compute their longest common subsequence. */
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

/** Compares two JSON texts. Returns the differences both as values and as JSON texts. */
export function answerDiff(a: string, b: string, array_mode: ArrayMode) {
  const warnings: string[] = [];
  const [from, to] = [readField("a", a, warnings), readField("b", b, warnings)];
  const result = diffJson(from, to, array_mode);
  return {
    equal: result.equal,
    patch: result.changes.map(({ op, path, new: value }) => ({
      op,
      path,
      ...(value !== undefined && { value: toPlainValue(value) }),
    })),
    changes: result.changes.map(({ op, sourcePath, old, new: value }) => ({
      path: sourcePath,
      op,
      ...(old !== undefined && { old: toPlainValue(old) }),
      ...(value !== undefined && { new: toPlainValue(value) }),
    })),
    merge_patch: toPlainValue(result.merge_patch),
    merge_patch_exact: result.merge_patch_exact,
    patch_text: writeJson(result.changes.map(toOperation)),
    merge_patch_text: writeJson(result.merge_patch),
    warnings: [...warnings, ...result.warnings],
  };
}

function toOperation({ op, path, new: value }: PatchOperation): Json {
  const members = new Map<string, Json>([
    ["op", op],
    ["path", path],
  ]);
  if (value !== undefined) members.set("value", value);
  return members;
}

function toPlainValue(json: Json): unknown {
  return toPlain(json, { inexact: "digits" });
}
