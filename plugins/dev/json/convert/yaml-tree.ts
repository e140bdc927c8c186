import {
  type Alias,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { Fault } from "../fault.ts";
import type { Notes } from "../notes.ts";
import { type Json, type Members, Numeral } from "../tree.ts";
import { writeJson } from "../write.ts";
import { named } from "./remarks.ts";
import { checkWeight } from "./weight.ts";

/** Makes the tree of one document out of its nodes. */
export class YamlTree {
  readonly #notes: Notes;
  readonly #anchors = new Map<string, Json>();
  #merged = 0;
  #spelled = 0;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  value(node: unknown): Json {
    // Nothing stands after a key or in the document.
    if (!isNode(node)) return null;
    if (isAlias(node)) return this.#repeated(node);
    const value = this.#valueOf(node);
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, value);
    return value;
  }

  #repeated(alias: Alias): Json {
    const value = this.#anchors.get(alias.source);
    if (value === undefined) throw new Fault("There is no such anchor before", offsetOf(alias));
    return value;
  }

  #valueOf(node: Scalar | YAMLMap | YAMLSeq): Json {
    if (isMap(node)) return this.#members(node);
    if (isSeq(node)) return node.items.map((item) => this.value(item));
    const [, said] = CORE.exec(node.tag ?? "") ?? [];
    if (said && typeof node.value === "string")
      throw new Fault(`The text is no ${said}`, offsetOf(node));
    return node.value as Json;
  }

  /** Of two members with one key the last holds; those that came through `<<` may be given anew. */
  #members({ items }: YAMLMap): Members {
    const members: Members = new Map();
    const inherited = new Set<string>();
    for (const { key, value } of items) {
      const at = offsetOf(key);
      if (isScalar(key) && key.type === "PLAIN" && key.value === "<<") {
        for (const name of this.#merge(members, this.value(value), at)) inherited.add(name);
        continue;
      }
      const name = this.#nameOf(key, at);
      if (members.has(name) && !inherited.delete(name))
        this.#notes.add(`The key ${named(name)} was given before: the last holds`, at);
      members.set(name, this.value(value));
    }
    return members;
  }

  /** Adds the members of one mapping or several, but for those that were given before. */
  #merge(members: Members, value: Json, at: number): string[] {
    const added: string[] = [];
    for (const source of [value].flat()) {
      if (!(source instanceof Map)) continue;
      this.#merged += source.size;
      // A few aliases can name the same members again and again.
      if (this.#merged > mergedMax) throw new Fault("The merges name too many members", at);
      for (const [key, item] of source) {
        if (members.has(key)) continue;
        members.set(key, item);
        added.push(key);
      }
    }
    return added;
  }

  #nameOf(key: unknown, at: number): string {
    const value = this.value(key);
    if (isScalar(key) && key.source !== undefined) return key.source;
    if (typeof value === "string") return value;
    if (value instanceof Numeral) return value.raw;
    checkWeight(value);
    const name = writeJson(value);
    // A few aliases can spell the same again and again, and keys in keys double their escapes.
    this.#spelled += name.length;
    if (this.#spelled > spelledMax) throw new Fault("Keys that are no texts are too long", at);
    this.#notes.add("A key that is no text is written as JSON", at);
    return name;
  }
}

const mergedMax = 1_000_000;
const spelledMax = 1_000_000;

const CORE = /^tag:yaml\.org,2002:(int|float|bool|null)$/;

function offsetOf(node: unknown): number {
  return (isNode(node) && node.range?.[0]) || 0;
}
