import type { Json, Members } from "../tree.ts";
import { readBlockScalar } from "./yaml-block-scalar.ts";
import type { YamlCursor } from "./yaml-cursor.ts";
import { YamlFlow } from "./yaml-flow.ts";
import type { Atom, Key, Nodes, Properties } from "./yaml-nodes.ts";

interface Where {
  /** The indentation of what holds the node. */
  parent: number;
  /** Whether a mapping or list of lines may begin where the reader stands. */
  canBegin: boolean;
  /** Whether a list may stand as far left as what holds it, as it may under a key. */
  canAlign: boolean;
}

/** Reads the nodes of a document that are made of lines: lists, mappings and scalars. */
export class YamlLines {
  readonly #cursor: YamlCursor;
  readonly #nodes: Nodes;
  readonly #flow: YamlFlow;
  #merged = 0;

  constructor(nodes: Nodes) {
    this.#cursor = nodes.cursor;
    this.#nodes = nodes;
    this.#flow = new YamlFlow(nodes);
  }

  document(canBegin: boolean): Json {
    return this.#node({ parent: -1, canBegin, canAlign: false }).value;
  }

  #node({ parent, canBegin, canAlign }: Where): Atom {
    const cursor = this.#cursor;
    const properties: Properties = {};
    const start = cursor.at;
    const done = (atom: Atom): Atom => ({
      ...atom,
      value: this.#nodes.finish(atom, properties, start),
    });
    for (let begins = canBegin; ; ) {
      cursor.skip();
      if (cursor.isEnd || cursor.isMarker) return done(nothing);
      if (cursor.isFirst) {
        if (cursor.column <= parent) {
          const isAligned = canAlign && cursor.column === parent && cursor.isIndicator("-");
          if (!isAligned) return done(nothing);
        }
        begins = true;
      }
      const at = cursor.at;
      const column = cursor.column;
      const isList = cursor.isIndicator("-");
      if (isList || cursor.isIndicator("?") || cursor.isIndicator(":")) {
        if (!begins) cursor.fail("No list or mapping of lines may begin on this line");
        cursor.checkIndent();
        return done({ value: isList ? this.#list(column) : this.#mapping(column) });
      }
      const own = this.#nodes.properties();
      const isAlone = cursor.at > at && this.#isLineOver();
      if (!isAlone && begins) {
        const key = this.#key(own, at);
        if (key.follows) {
          cursor.checkIndent(at);
          return done({ value: this.#mapping(column, key) });
        }
        this.#join(properties, own, at);
        return done(this.#rest(key, parent));
      }
      this.#join(properties, own, at);
      if (!isAlone) return done(this.#rest(this.#begin(), parent));
    }
  }

  #isLineOver(): boolean {
    const { code, isEnd } = this.#cursor;
    return isEnd || code === 0x0a || code === 0x23;
  }

  #join(properties: Properties, own: Properties, at: number): void {
    for (const field of ["anchor", "tag"] as const)
      if (properties[field] !== undefined && own[field] !== undefined)
        this.#cursor.fail(`A node has one ${field}`, at);
    Object.assign(properties, own);
  }

  /** Reads what may be a key, and tells whether its colon follows. */
  #key(own: Properties, at: number): Key & { follows: boolean } {
    const cursor = this.#cursor;
    const line = cursor.text.indexOf("\n", at);
    const atom = this.#begin();
    const end = cursor.at;
    cursor.skipBlanks();
    const follows = !atom.isBlock && (line < 0 || end <= line) && cursor.isIndicator(":");
    if (!follows) cursor.at = end;
    return {
      ...atom,
      at,
      follows,
      value: follows ? this.#nodes.finish(atom, own, at) : atom.value,
    };
  }

  /** Reads the first line of a plain scalar, or all of any other node that is not made of lines. */
  #begin(): Atom {
    const cursor = this.#cursor;
    const atom = this.#flow.atom();
    if (atom) return atom;
    if (cursor.code === 0x7c || cursor.code === 0x3e) return { value: null, isBlock: true };
    if (cursor.isIndicator(":")) return nothing;
    if (!cursor.beginsPlain(false)) cursor.fail("Expected a value");
    const text = cursor.plainLine(false);
    return { value: text, text, isPlain: true };
  }

  /** Reads the further lines of a scalar. */
  #rest(atom: Atom, parent: number): Atom {
    const cursor = this.#cursor;
    if (atom.isBlock) {
      const text = readBlockScalar(cursor, parent);
      return { value: text, text };
    }
    const whole = { ...atom };
    if (atom.isPlain && atom.text !== undefined)
      whole.text = this.#flow.plainMore(atom.text, { parent, isFlow: false });
    cursor.skipBlanks();
    if (cursor.isIndicator(":")) cursor.fail("No key may stand here");
    return whole;
  }

