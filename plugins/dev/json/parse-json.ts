import { isDigit, isPlainBreak } from "./characters.ts";
import { DepthFault } from "./fault.ts";
import type { Notes } from "./notes.ts";
import { isExact } from "./number.ts";
import { type Comment, type Dialect, Scanner } from "./scan.ts";
import { unquote } from "./string.ts";

/** Maximum nesting depth of a text. */
export const depthMax = 1000;

export interface ParseOptions {
  dialect?: Dialect;
  /** Collects warnings about legal but risky content. */
  notes?: Notes | undefined;
}

/** A parsed text: its value, the comments around it, and its size. */
export interface Parsed<T> extends CommentedValue<T> {
  /** Maximum nesting depth. */
  depth: number;
  /** Number of members of all objects. */
  keys: number;
}

/** Parses a JSON text in a dialect. Throws a Fault if it is invalid. */
export function parse<T>(
  text: string,
  builder: Builder<T>,
  { dialect = "rfc8259", notes }: ParseOptions = {},
): Parsed<T> {
  return new Parser(new Scanner(text, dialect), builder, notes).document();
}

class Parser<T> {
  readonly #scanner: Scanner;
  readonly #builder: Builder<T>;
  readonly #notes: Notes | undefined;
  readonly #path: (string | number)[] = [];
  #depth = 0;
  #keys = 0;

  constructor(scanner: Scanner, builder: Builder<T>, notes: Notes | undefined) {
    this.#scanner = scanner;
    this.#builder = builder;
    this.#notes = notes;
  }

  document(): Parsed<T> {
    const scanner = this.#scanner;
    // RFC 8259, section 8.1: a parser may ignore a byte order mark.
    if (scanner.code === 0xfeff) scanner.at++;
    scanner.skip();
    const before = scanner.takeComments();
    const value = this.#value(0);
    scanner.skip();
    if (scanner.at < scanner.text.length) scanner.fail("Expected the end of the text");
    return { before, value, after: scanner.takeComments(), depth: this.#depth, keys: this.#keys };
  }

  #value(depth: number): T {
    const scanner = this.#scanner;
    const { code, at: start, dialect } = scanner;
    if (code === 0x7b || code === 0x5b) return this.#container(depth);
    let kind: "string" | "number" | "word" = "word";
    if (code === 0x22 || (code === 0x27 && dialect === "json5")) {
      scanner.string();
      kind = "string";
    } else if (beginsNumber(code, dialect)) {
      scanner.number();
      kind = "number";
    } else if (!scanner.word("true") && !scanner.word("false") && !scanner.word("null"))
      scanner.fail("Expected a value");
    const raw = scanner.text.slice(start, scanner.at);
    if (this.#notes) this.#note(this.#notes, raw, start);
    return this.#builder.scalar(raw, kind);
  }

  #note(notes: Notes, raw: string, start: number): void {
    const code = raw.charCodeAt(0);
    if (code === 0x22 || code === 0x27) {
      if (this.#scanner.surrogates && !unquote(raw).isWellFormed())
        notes.surrogate(this.#path, start);
    } else if (code !== 0x74 && code !== 0x66 && code !== 0x6e && !isExact(raw))
      notes.number(raw, start);
  }

  #container(depth: number): T {
    const scanner = this.#scanner;
    if (depth >= depthMax)
      throw new DepthFault(`The text must not nest deeper than ${depthMax}`, scanner.at);
    this.#depth = Math.max(this.#depth, depth + 1);
    const isObject = scanner.code === 0x7b;
    const names = new Set<string>();
    const items: Member<T>[] = [];
    const close = isObject ? 0x7d : 0x5d;
    scanner.at++;
    scanner.skip();
    let before = scanner.takeComments();
    while (scanner.code !== close) {
      const item = isObject ? this.#member(depth, names) : this.#element(depth, items.length);
      if (before.length > 0) item.before = [...before, ...item.before];
      items.push(item);
      before = this.#between(item, close);
    }
    scanner.at++;
    const inside = { rest: before, depth };
    return isObject ? this.#builder.object(items, inside) : this.#builder.array(items, inside);
  }

  #element(depth: number, index: number): Member<T> {
    this.#path.push(index);
    const value = this.#value(depth + 1);
    this.#path.pop();
    return { key: "", name: "", before: none, value, after: none };
  }

