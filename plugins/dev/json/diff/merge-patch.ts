import { Sameness } from "../sameness.ts";
import type { Json, Members } from "../tree.ts";

/**
 * The JSON Merge Patch (RFC 7386) from one value to another. It is not exact where the other has
 * members that are null: there a null stands for a removal.
 */
export function mergePatch(a: Json, b: Json): { merge_patch: Json; merge_patch_exact: boolean } {
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
