import type { Notes } from "../notes.ts";
import { depthMax } from "../parse.ts";
import type { Json, Members } from "../tree.ts";
import { tomlDate, tomlNumber } from "./toml-scalars.ts";
import { TomlCursor } from "./toml-scan.ts";

/** Reads a TOML 1.0 document; its dates and times become texts. */
export function readToml(text: string, _: unknown, notes: Notes): Json {
  const cursor = new TomlCursor(text);
  cursor.take("\ufeff");
  return new TomlReader(cursor, notes).document();
}

/** How a table came to be, which decides who may add to it. */
type Origin = "header" | "implied" | "dotted" | "inline";

class TomlReader {
  readonly #cursor: TomlCursor;
  readonly #notes: Notes;
  readonly #origins = new Map<Members, Origin>();
  /** The lists that were made by `[[headers]]`. */
  readonly #lists = new Set<Json[]>();

  constructor(cursor: TomlCursor, notes: Notes) {
    this.#cursor = cursor;
    this.#notes = notes;
  }

  document(): Members {
    const cursor = this.#cursor;
    const root: Members = new Map();
    let table = root;
    let depth = 0;
    for (cursor.skipLines(); !cursor.isEnd; cursor.skipLines()) {
      if (cursor.code === 0x5b) {
        const header = this.#header(root);
        table = header.table;
        depth = header.depth;
      } else this.#pair(table, depth);
      cursor.endLine();
    }
    return root;
  }

  #header(root: Members): { table: Members; depth: number } {
    const cursor = this.#cursor;
    const start = cursor.at;
    const isList = cursor.take("[[");
    if (!isList) cursor.at++;
    const keys = cursor.keys();
    this.#checkDepth(keys.length, start);
    cursor.expect(isList ? "]]" : "]");
    const last = keys.pop()!;
    const holder = keys.reduce((at, key) => this.#enter(at, key, start), root);
    const table = isList ? this.#listItem(holder, last, start) : this.#named(holder, last, start);
    return { table, depth: keys.length + 1 };
  }

  /** The table that a header passes through on its way: the last one of a list. */
  #enter(holder: Members, key: string, start: number): Members {
    const held = holder.get(key);
    if (held === undefined) return this.#create(holder, key, "implied");
    const table = Array.isArray(held) && this.#lists.has(held) ? held.at(-1) : held;
    if (!(table instanceof Map) || this.#origins.get(table) === "inline")
      this.#cursor.fail(`${JSON.stringify(key)} is no table that can be added to`, start);
    return table;
  }

  #named(holder: Members, key: string, start: number): Members {
    const held = holder.get(key);
    if (held === undefined) return this.#create(holder, key, "header");
    if (!(held instanceof Map) || this.#origins.get(held) !== "implied")
      this.#cursor.fail(`${JSON.stringify(key)} was defined before`, start);
    this.#origins.set(held, "header");
    return held;
  }

  #listItem(holder: Members, key: string, start: number): Members {
    const held = holder.get(key) ?? [];
    if (!Array.isArray(held) || (holder.has(key) && !this.#lists.has(held)))
      this.#cursor.fail(`${JSON.stringify(key)} was defined before`, start);
    const table: Members = new Map();
    this.#origins.set(table, "header");
    this.#lists.add(held);
    held.push(table);
    holder.set(key, held);
    return table;
  }

  #create(holder: Members, key: string, origin: Origin): Members {
    const table: Members = new Map();
    this.#origins.set(table, origin);
    holder.set(key, table);
    return table;
  }

  #pair(table: Members, depth: number): void {
    const cursor = this.#cursor;
    const start = cursor.at;
    const keys = cursor.keys();
    this.#checkDepth(depth + keys.length, start);
    const last = keys.pop()!;
    let holder = table;
    for (const key of keys) {
      const held = holder.get(key);
      if (held !== undefined && !(held instanceof Map && this.#origins.get(held) === "dotted"))
        cursor.fail(`${JSON.stringify(key)} was defined before`, start);
      holder = held instanceof Map ? held : this.#create(holder, key, "dotted");
    }
    if (holder.has(last)) cursor.fail(`${JSON.stringify(last)} was defined before`, start);
    cursor.expect("=");
    cursor.skip();
    holder.set(last, this.#value(depth + keys.length + 1));
  }

  #value(depth: number): Json {
    const cursor = this.#cursor;
    const { code } = cursor;
    if (code === 0x22 || code === 0x27) return cursor.string();
    if (code === 0x5b) return this.#array(depth);
    if (code === 0x7b) return this.#inline(depth);
    const start = cursor.at;
    const token = this.#token();
    if (token === "true" || token === "false") return token === "true";
    const date = tomlDate(token);
    if (date !== undefined) this.#notes.add("Dates and times became texts", start);
    return date ?? tomlNumber(token) ?? cursor.fail("Expected a value", start);
  }

  /** What stands up to the next blank or sign; a date and a time may have one blank between them. */
  #token(): string {
    const cursor = this.#cursor;
    const start = cursor.at;
    const pass = () => {
      while (/[\w+.:-]/.test(cursor.text[cursor.at] ?? "")) cursor.at++;
    };
    pass();
    const isDate = cursor.at - start === 10 && cursor.text[start + 4] === "-";
    if (isDate && /^ \d\d:/.test(cursor.text.slice(cursor.at, cursor.at + 4))) {
      cursor.at++;
      pass();
    }
    return cursor.text.slice(start, cursor.at);
  }

  #array(depth: number): Json[] {
    const cursor = this.#cursor;
    this.#checkDepth(depth + 1, cursor.at++);
    const items: Json[] = [];
    for (cursor.skipLines(); !cursor.take("]"); cursor.skipLines()) {
      items.push(this.#value(depth + 1));
      cursor.skipLines();
      if (!cursor.take(",") && cursor.code !== 0x5d) cursor.fail('Expected "," or "]"');
    }
    return items;
  }

  #inline(depth: number): Members {
    const cursor = this.#cursor;
    this.#checkDepth(depth + 1, cursor.at++);
    const table: Members = new Map();
    this.#origins.set(table, "inline");
    cursor.skip();
    if (cursor.take("}")) return table;
    do {
      this.#pair(table, depth);
      cursor.skip();
    } while (cursor.take(","));
    cursor.expect("}");
    return table;
  }

  #checkDepth(depth: number, at: number): void {
    if (depth > depthMax) this.#cursor.fail(`The text must not nest deeper than ${depthMax}`, at);
  }
}
