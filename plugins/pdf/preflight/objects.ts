import { type Dictionary, Lexer, Ref, type Value } from "./lexer.ts";
import { corrupt, limitExceeded } from "./limit.ts";

const objectsMax = 1_000_000;
const streamsMax = 200_000;
/** The longest dictionary of a stream that is read. */
const dictionaryBytesMax = 2 ** 20;

/** A stream where it stands in the file. */
export interface StreamPlace {
  dictionary: Dictionary;
  from: number;
  to: number;
}

/** Where the objects of a document are: by looking through all of it, not by its own table. */
export class Objects {
  readonly #at: string;
  readonly #bytes: Buffer;
  readonly #places = new Map<number, { bytes: Uint8Array; offset: number }>();
  readonly streams: StreamPlace[] = [];
  readonly trailers: Dictionary[] = [];

  /** Looks through a file; `at` is its place in the request. */
  constructor(bytes: Uint8Array, at: string) {
    this.#at = at;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#scan();
    this.#readTrailers();
  }

  /** Adds the objects of an object stream; those that stand later in the file count. */
  addPacked(content: Uint8Array, { count, first }: { count: number; first: number }): void {
    const head = new Lexer(content, 0, first);
    for (let index = 0; index < count; index++) {
      const [number, offset] = [head.value(), head.value()];
      if (typeof number !== "number" || typeof offset !== "number") return;
      this.#place(number, content, first + offset);
    }
  }

  /** The object that a reference names, or the value itself. */
  resolve(value: Value | undefined): Value | undefined {
    let found = value;
    for (let steps = 0; found instanceof Ref && steps < 32; steps++) {
      const place = this.#places.get(found.number);
      if (!place) return undefined;
      found = new Lexer(place.bytes, place.offset).value();
    }
    return found instanceof Ref ? undefined : found;
  }

  dictionary(value: Value | undefined): Dictionary | undefined {
    const found = this.resolve(value);
    return found instanceof Map ? found : undefined;
  }

  /** The first dictionary of this type among all objects. */
  ofType(type: string): Dictionary | undefined {
    for (const { bytes, offset } of this.#places.values()) {
      const value = new Lexer(bytes, offset, offset + 4096).value();
      if (value instanceof Map && value.get("/Type") === type) return value;
    }
    return undefined;
  }

  #scan(): void {
    const bytes = this.#bytes;
    const nextStream = forward((from) => streamKeyword(bytes, from));
    const nextEnd = forward((from) => bytes.indexOf("endobj", from));
    let from = 0;
    while (true) {
      const keyword = bytes.indexOf("obj", from);
      if (keyword < 0) return;
      from = keyword + 3;
      const number = numberBefore(bytes, keyword);
      if (number === undefined) continue;
      this.#place(number, bytes, from);
      const stream = nextStream(from);
      if (stream < 0) continue;
      const end = nextEnd(from);
      if (end >= 0 && end < stream) continue;
      from = this.#addStream(from, stream);
    }
  }

  /** Answers where to look on. */
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
    if (to < 0) throw corrupt(this.#at, "breaks off within a stream: it may have been cut");
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

  #place(number: number, bytes: Uint8Array, offset: number): void {
    if (number > objectsMax || this.#places.size > objectsMax)
      throw limitExceeded(this.#at, "objects", `must have at most ${objectsMax} objects`);
    this.#places.set(number, { bytes, offset });
  }
}

/** Where the next stream's keyword is: one that a line end follows, and that ends no stream. */
export function streamKeyword(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf("stream", from); at >= 0; at = bytes.indexOf("stream", at + 6)) {
    const behind = bytes[at + 6];
    const isEnd = bytes[at - 1] === 0x64 && bytes[at - 2] === 0x6e;
    if (!isEnd && (behind === 10 || behind === 13)) return at;
  }
  return -1;
}

/** Remembers what was found, so that asking for what comes next never looks at a byte twice. */
function forward(find: (from: number) => number): (from: number) => number {
  let found = 0;
  let isFound = false;
  return (from) => {
    if (!isFound || (found >= 0 && found < from)) found = find(from);
    isFound = true;
    return found;
  };
}

/** The number of `12 0 obj`, read backwards from its keyword. */
function numberBefore(bytes: Buffer, keyword: number): number | undefined {
  const from = Math.max(0, keyword - 24);
  const text = bytes.toString("latin1", from, keyword);
  const words = text.trimEnd().split(/[\s\0]+/);
  const [number, generation] = words.slice(-2);
  if (text.endsWith("end") || !/^\d{1,5}$/.test(generation ?? "")) return undefined;
  const digits = /(\d{1,10})$/.exec(number ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}
