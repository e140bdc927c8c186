import type { Notes } from "../notes.ts";
import { depthMax } from "../parse.ts";
import type { Json } from "../tree.ts";
import type { YamlCursor } from "./yaml-cursor.ts";
import { resolvePlain, yamlNumber } from "./yaml-scalars.ts";

/** What stands before a node: a name to repeat it by, and what it is said to be. */
export interface Properties {
  anchor?: string;
  tag?: string;
}

/** A node as it was read: a plain scalar by its text, which its tag may yet decide on. */
export interface Atom {
  value: Json;
  /** The text of a scalar; undefined for lists, mappings and aliases. */
  text?: string;
  isPlain?: boolean;
  /** Whether a scalar of lines begins, which is not read yet. */
  isBlock?: boolean;
}

/** A key and where it stands. */
export type Key = Atom & { at: number };

/** What the nodes of one document have in common. */
export class Nodes {
  readonly cursor: YamlCursor;
  readonly notes: Notes;
  readonly #anchors = new Map<string, Json>();
  #depth = 0;
  #merged = 0;

  constructor(cursor: YamlCursor, notes: Notes) {
    this.cursor = cursor;
    this.notes = notes;
  }

  /** Reads something that holds others. */
  nested<T>(read: () => T): T {
    if (++this.#depth > depthMax)
      this.cursor.fail(`The text must not nest deeper than ${depthMax}`);
    const result = read();
    this.#depth--;
    return result;
  }

  /** Counts members that are merged: a few aliases can name the same again and again. */
  chargeMerge(members: number): void {
    this.#merged += members;
    if (this.#merged > mergedMax) this.cursor.fail("The merges name too many members");
  }

  /** Reads the anchor and the tag that stand here, if any do. */
  properties(): Properties {
    const { cursor } = this;
    const properties: Properties = {};
    for (;;) {
      const sign = cursor.text[cursor.at];
      const field = sign === "&" ? "anchor" : "tag";
      if (sign !== "&" && sign !== "!") return properties;
      if (properties[field] !== undefined) cursor.fail(`A node has one ${field}`);
      cursor.at++;
      properties[field] = cursor.take("<")
        ? cursor.upTo(">", "The tag is not closed")
        : cursor.name();
      if (sign === "&" && properties.anchor === "") cursor.fail("Expected the name of the anchor");
      const next = cursor.text[cursor.at] ?? " ";
      if (!" \t\n,]}".includes(next)) cursor.fail("Expected a blank");
      cursor.skipBlanks();
    }
  }

  /** The node that an alias repeats. */
  alias(): Atom {
    const { cursor } = this;
    const start = cursor.at++;
    const value = this.#anchors.get(cursor.name());
    if (value === undefined) return cursor.fail("There is no such anchor before", start);
    return { value };
  }

  /** The value of a node by its tag, kept under its anchor. */
  finish(atom: Atom, { anchor, tag }: Properties, start: number): Json {
    let { value } = atom;
    if (tag !== undefined) value = this.#tagged(atom, tag, start);
    else if (atom.isPlain) value = resolvePlain(atom.text ?? "");
    if (anchor !== undefined) this.#anchors.set(anchor, value);
    return value;
  }

  #tagged({ value, text }: Atom, tag: string, start: number): Json {
    const isCore = tag === "" || tag.startsWith("!") || tag.startsWith(corePrefix);
    const name = tag.replace(corePrefix, "").replace("!", "");
    if (text === undefined && isCore && ["", "map", "seq"].includes(name)) return value;
    const read = isCore && text !== undefined ? CORE.get(name) : undefined;
    if (read) {
      const meant = read(text!);
      return meant !== undefined ? meant : this.cursor.fail(`The text is no ${name}`, start);
    }
    this.notes.add(`The tag ${JSON.stringify(`!${tag.slice(0, 60)}`)} was left out`, start);
    return text ?? value;
  }
}

const mergedMax = 1_000_000;

const corePrefix = "tag:yaml.org,2002:";

const CORE: ReadonlyMap<string, (text: string) => Json | undefined> = new Map<
  string,
  (text: string) => Json | undefined
>([
  ["", (text) => text],
  ["str", (text) => text],
  ["int", (text) => (/[.eE]/.test(text) && !text.startsWith("0x") ? undefined : yamlNumber(text))],
  ["float", yamlNumber],
  ["bool", (text) => (typeof resolvePlain(text) === "boolean" ? resolvePlain(text) : undefined)],
  ["null", (text) => (resolvePlain(text) === null ? null : undefined)],
]);
