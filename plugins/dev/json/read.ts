import type { Builder } from "./parse/builder.ts";
import { type ParseOptions, parse } from "./parse/parse.ts";
import { unquote } from "./parse/string.ts";
import { type Json, Numeral } from "./tree.ts";

/** Reads a JSON text into a tree; of two members with one key the last holds. Throws a Fault. */
export function readJson(text: string, options: ParseOptions = {}): Json {
  return parse(text, treeBuilder, options).value;
}

/** Makes the tree of a JSON text. */
export const treeBuilder: Builder<Json> = {
  scalar(raw, kind) {
    if (kind === "string") return unquote(raw);
    if (kind === "number") return new Numeral(raw);
    return raw === "null" ? null : raw === "true";
  },
  array: (items) => items.map(({ value }) => value),
  object: (members) => new Map(members.map(({ name, value }) => [name, value])),
};
