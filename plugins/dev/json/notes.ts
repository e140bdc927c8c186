import { Lines, shorten } from "./fault.ts";
import { pointer } from "./pointer.ts";

const notesMax = 100;
const charactersMax = 32_768;

/** Warnings about legal but risky content, in the order found. */
export class Notes {
  readonly warnings: string[] = [];
  /** JSON Pointers of members that repeat an earlier key. */
  readonly duplicates: string[] = [];
  readonly #lines: Lines;
  #left = 0;
  #characters = 0;
  #from = 0;

  constructor(text: string) {
    this.#lines = new Lines(text);
  }

  /** Sets the base of following offsets, for a part of the text that is parsed on its own. */
  from(offset: number): this {
    this.#from = offset;
    return this;
  }

  add(message: string, offset: number): void {
    if (this.#isFull) this.#left++;
    else {
      const { line } = this.#lines.getPosition(this.#from + offset);
      this.warnings.push(`${shorten(message)} (line ${line})`);
    }
  }

  duplicate(path: readonly (string | number)[], offset: number): void {
    // The path is built only if it is shown: every key could have a long one.
    const isListed = this.duplicates.length < notesMax && this.#characters <= charactersMax;
    const at = isListed || !this.#isFull ? pointer(path) : "";
    this.add(`The key at ${short(at)} was given before: most parsers keep the last`, offset);
    this.#characters += at.length;
    if (isListed && this.#characters <= charactersMax) this.duplicates.push(at);
  }

  number(raw: string, offset: number): void {
    const shown = raw.length > 40 ? `${raw.slice(0, 40)}…` : raw;
    this.add(`The number ${shown} does not fit a double: most parsers change it`, offset);
  }

  surrogate(path: readonly (string | number)[], offset: number): void {
    const at = this.#isFull ? "" : pointer(path);
    this.add(`The string at ${short(at)} contains a lone surrogate`, offset);
  }

  get #isFull(): boolean {
    return this.warnings.length === notesMax;
  }

  /** Returns the warnings, the last of which counts those that were not listed. */
  list(): string[] {
    return this.#left > 0 ? [...this.warnings, `And ${this.#left} more`] : this.warnings;
  }
}

function short(at: string): string {
  if (at === "") return "the top";
  return at.length > 80 ? `"${at.slice(0, 80).toWellFormed()}…"` : `"${at}"`;
}
