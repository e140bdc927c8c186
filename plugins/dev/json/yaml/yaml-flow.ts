import type { Json, Members } from "../tree.ts";
import { YamlMapping } from "./yaml-mapping.ts";
import type { Atom, Nodes } from "./yaml-nodes.ts";
import { passLines, readQuoted } from "./yaml-quoted.ts";

/** Reads what may stand on one line: lists and mappings in brackets, quoted and plain scalars. */
export class YamlFlow {
  readonly #nodes: Nodes;

  constructor(nodes: Nodes) {
    this.#nodes = nodes;
  }

  /** Reads an alias, a quoted scalar or a collection in brackets; undefined where a plain one stands. */
  atom(): Atom | undefined {
    const { cursor } = this.#nodes;
    switch (cursor.text[cursor.at]) {
      case "*":
        return this.#nodes.alias();
      case '"':
      case "'": {
        const text = readQuoted(cursor);
        return { value: text, text };
      }
      case "[":
        return { value: this.#nodes.nested(() => this.#list()) };
      case "{":
        return { value: this.#nodes.nested(() => this.#mapping()) };
    }
    return undefined;
  }

  /** Goes on with a plain scalar over further lines, which are indented deeper than `parent`. */
  plainMore(first: string, { parent, isFlow }: { parent: number; isFlow: boolean }): string {
    const { cursor } = this.#nodes;
    let text = first;
    for (;;) {
      const end = cursor.at;
      cursor.skipBlanks();
      const lines = passLines(cursor);
      const isOver =
        lines === 0 ||
        cursor.isEnd ||
        cursor.code === 0x23 ||
        cursor.isMarker ||
        (!isFlow && this.#indent() <= parent) ||
        cursor.isIndicator(":") ||
        (isFlow && ",[]{}:".includes(cursor.text[cursor.at]!) && !cursor.beginsPlain(true));
      const line = isOver ? "" : cursor.plainLine(isFlow);
      if (line === "") {
        cursor.at = end;
        return text;
      }
      text += (lines === 1 ? " " : "\n".repeat(lines - 1)) + line;
    }
  }

  /** Spaces at the beginning of the line. */
  #indent(): number {
    const { cursor } = this.#nodes;
    const begin = cursor.at - cursor.column;
    let at = begin;
    while (cursor.text.charCodeAt(at) === 0x20) at++;
    return at - begin;
  }

  #list(): Json[] {
    const { cursor } = this.#nodes;
    const items: Json[] = [];
    this.#entries("]", () => {
      const start = cursor.at;
      const isExplicit = this.#explicit();
      const key = this.#node();
      const value = this.#value(key);
      if (value === undefined && !isExplicit) items.push(key.value);
      else {
        const pair = new YamlMapping(this.#nodes);
        pair.add({ ...key, at: start }, value ?? null);
        items.push(pair.members);
      }
    });
    return items;
  }

  #mapping(): Members {
    const { cursor } = this.#nodes;
    const mapping = new YamlMapping(this.#nodes);
    this.#entries("}", () => {
      const start = cursor.at;
      this.#explicit();
      const key = this.#node();
      mapping.add({ ...key, at: start }, this.#value(key) ?? null);
    });
    return mapping.members;
  }

  #entries(close: string, read: () => void): void {
    const { cursor } = this.#nodes;
    const start = cursor.at++;
    for (this.#skip(start); !cursor.take(close); this.#skip(start)) {
      const before = cursor.at;
      read();
      if (cursor.at === before) cursor.fail("Expected a value");
      this.#skip(start);
      if (!cursor.take(",") && cursor.text[cursor.at] !== close)
        cursor.fail(`Expected "," or ${JSON.stringify(close)}`);
    }
  }

  #skip(start: number): void {
    const { cursor } = this.#nodes;
    cursor.skip();
    if (cursor.isEnd || cursor.isMarker) cursor.fail("The bracket is not closed", start);
  }

  #explicit(): boolean {
    const { cursor } = this.#nodes;
    if (!cursor.isIndicator("?")) return false;
    cursor.at++;
    cursor.skip();
    return true;
  }

  /** The value after a key, or undefined where none stands. */
  #value(key: Atom): Json | undefined {
    const { cursor } = this.#nodes;
    const end = cursor.at;
    cursor.skip();
    // After a quoted key or one in brackets the colon needs no blank behind it.
    const isJson = key.isPlain !== true && key.text !== undefined;
    const isBracket = cursor.text[end - 1] === "]" || cursor.text[end - 1] === "}";
    const follows =
      cursor.text[cursor.at] === ":" && (isJson || isBracket || !cursor.beginsPlain(true));
    if (!follows) {
      cursor.at = end;
      return undefined;
    }
    cursor.at++;
    cursor.skip();
    return this.#node().value;
  }

  #node(): Atom {
    const { cursor } = this.#nodes;
    const start = cursor.at;
    const properties = this.#nodes.properties();
    cursor.skip();
    const atom = this.atom() ?? this.#plain();
    return { ...atom, value: this.#nodes.finish(atom, properties, start) };
  }

  #plain(): Atom {
    const { cursor } = this.#nodes;
    if (!cursor.beginsPlain(true)) {
      const char = cursor.text[cursor.at] ?? "";
      if (",]}:".includes(char)) return { value: null, text: "", isPlain: true };
      cursor.fail("Expected a value");
    }
    const text = this.plainMore(cursor.plainLine(true), { parent: -1, isFlow: true });
    return { value: text, text, isPlain: true };
  }
}
