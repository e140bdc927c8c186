import { pointer } from "../pointer.ts";
import type { Json, Members } from "../tree.ts";

/** Maximum number of items that edits copy, so that a patch of many operations on a long list ends. */
const copiedMax = 20_000_000;

/** Thrown if an operation doesn't apply. */
export class PatchFault extends Error {
  override name = "PatchFault";
}

/** Thrown if a patch takes too many steps. */
export class WorkFault extends Error {
  override name = "WorkFault";
}

type Container = Json[] | Members;

/**
 * A JSON value with edits that copy only the containers on their path, each once. `share` reuses
 * the copied value, so a patch that doubles a value many times uses little memory.
 */
export class EditedTree {
  #root: Json;
  /** Containers that only this tree refers to, and only once. */
  #own = new Set<Container>();
  #copied = 0;

  constructor(root: Json) {
    this.#root = root;
  }

  get root(): Json {
    return this.#root;
  }

  /** Returns the value at a path. */
  get(path: readonly string[]): Json {
    return path.reduce((at, key, index) => getChild(at, key, path.slice(0, index)), this.#root);
  }

  /** Adds or replaces a member, inserts an item, or replaces the root. */
  add(path: readonly string[], value: Json): void {
    const key = path.at(-1);
    if (key === undefined) this.#root = value;
    else {
      const parent = this.#openParent(path);
      if (Array.isArray(parent)) {
        const index = key === "-" ? parent.length : readIndex(key, parent.length, path);
        this.#count(parent.length - index);
        parent.splice(index, 0, value);
      } else parent.set(key, value);
    }
  }

  /** Removes a value, and returns it. */
  remove(path: readonly string[]): Json {
    const key = path.at(-1);
    const removed = this.get(path);
    if (key === undefined) throw new PatchFault("the whole document cannot be removed");
    const parent = this.#openParent(path);
    if (Array.isArray(parent)) {
      this.#count(parent.length - Number(key));
      parent.splice(Number(key), 1);
    } else parent.delete(key);
    return removed;
  }

  /** Replaces an existing value. */
  replace(path: readonly string[], value: Json): void {
    const key = path.at(-1);
    this.get(path);
    if (key === undefined) this.#root = value;
    else {
      const parent = this.#openParent(path);
      if (Array.isArray(parent)) parent[Number(key)] = value;
      else parent.set(key, value);
    }
  }

  /** Returns the value at a path for a second place. Later edits of either place don't change the other. */
  share(path: readonly string[]): Json {
    this.#own = new Set();
    return this.get(path);
  }

  /** Returns the container of the last key of a path, which the caller may change. */
  #openParent(path: readonly string[]): Container {
    const parents = path.slice(0, -1);
    const where = () => describePath(parents);
    let at = this.#openContainer(this.#root, where);
    this.#root = at;
    for (const [index, key] of parents.entries()) {
      const child = this.#openContainer(getChild(at, key, parents.slice(0, index)), where);
      if (Array.isArray(at)) at[Number(key)] = child;
      else at.set(key, child);
      at = child;
    }
    return at;
  }

  #openContainer(value: Json, where: () => string): Container {
    if (!Array.isArray(value) && !(value instanceof Map))
      throw new PatchFault(`${where()} is neither an object nor an array`);
    if (this.#own.has(value)) return value;
    this.#count(Array.isArray(value) ? value.length : value.size);
    const copy = Array.isArray(value) ? [...value] : new Map(value);
    this.#own.add(copy);
    return copy;
  }

  #count(items: number): void {
    this.#copied += items;
    if (this.#copied > copiedMax) throw new WorkFault();
  }
}

function getChild(at: Json, key: string, path: readonly string[]): Json {
  if (at instanceof Map) {
    const child = at.get(key);
    if (child === undefined)
      throw new PatchFault(`${describePath(path)} has no member ${quote(key)}`);
    return child;
  }
  if (!Array.isArray(at))
    throw new PatchFault(`${describePath(path)} is neither an object nor an array`);
  // The index is below the length.
  return at[readIndex(key, at.length - 1, [...path, key])]!;
}

/** Reads an index as RFC 6901 writes it: digits without leading zeros. */
function readIndex(key: string, max: number, path: readonly string[]): number {
  const list = describePath(path.slice(0, -1));
  if (!/^(?:0|[1-9]\d*)$/.test(key)) throw new PatchFault(`${quote(key)} is no index of ${list}`);
  const index = Number(key);
  if (index <= max) return index;
  throw new PatchFault(`the index ${key.slice(0, 20)} is beyond the end of ${list}`);
}

/** Names a place in the document by its JSON Pointer. */
export function describePath(path: readonly string[]): string {
  if (path.length === 0) return "the document";
  return quote(pointer(path));
}

function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text);
}
