import { Lines } from "./lines.ts";

const notesMax = 100;
const charactersMax = 32_768;

/** What a text holds that is legal and a trap, in the order it was found. */
export class Notes {
  readonly warnings: string[] = [];
  /** JSON Pointers of the members whose key came before. */
  readonly duplicates: string[] = [];
  readonly #lines: Lines;
  #left = 0;
  #characters = 0;
  #from = 0;

  constructor(text: string) {
    this.#lines = new Lines(text);
  }

  /** Counts the offsets to come from here, where a part of the text is read by itself. */
  from(offset: number): this {
    this.#from = offset;
    return this;
  }

  add(message: string, offset: number): void {
    if (this.#left > 0 || this.warnings.length === notesMax) this.#left++;
    else this.warnings.push(`${message} (line ${this.#lines.place(this.#from + offset).line})`);
  }

  duplicate(pointer: string, offset: number): void {
    this.add(`The key at ${short(pointer)} was given before: most readers keep the last`, offset);
    this.#characters += pointer.length;
    if (this.duplicates.length < notesMax && this.#characters <= charactersMax)
      this.duplicates.push(pointer);
  }

  number(raw: string, offset: number): void {
    const shown = raw.length > 40 ? `${raw.slice(0, 40)}…` : raw;
    this.add(`The number ${shown} does not fit a double: most readers change it`, offset);
  }

  surrogate(pointer: string, offset: number): void {
    this.add(`The string at ${short(pointer)} holds half a surrogate pair`, offset);
  }

  /** The warnings, with a last one for those that were too many to list. */
  list(): string[] {
    return this.#left > 0 ? [...this.warnings, `And ${this.#left} more`] : this.warnings;
  }
}

function short(pointer: string): string {
  if (pointer === "") return "the top";
  return pointer.length > 80 ? `"${pointer.slice(0, 80).toWellFormed()}…"` : `"${pointer}"`;
}
