import { createInflate } from "node:zlib";
import pdf from "../plugin.ts";
import { decodeFilter, inflate, TooLong } from "./filters.ts";
import { limitExceeded } from "./limit.ts";

/** How many filters may follow each other. */
const chainMax = 4;
/** The longest that one stream is decoded in one go, and kept. */
const keptBytesMax = 4 * 2 ** 20;
/** The longest result of a filter that another one reads on. */
const betweenBytesMax = 32 * 2 ** 20;
/** A stream that is longer and more than so many times as long as its code is a bomb. */
const bombBytes = 32 * 2 ** 20;
const bombRatio = 1000;

/** How much the streams of a document may decode to, all together. */
export class Budget {
  readonly #at: string;
  #left = pdf.limits.inflatedBytesMax;

  /** `at` is the file's place in the request. */
  constructor(at: string) {
    this.#at = at;
  }

  /** Counts what a stream decodes to, without keeping it. */
  async count(raw: Uint8Array, filters: readonly string[]): Promise<void> {
    this.#checkChain(filters);
    const looksDeflated = filters.length === 0 && isZlib(raw);
    const chain = looksDeflated ? ["/FlateDecode"] : filters;
    const last = chain.at(-1);
    const before = this.#decode(raw, chain.slice(0, -1));
    if (last === undefined || before === undefined) return;
    if (last !== "/FlateDecode" && last !== "/Fl") {
      this.#decode(before, [last]);
      return;
    }
    const length = lengthOf(before);
    if (length === undefined) await this.#countLong(before);
    else this.#spend(length, before.length);
  }

  /** What a stream decodes to; undefined where a filter of it is not known. */
  keep(raw: Uint8Array, filters: readonly string[]): Uint8Array | undefined {
    this.#checkChain(filters);
    return this.#decode(raw, filters);
  }

  #checkChain({ length }: readonly string[]): void {
    if (length > chainMax)
      throw limitExceeded(this.#at, "filters", `has a stream of more than ${chainMax} filters`);
  }

  #decode(raw: Uint8Array, chain: readonly string[]): Uint8Array | undefined {
    let bytes = raw;
    for (const filter of chain) {
      let result: Uint8Array | undefined;
      try {
        result = decodeFilter(filter, bytes, betweenBytesMax);
      } catch (error) {
        if (error instanceof TooLong) throw this.#tooMuch();
        return undefined;
      }
      if (!result) return undefined;
      this.#spend(result.length, bytes.length);
      bytes = result;
    }
    return bytes;
  }

  async #countLong(raw: Uint8Array): Promise<void> {
    const inflate = createInflate({ chunkSize: 2 ** 18 });
    let length = 0;
    const spend = (part: Uint8Array) => {
      length += part.length;
      this.#spend(part.length, 0);
      this.#checkRatio(length, inflate.bytesWritten);
    };
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    inflate.on("data", (part) => {
      try {
        spend(part);
      } catch (error) {
        inflate.destroy();
        reject(error);
      }
    });
    inflate.on("end", resolve);
    inflate.on("error", () => resolve());
    inflate.end(raw);
    await promise;
  }

  #spend(length: number, from: number): void {
    this.#left -= length;
    if (this.#left < 0) throw this.#tooMuch();
    if (from > 0) this.#checkRatio(length, from);
  }

  #checkRatio(length: number, from: number): void {
    if (length > bombBytes && length > bombRatio * from)
      throw limitExceeded(
        this.#at,
        "inflation_ratio",
        `has a stream that inflates to more than ${bombRatio} times its length`,
      );
  }

  #tooMuch() {
    const { inflatedBytesMax } = pdf.limits;
    const is = `must inflate to at most ${inflatedBytesMax} bytes: it has more`;
    return limitExceeded(this.#at, "inflated_bytes", is);
  }
}

/** Whether bytes begin as zlib's do: RFC 1950, 2.2. */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 15) === 8 && first >> 4 < 8 && (first * 256 + second) % 31 === 0;
}

/** How long a stream inflates to; undefined where it is too long to be inflated in one go. */
function lengthOf(raw: Uint8Array): number | undefined {
  try {
    return inflate(raw, keptBytesMax).length;
  } catch (error) {
    if (error instanceof TooLong) return undefined;
    // What is broken may have been long up to the fault.
    return isZlib(raw) ? Math.min(raw.length * 8, keptBytesMax) : 0;
  }
}