  #member(depth: number, names: Set<string>): Member<T> {
    const scanner = this.#scanner;
    const start = scanner.at;
    const json5 = scanner.dialect === "json5";
    const quoted = scanner.code === 0x22 || (json5 && scanner.code === 0x27);
    if (quoted) scanner.string();
    else if (json5) scanner.name();
    else scanner.fail("Expected a key in double quotes");
    const key = scanner.text.slice(start, scanner.at);
    const name = unquote(quoted ? key : `"${key}"`);
    this.#keys++;
    this.#path.push(name);
    if (names.has(name)) this.#notes?.duplicate(this.#path, start);
    if (quoted && this.#notes) this.#note(this.#notes, key, start);
    names.add(name);
    scanner.skip();
    if (scanner.code !== 0x3a) scanner.fail('Expected ":" after a key');
    scanner.at++;
    scanner.skip();
    const before = scanner.takeComments();
    const value = this.#value(depth + 1);
    this.#path.pop();
    return { key, name, before, value, after: none };
  }

  /** Advances from one item to the next. Returns the comments that belong to the next item. */
  #between(item: CommentedValue<T>, close: number): readonly Comment[] {
    const scanner = this.#scanner;
    const end = scanner.at;
    scanner.skip();
    const comments = scanner.takeComments();
    if (scanner.code === close) {
      const [same, rest] = this.#split(comments, end, true);
      item.after = same;
      return rest;
    }
    const comma = scanner.at;
    if (scanner.code !== 0x2c)
      scanner.fail(`Expected "," or ${JSON.stringify(String.fromCharCode(close))}`);
    scanner.at++;
    scanner.skip();
    if (scanner.code === close && scanner.dialect === "rfc8259")
      scanner.fail("Expected no trailing comma", comma);
    const [same, rest] = this.#split(scanner.takeComments(), comma, scanner.code === close);
    item.after = comments.length > 0 || same.length > 0 ? [...comments, ...same] : none;
    return rest;
  }

  /** Separates comments on the same line as the preceding item from those of the next item. */
  #split(comments: readonly Comment[], from: number, isLast: boolean) {
    if (comments.length === 0) return [none, none] as const;
    let count = 0;
    let last: Comment | undefined;
    for (const comment of comments) {
      if (hasBreak(this.#scanner.text, last?.end ?? from, comment.start)) break;
      last = comment;
      count++;
    }
    if (last && !isLast && !last.lineEnds) count = 0;
    return [comments.slice(0, count), comments.slice(count)] as const;
  }
}

const none: readonly Comment[] = [];

function beginsNumber(code: number, dialect: Dialect): boolean {
  if (code === 0x2d || isDigit(code)) return true;
  // + . Infinity NaN
  return dialect === "json5" && (code === 0x2b || code === 0x2e || code === 0x49 || code === 0x4e);
}

function hasBreak(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (isPlainBreak(text.charCodeAt(at))) return true;
  return false;
}

/** Callbacks that build a result from the parts of a JSON text as it is parsed. */
export interface Builder<T> {
  scalar(raw: string, kind: "string" | "number" | "word"): T;
  /** `rest` holds the comments before the closing bracket, `depth` the array's own depth, starting at 0. */
  array(items: readonly CommentedValue<T>[], inside: Inside): T;
  object(members: readonly Member<T>[], inside: Inside): T;
}

export interface Inside {
  rest: readonly Comment[];
  depth: number;
}

/** A value with the comments on the lines before it and on its own line. */
export interface CommentedValue<T> {
  before: readonly Comment[];
  value: T;
  after: readonly Comment[];
}

/** An object member: `key` as written in the text, `name` with escapes decoded. */
export interface Member<T> extends CommentedValue<T> {
  key: string;
  name: string;
}