  #list(column: number): Json[] {
    const cursor = this.#cursor;
    const items: Json[] = [];
    return this.#nodes.nested(() => {
      do {
        cursor.at++;
        items.push(this.#node({ parent: column, canBegin: true, canAlign: false }).value);
      } while (this.#continues(column) && cursor.isIndicator("-"));
      return items;
    });
  }

  #mapping(column: number, first?: Key): Members {
    const members: Members = new Map();
    const inherited = new Set<string>();
    return this.#nodes.nested(() => {
      let key = first;
      do {
        const [name, value] = this.#entry(column, key);
        if (name.isPlain && name.text === "<<") this.#merge(members, inherited, value);
        else this.#nodes.put(members, name, value, inherited);
        key = undefined;
      } while (this.#continues(column));
      return members;
    });
  }

  /** Adds the members of one mapping or several, but for those that were given before. */
  #merge(members: Members, inherited: Set<string>, value: Json): void {
    for (const source of [value].flat()) {
      this.#merged += source instanceof Map ? source.size : 1;
      if (this.#merged > mergedMax) this.#cursor.fail("The merges name too many members");
      if (!(source instanceof Map)) continue;
      for (const [key, item] of source) {
        if (members.has(key)) continue;
        members.set(key, item);
        inherited.add(key);
      }
    }
  }

  #entry(column: number, first: Key | undefined): [Key, Json] {
    const cursor = this.#cursor;
    const at = cursor.at;
    const inside = { parent: column, canAlign: true };
    if (!first && cursor.isIndicator("?")) {
      cursor.at++;
      const key = { ...this.#node({ ...inside, canBegin: true }), at };
      cursor.skip();
      const hasValue = cursor.isFirst && cursor.column === column && cursor.isIndicator(":");
      if (!hasValue) return [key, null];
      cursor.at++;
      return [key, this.#node({ ...inside, canBegin: true }).value];
    }
    const key = first ?? this.#nextKey();
    cursor.at++;
    return [key, this.#node({ ...inside, canBegin: false }).value];
  }

  #nextKey(): Key {
    const cursor = this.#cursor;
    const at = cursor.at;
    if (cursor.isIndicator(":")) return { ...nothing, at };
    const key = this.#key(this.#nodes.properties(), at);
    if (!key.follows) cursor.fail('Expected a key and ":"', at);
    return key;
  }

  /** Goes to the next line of a list or mapping, if it has one. */
  #continues(column: number): boolean {
    const cursor = this.#cursor;
    cursor.skip();
    if (cursor.isEnd || cursor.isMarker) return false;
    if (!cursor.isFirst) cursor.fail("Expected the end of the line");
    if (cursor.column < column) return false;
    cursor.checkIndent();
    if (cursor.column > column) cursor.fail("The line is indented unlike those before");
    return true;
  }
}

/** A few aliases can name the same members again and again. */
const mergedMax = 1_000_000;

const nothing: Atom = { value: null, text: "", isPlain: true };
