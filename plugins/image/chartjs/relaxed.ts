import { asTable } from "hub";

/** JavaScript in a configuration: a function, a call or a variable. Parsing doesn't run it. */
export class Code {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** Thrown for notation that is neither data nor code in the place of a value. */
export class NotationError extends Error {}

const depthMax = 40;

/**
 * Parses JSON and the JavaScript object notation that charts are often written in: keys without quotes, single
 * quotes, trailing commas and comments. Code becomes a `Code` value.
 */
export function parseRelaxed(text: string): unknown {
  const reader = new Reader(text);
  const value = reader.readValue(0);
  reader.skipSpace();
  // A statement may end with a semicolon.
  reader.take(";");
  reader.skipSpace();
  if (!reader.isAtEnd) reader.fail("the end of the text");
  return value;
}

const constants = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
  ["undefined", undefined],
  ["NaN", null],
  ["Infinity", Number.POSITIVE_INFINITY],
]);

const escapes: Readonly<Record<string, string>> = asTable({
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  v: "\v",
  0: "\0",
});

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  readValue(depth: number): unknown {
    if (depth > depthMax) throw new NotationError(`at most ${depthMax} levels of brackets`);
    this.skipSpace();
    const character = this.#text[this.#at] ?? "";
    const start = this.#at;
    const isNested = character === "{" || character === "[";
    const value =
      character === "{"
        ? this.#readObject(depth)
        : isNested
          ? this.#readArray(depth)
          : this.#readScalar(character);
    // `"a" + b`, `Date.now()` and `[1, 2].map(double)` start like data.
    this.skipSpace();
    const next = this.#text[this.#at];
    const isLonger = isNested ? next === "." : next !== undefined && !",}];".includes(next);
    if (value instanceof Code || isLonger) {
      this.#at = start;
      return this.#readCode();
    }
    return value;
  }

  #readScalar(character: string): unknown {
    if (character === '"' || character === "'" || character === "`") return this.#readString();
    const word = /[A-Za-z_$][\w$]*/y;
    word.lastIndex = this.#at;
    const name = word.exec(this.#text)?.[0];
    if (name !== undefined) {
      this.#at += name.length;
      return constants.has(name) ? constants.get(name) : new Code(name);
    }
    const digits = /[+-]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y;
    digits.lastIndex = this.#at;
    const number = digits.exec(this.#text)?.[0];
    if (number !== undefined) {
      this.#at += number.length;
      return number.startsWith("-") ? -Number(number.slice(1)) : Number(number.replace("+", ""));
    }
    if (character === "(" || character === "!" || character === "-" || character === "/")
      return new Code(character);
    return this.fail("a value");
  }

  #readObject(depth: number): Record<string, unknown> {
    this.#at++;
    const object: Record<string, unknown> = {};
    for (;;) {
      this.skipSpace();
      if (this.take("}")) return object;
      const { key, isMethod } = this.#readKey();
      const value = isMethod ? this.#readCode() : this.readValue(depth + 1);
      if (value !== undefined) object[key] = value;
      this.skipSpace();
      if (this.take("}")) return object;
      if (!this.take(",")) this.fail('"," or "}"');
    }
  }

  #readKey(): { key: string; isMethod: boolean } {
    const character = this.#text[this.#at] ?? "";
    let key: string;
    if (character === '"' || character === "'") key = this.#readString();
    else {
      const name = /[\w$]+/y;
      name.lastIndex = this.#at;
      key = name.exec(this.#text)?.[0] ?? this.fail("the name of an option");
      this.#at += key.length;
    }
    if (key === "__proto__") this.fail("another name than __proto__");
    this.skipSpace();
    if (this.take(":")) return { key, isMethod: false };
    // `callback(value) { … }`
    if (this.#text[this.#at] === "(") return { key, isMethod: true };
    return this.fail('":"');
  }

  #readArray(depth: number): unknown[] {
    this.#at++;
    const items: unknown[] = [];
    for (;;) {
      this.skipSpace();
      if (this.take("]")) return items;
      const value = this.readValue(depth + 1);
      items.push(value === undefined ? null : value);
      this.skipSpace();
      if (this.take("]")) return items;
      if (!this.take(",")) this.fail('"," or "]"');
    }
  }

  #readString(): string {
    const quote = this.#text[this.#at++];
    let text = "";
    for (;;) {
      const character = this.#text[this.#at++];
      if (character === undefined) return this.fail(`the closing ${quote}`);
      if (character === quote) return text;
      if (character !== "\\") {
        text += character;
        continue;
      }
      text += this.#readEscape();
    }
  }

  #readEscape(): string {
    const escaped = this.#text[this.#at++] ?? "";
    const code = /u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})/y;
    code.lastIndex = this.#at - 1;
    const [whole, ...digits] = code.exec(this.#text) ?? [];
    if (whole !== undefined) {
      this.#at += whole.length - 1;
      const point = Number.parseInt(digits.find((one) => one !== undefined) ?? "", 16);
      return point > 0x10ffff ? "\ufffd" : String.fromCodePoint(point);
    }
    // A backslash continues the text on the next line.
    return escaped === "\n" ? "" : (escapes[escaped] ?? escaped);
  }

  /** Reads code up to the comma or bracket that ends it. */
  #readCode(): Code {
    const start = this.#at;
    const open: string[] = [];
    while (!this.isAtEnd) {
      const character = this.#text[this.#at] ?? "";
      if (open.length === 0 && ",}]".includes(character)) break;
      if (`"'\``.includes(character)) {
        this.#readString();
        continue;
      }
      if ("([{".includes(character)) open.push(character);
      if (")]}".includes(character)) open.pop();
      if (!this.#skipComment()) this.#at++;
    }
    return new Code(this.#text.slice(start, this.#at).trim());
  }

  /** Advances behind a character if it is next. */
  take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  skipSpace(): void {
    for (;;) {
      while (/\s/.test(this.#text[this.#at] ?? "")) this.#at++;
      if (!this.#skipComment()) return;
    }
  }

  #skipComment(): boolean {
    const next = this.#text.slice(this.#at, this.#at + 2);
    if (next !== "//" && next !== "/*") return false;
    const end = this.#text.indexOf(next === "//" ? "\n" : "*/", this.#at + 2);
    this.#at = end < 0 ? this.#text.length : end + (next === "//" ? 1 : 2);
    return true;
  }

  fail(expected: string): never {
    const found = this.isAtEnd
      ? "the text ends"
      : `it has ${JSON.stringify(this.#text.slice(this.#at, this.#at + 20))}`;
    throw new NotationError(`${expected} at character ${this.#at + 1}: ${found}`);
  }
}
