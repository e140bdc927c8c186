/** A reference to an object: `12 0 R`. */
export class Ref {
  constructor(readonly number: number) {}
}

/**
 * A value of a PDF, as far as the structure of a document needs it. A name begins with its slash, a
 * string is "" whatever it says, and whatever is neither true nor a number is null.
 */
export type Value = null | boolean | number | string | Ref | Value[] | Dictionary;
export type Dictionary = Map<string, Value>;

/** How deep values may nest. */
const depthMax = 64;

const delimiter = new Uint8Array(256);
const blank = new Uint8Array(256);
for (const code of Buffer.from("()<>[]{}/%")) delimiter[code] = 1;
for (const code of [0, 9, 10, 12, 13, 32]) blank[code] = 1;

/** Reads values of a PDF out of its bytes, in one way forward, and never past `end`. */
export class Lexer {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  position: number;

  constructor(bytes: Uint8Array, position = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#end = Math.min(end, bytes.length);
    this.position = position;
  }

  /** The next value; undefined at the end, at a closing bracket and where values nest too deep. */
  value(depth = 0): Value | undefined {
    this.#skipBlanks();
    if (this.position >= this.#end || depth > depthMax) return undefined;
    const code = this.#bytes[this.position]!;
    switch (code) {
      case 0x2f: // a slash
        this.position++;
        return `/${this.#word()}`;
      case 0x5b: // [
        return this.#array(depth);
      case 0x28: // (
        return this.#literal();
      case 0x3c: // <
        return this.#bytes[this.position + 1] === 0x3c ? this.#dictionary(depth) : this.#hex();
      case 0x5d: // ]
      case 0x3e: // >
        return undefined;
    }
    if (delimiter[code]) {
      this.position++;
      return null;
    }
    return this.#plain();
  }

  /** The next word, without meaning. */
  word(): string {
    this.#skipBlanks();
    return this.#word();
  }

  #plain(): Value {
    const word = this.#word();
    if (word === "true" || word === "false") return word === "true";
    const number = Number(word);
    if (word === "" || Number.isNaN(number)) return null;
    if (!Number.isInteger(number) || number < 0) return number;
    const behind = this.position;
    const generation = this.word();
    if (/^\d{1,5}$/.test(generation) && this.word() === "R") return new Ref(number);
    this.position = behind;
    return number;
  }

  #array(depth: number): Value[] {
    const values: Value[] = [];
    this.position++;
    for (let value = this.value(depth + 1); value !== undefined; value = this.value(depth + 1))
      values.push(value);
    if (this.#bytes[this.position] === 0x5d) this.position++;
    return values;
  }

  #dictionary(depth: number): Dictionary {
    const entries: Dictionary = new Map();
    this.position += 2;
    while (true) {
      const key = this.value(depth + 1);
      if (key === undefined) break;
      if (typeof key !== "string" || key === "") continue;
      const value = this.value(depth + 1);
      if (value === undefined) break;
      entries.set(key, value);
    }
    if (this.#bytes[this.position] === 0x3e) this.position += 2;
    return entries;
  }

  #literal(): "" {
    let open = 0;
    for (; this.position < this.#end; this.position++) {
      const code = this.#bytes[this.position];
      if (code === 0x5c) this.position++;
      else if (code === 0x28) open++;
      else if (code === 0x29 && --open === 0) break;
    }
    this.position++;
    return "";
  }

  #hex(): "" {
    while (this.position < this.#end && this.#bytes[this.position] !== 0x3e) this.position++;
    this.position++;
    return "";
  }

  #word(): string {
    const from = this.position;
    while (this.position < this.#end) {
      const code = this.#bytes[this.position]!;
      if (blank[code] || delimiter[code]) break;
      this.position++;
    }
    const text = latin1(this.#bytes, from, Math.min(this.position, from + 256));
    return text.includes("#") ? text.replace(/#([0-9a-fA-F]{2})/g, fromHex) : text;
  }

  #skipBlanks(): void {
    for (; this.position < this.#end; this.position++) {
      const code = this.#bytes[this.position]!;
      if (code === 0x25) this.#skipComment();
      else if (!blank[code]) return;
    }
  }

  #skipComment(): void {
    while (this.position < this.#end) {
      const code = this.#bytes[this.position]!;
      if (code === 10 || code === 13) return;
      this.position++;
    }
  }
}

function fromHex(_: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  let text = "";
  for (let index = from; index < to; index++) text += String.fromCharCode(bytes[index]!);
  return text;
}
