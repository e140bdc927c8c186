import { named } from "../convert/remarks.ts";
import { type Json, type Members, Numeral } from "../tree.ts";
import { writeJson } from "../write.ts";
import type { Key, Nodes } from "./yaml-nodes.ts";

/** A mapping that is being read. Of two members with one key the last holds. */
export class YamlMapping {
  readonly members: Members = new Map();
  readonly #nodes: Nodes;
  /** What came through `<<`, and may be given anew. */
  readonly #inherited = new Set<string>();

  constructor(nodes: Nodes) {
    this.#nodes = nodes;
  }

  add(key: Key, value: Json): void {
    if (key.isPlain && key.text === "<<") {
      this.#merge(value);
      return;
    }
    const name = this.#nameOf(key);
    if (this.members.has(name) && !this.#inherited.delete(name))
      this.#nodes.notes.add(`The key ${named(name)} was given before: the last holds`, key.at);
    this.members.set(name, value);
  }

  /** Adds the members of one mapping or several, but for those that were given before. */
  #merge(value: Json): void {
    for (const source of [value].flat()) {
      if (!(source instanceof Map)) continue;
      this.#nodes.chargeMerge(source.size);
      for (const [key, item] of source) {
        if (this.members.has(key)) continue;
        this.members.set(key, item);
        this.#inherited.add(key);
      }
    }
  }

  #nameOf({ value, text, at }: Key): string {
    if (text !== undefined) return text;
    if (typeof value === "string") return value;
    if (value instanceof Numeral) return value.raw;
    this.#nodes.notes.add("A key that is no text is written as JSON", at);
    return writeJson(value);
  }
}
