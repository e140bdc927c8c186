import { Notes } from "../notes.ts";
import { toPlain } from "../plain.ts";
import { readJson } from "../read.ts";
import { reading } from "../reading.ts";
import type { Json } from "../tree.ts";
import { writeJson } from "../write.ts";
import type { ArrayMode } from "./array-mode.ts";
import { type Change, diffJson } from "./diff.ts";

/** Compares two JSON texts, and puts what it finds as values and as JSON. */
export function answerDiff(a: string, b: string, array_mode: ArrayMode) {
  const warnings: string[] = [];
  const [from, to] = [noted("a", a, warnings), noted("b", b, warnings)];
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

function noted(name: "a" | "b", text: string, warnings: string[]): Json {
  const notes = new Notes(text);
  const json = reading(text, `body.${name}`, () => readJson(text, { notes }));
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
