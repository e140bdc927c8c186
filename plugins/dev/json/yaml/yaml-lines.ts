import type { Json, Members } from "../tree.ts";
import { readBlockScalar } from "./yaml-block-scalar.ts";
import type { YamlCursor } from "./yaml-cursor.ts";
import { YamlFlow } from "./yaml-flow.ts";
import { YamlMapping } from "./yaml-mapping.ts";
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

  constructor(nodes: Nodes) {
    this.#cursor = nodes.cursor;
    this.#nodes = nodes;
    this.#flow = new YamlFlow(nodes);
  }

  document(canBegin: boolean): Json {
    return this.#node({ parent: -1, canBegin, canAlign: false }).value;
  }

  #node(where: Where): Atom {
    const cursor = this.#cursor;
    const properties: Properties = {};
    const start = cursor.at;
    const done = (atom: Atom): Atom => ({
      ...atom,
      value: this.#nodes.finish(atom, properties, start),
    });
    for (;;) {
      cursor.skip();
      if (this.#isOver(where)) return done(nothing);
      const { at, column } = cursor;
      const begins = where.canBegin || cursor.isFirst;
      const isList = cursor.isIndicator("-");
      if (isList || cursor.isIndicator("?") || cursor.isIndicator(":")) {
        if (!begins) cursor.fail("No list or mapping of lines may begin on this line");
        cursor.checkIndent();
        return done({ value: isList ? this.#list(column) : this.#mapping(column) });
      }
      const own = this.#nodes.properties();
      const isAlone = cursor.at > at && this.#isLineOver();
      const key = begins && !isAlone ? this.#key(own, at) : undefined;
      if (key?.follows) {
        cursor.checkIndent(at);
        return done({ value: this.#mapping(column, key) });
      }
      this.#join(properties, own, at);
      if (!isAlone) return done(this.#rest(key ?? this.#begin(), where.parent));
    }
  }

  /** Whether what follows belongs to something further left, so that there is no node. */
  #isOver({ parent, canAlign }: Where): boolean {
    const cursor = this.#cursor;
    if (cursor.isEnd || cursor.isMarker) return true;
    if (!cursor.isFirst || cursor.column > parent) return false;
    return !(canAlign && cursor.column === parent && cursor.isIndicator("-"));
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
    const mapping = new YamlMapping(this.#nodes);
    return this.#nodes.nested(() => {
      mapping.add(...this.#entry(column, first));
      while (this.#continues(column)) mapping.add(...this.#entry(column));
      return mapping.members;
    });
  }

  #entry(column: number, first?: Key): [Key, Json] {
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

const nothing: Atom = { value: null, text: "", isPlain: true };
