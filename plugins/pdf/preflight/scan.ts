import type { HubError } from "hub";
import pdf from "../plugin.ts";

// Positions stay within the bytes, so `!` is used: a check for each would cost time.

/** A stream's dictionary and byte range in the file. */
export interface StreamPlace {
  dictionary: Dictionary;
  from: number;
  to: number;
}

const objectsMax = 1_000_000;
const streamsMax = 200_000;
/** The maximum number of bytes that are read of a stream's dictionary. */
const dictionaryBytesMax = 2 ** 20;

/** The objects of a document, found by scanning all of it instead of trusting its table. */
export class Objects {
  readonly #at: string;
  readonly #bytes: Buffer;
  readonly #locations = new Map<number, { bytes: Uint8Array; offset: number }>();
  readonly streams: StreamPlace[] = [];
  readonly trailers: Dictionary[] = [];

  /** Scans a file. `at` is its location in the request. */
  constructor(bytes: Uint8Array, at: string) {
    this.#at = at;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#scan();
    this.#readTrailers();
  }

  /** Adds the objects of an object stream. Objects later in the file override earlier ones. */
  addPacked(content: Uint8Array, { count, first }: { count: number; first: number }): void {
    const head = new Lexer(content, 0, first);
    for (let index = 0; index < count; index++) {
      const [number, offset] = [head.value(), head.value()];
      if (typeof number !== "number" || typeof offset !== "number") return;
      this.#addObject(number, content, first + offset);
    }
  }

  /** Returns the object that a reference names, or the value itself. */
  resolve(value: PdfValue | undefined): PdfValue | undefined {
    let found = value;
    for (let steps = 0; found instanceof Ref && steps < 32; steps++) {
      const location = this.#locations.get(found.number);
      if (!location) return undefined;
      found = new Lexer(location.bytes, location.offset).value();
    }
    return found instanceof Ref ? undefined : found;
  }

  dictionary(value: PdfValue | undefined): Dictionary | undefined {
    const found = this.resolve(value);
    return found instanceof Map ? found : undefined;
  }

  /** Returns the first dictionary of this type among all objects. */
  ofType(type: string): Dictionary | undefined {
    for (const { bytes, offset } of this.#locations.values()) {
      const value = new Lexer(bytes, offset, offset + 4096).value();
      if (value instanceof Map && value.get("/Type") === type) return value;
    }
    return undefined;
  }

  #scan(): void {
    const bytes = this.#bytes;
    const nextStream = cacheForward((from) => streamKeyword(bytes, from));
    const nextEnd = cacheForward((from) => bytes.indexOf("endobj", from));
    let from = 0;
    while (true) {
      const keyword = bytes.indexOf("obj", from);
      if (keyword < 0) return;
      from = keyword + 3;
      const number = numberBefore(bytes, keyword);
      if (number === undefined) continue;
      this.#addObject(number, bytes, from);
      const stream = nextStream(from);
      if (stream < 0) continue;
      const end = nextEnd(from);
      if (end >= 0 && end < stream) continue;
      from = this.#addStream(from, stream);
    }
  }

  /** Adds a stream. Returns the position to continue from. */
  #addStream(from: number, keyword: number): number {
    const bytes = this.#bytes;
    const value = new Lexer(bytes, from, Math.min(keyword, from + dictionaryBytesMax)).value();
    const dictionary: Dictionary = value instanceof Map ? value : new Map();
    const start = keyword + "stream".length + (bytes[keyword + 6] === 13 ? 1 : 0);
    const data = bytes[start] === 10 ? start + 1 : start;
    const length = this.resolve(dictionary.get("/Length"));
    const isLength = typeof length === "number" && length >= 0 && data + length <= bytes.length;
    const end = isLength ? data + length : data;
    const near = bytes.subarray(end, end + 32).indexOf("endstream");
    const to = isLength && near >= 0 ? end : bytes.indexOf("endstream", data);
    if (to < 0) throw corrupt(this.#at, "ends within a stream: it may be truncated");
    if (this.streams.length >= streamsMax)
      throw limitExceeded(this.#at, "streams", `must have at most ${streamsMax} streams`);
    this.streams.push({ dictionary, from: data, to });
    return to;
  }

  #readTrailers(): void {
    let from = 0;
    for (let found = 0; found < 1000; found++) {
      const keyword = this.#bytes.indexOf("trailer", from);
      if (keyword < 0) break;
      from = keyword + "trailer".length;
      const value = new Lexer(this.#bytes, from).value();
      if (value instanceof Map) this.trailers.push(value);
    }
    for (const { dictionary } of this.streams)
      if (dictionary.get("/Type") === "/XRef") this.trailers.push(dictionary);
  }

  #addObject(number: number, bytes: Uint8Array, offset: number): void {
    if (number > objectsMax || this.#locations.size > objectsMax)
      throw limitExceeded(this.#at, "objects", `must have at most ${objectsMax} objects`);
    this.#locations.set(number, { bytes, offset });
  }
}

/**
 * Returns the position of the next `stream` keyword: followed by a line break, and not `endstream`.
 */
export function streamKeyword(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf("stream", from); at >= 0; at = bytes.indexOf("stream", at + 6)) {
    const next = bytes[at + 6];
    const isEnd = bytes[at - 1] === 0x64 && bytes[at - 2] === 0x6e;
    if (!isEnd && (next === 10 || next === 13)) return at;
  }
  return -1;
}

