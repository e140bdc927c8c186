import dev from "../../plugin.ts";
import { Fault } from "../fault.ts";
import { checkWeight } from "../output.ts";
import { depthMax } from "../parse-json.ts";
import { hasValidEscapes, unescapeStep } from "../pointer.ts";
import { readField } from "../read-field.ts";
import { Sameness } from "../sameness.ts";
import { getType, type Json, type Members, toPlain, writeJson } from "../tree.ts";
import { describePath, EditedTree, PatchFault, WorkFault } from "./edit-tree.ts";
import type { PatchFormat } from "./request.ts";

type Operation = (tree: EditedTree, path: string[], operation: Members) => void;

const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ["add", (tree, path, operation) => tree.add(path, readValue(operation))],
  ["remove", (tree, path) => void tree.remove(path)],
  ["replace", (tree, path, operation) => tree.replace(path, readValue(operation))],
  ["move", moveValue],
  ["copy", (tree, path, operation) => tree.add(path, tree.share(readPointer(operation, "from")))],
  ["test", (tree, path, operation) => testValue(tree.get(path), readValue(operation), path)],
]);

/** Applies a patch to a JSON text. Numbers keep all digits. Applies all operations or none. */
export function answerPatch(document: string, patch: string, format: PatchFormat) {
  const warnings: string[] = [];
  const before = readField("document", document, warnings);
  const changes = readField("patch", patch, warnings);
  const after =
    format === "merge-patch" ? mergeInto(before, changes) : applyOperations(before, changes);
  checkSize(after);
  return {
    result: toPlain(after, { inexact: "digits" }),
    result_text: writeJson(after),
    changed: isDifferent(before, after),
    warnings,
  };
}

/** Throws if the result is too large or too deep: copies can double it, and patches add levels. */
function checkSize(after: Json): void {
  try {
    checkWeight(after);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw dev.error("too_deep", `The result nests too deeply: the limit is ${depthMax} levels`);
  }
}

function isDifferent(before: Json, after: Json): boolean {
  const same = new Sameness();
  return same.of(before) !== same.of(after);
}

/** Applies a JSON Patch (RFC 6902). */
function applyOperations(document: Json, patch: Json): Json {
  if (!Array.isArray(patch))
    throw dev.error(
      "patch_failed",
      `body.patch must be an array of operations: it is ${nameType(patch)}`,
      {
        at: "body.patch",
      },
    );
  const tree = new EditedTree(document);
  for (const [index, operation] of patch.entries()) {
    try {
      applyOperation(tree, operation);
    } catch (error) {
      throw describeFailure(error, index);
    }
  }
  return tree.root;
}

function describeFailure(error: unknown, index: number): unknown {
  const at = `body.patch/${index}`;
  if (error instanceof WorkFault)
    return dev.error("too_much_work", `The patch copies too many items at operation ${index}`, {
      at,
    });
  if (!(error instanceof PatchFault)) return error;
  const detail = `Operation ${index} of the patch does not apply: ${error.message}`;
  return dev.error("patch_failed", detail, { at, members: { operation: index } });
}

function applyOperation(tree: EditedTree, operation: Json): void {
  if (!(operation instanceof Map))
    throw new PatchFault(`it must be an object, but is ${nameType(operation)}`);
  const op = operation.get("op");
  const run = typeof op === "string" ? operations.get(op) : undefined;
  if (!run) throw new PatchFault(`"op" must be one of ${[...operations.keys()].join(", ")}`);
  run(tree, readPointer(operation, "path"), operation);
}

function moveValue(tree: EditedTree, path: string[], operation: Members): void {
  const from = readPointer(operation, "from");
  if (isInside(path, from))
    throw new PatchFault(`${describePath(from)} cannot be moved into itself`);
  // A move to the same place changes nothing, not even the order of members.
  if (isInside([...path, ""], from)) tree.get(from);
  else tree.add(path, tree.remove(from));
}

function testValue(actual: Json, expected: Json, path: readonly string[]): void {
  const same = new Sameness();
  if (same.of(actual) === same.of(expected)) return;
  throw new PatchFault(`${describePath(path)} is ${shorten(actual)}, not ${shorten(expected)}`);
}

/** Returns whether a path is below another one. */
function isInside(path: readonly string[], other: readonly string[]): boolean {
  return path.length > other.length && other.every((key, index) => path[index] === key);
}

function readValue(operation: Members): Json {
  const value = operation.get("value");
  if (value === undefined) throw new PatchFault('"value" is missing');
  return value;
}

/** Splits a JSON Pointer (RFC 6901) into its keys. */
function readPointer(operation: Members, name: "path" | "from"): string[] {
  const text = operation.get(name);
  if (typeof text !== "string")
    throw new PatchFault(`"${name}" ${text === undefined ? "is missing" : "must be a string"}`);
  if (text === "") return [];
  if (!text.startsWith("/")) throw new PatchFault(`"${name}" must be empty or start with "/"`);
  if (!hasValidEscapes(text)) throw new PatchFault(`in "${name}", "~" must be written "~0"`);
  return text.slice(1).split("/").map(unescapeStep);
}

/** Applies a JSON Merge Patch (RFC 7386). */
function mergeInto(target: Json, patch: Json): Json {
  if (!(patch instanceof Map)) return patch;
  const merged: Members = new Map(target instanceof Map ? target : []);
  for (const [key, value] of patch) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergeInto(merged.get(key) ?? null, value));
  }
  return merged;
}

function nameType(json: Json): string {
  const type = getType(json);
  return type === "null" ? "null" : `${/^[ao]/.test(type) ? "an" : "a"} ${type}`;
}

function shorten(json: Json): string {
  if (Array.isArray(json) || json instanceof Map) return nameType(json);
  const text = writeJson(json);
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}