/** Caches the last position found, so that looking for the next one never scans a byte twice. */
function cacheForward(find: (from: number) => number): (from: number) => number {
  let found = 0;
  let isFound = false;
  return (from) => {
    if (!isFound || (found >= 0 && found < from)) found = find(from);
    isFound = true;
    return found;
  };
}

/** Reads the object number of `12 0 obj`, backwards from its keyword. */
function numberBefore(bytes: Buffer, keyword: number): number | undefined {
  const from = Math.max(0, keyword - 24);
  const text = bytes.toString("latin1", from, keyword);
  const words = text.trimEnd().split(/[\s\0]+/);
  const [number, generation] = words.slice(-2);
  if (text.endsWith("end") || !/^\d{1,5}$/.test(generation ?? "")) return undefined;
  const digits = /(\d{1,10})$/.exec(number ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Builds the error for a PDF that exceeds a limit. `is` continues the sentence "body.file …". */
export function limitExceeded(at: string, limit: string, is: string): HubError {
  return pdf.error("pdf_limit_exceeded", `${at} ${is}`, { at, members: { limit } });
}

/** Builds the error for a PDF that can't be read. `is` continues the sentence "body.file …". */
export function corrupt(at: string, is: string): HubError {
  return pdf.error("pdf_corrupt", `${at} ${is}`, { at });
}

/** A reference to an object: `12 0 R`. */
export class Ref {
  constructor(readonly number: number) {}
}

/**
 * A value of a PDF, as far as checking the structure needs it. A name starts with its slash. A
 * string is always "". Anything else that is neither a boolean nor a number is null.
 */
export type PdfValue = null | boolean | number | string | Ref | PdfValue[] | Dictionary;

export type Dictionary = Map<string, PdfValue>;

const delimiter = new Uint8Array(256);

for (const code of Buffer.from("()<>[]{}/%")) delimiter[code] = 1;

const blank = new Uint8Array(256);

for (const code of [0, 9, 10, 12, 13, 32]) blank[code] = 1;

/** The maximum nesting depth of values. */
const depthMax = 64;

/** Reads PDF values from bytes, only forwards and never past `end`. */
export class Lexer {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  position: number;

  constructor(bytes: Uint8Array, position = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#end = Math.min(end, bytes.length);
    this.position = position;
  }

  /**
   * Reads the next value. Returns undefined at the end, at a closing bracket, or if nested too
   * deep.
   */
  value(depth = 0): PdfValue | undefined {
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

  /** Reads the next word, without interpreting it. */
  word(): string {
    this.#skipBlanks();
    return this.#word();
  }

  #plain(): PdfValue {
    const word = this.#word();
    if (word === "true" || word === "false") return word === "true";
    const number = Number(word);
    if (word === "" || Number.isNaN(number)) return null;
    if (!Number.isInteger(number) || number < 0) return number;
    const next = this.position;
    const generation = this.word();
    if (/^\d{1,5}$/.test(generation) && this.word() === "R") return new Ref(number);
    this.position = next;
    return number;
  }

  #array(depth: number): PdfValue[] {
    const values: PdfValue[] = [];
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
