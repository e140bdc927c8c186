import { isPlainBreak } from "./characters.ts";

/** Tells the place of one offset after another; cheap where they come in rising order. */
export class Lines {
  #at = 0;
  #line = 1;
  #begin = 0;

  constructor(readonly text: string) {}

  /** The line and column of an offset, from 1. `\n`, `\r` and `\r\n` each end a line. */
  place(offset: number): { line: number; column: number } {
    if (offset < this.#at) {
      this.#at = 0;
      this.#line = 1;
      this.#begin = 0;
    }
    for (; this.#at < offset; this.#at++) {
      const code = this.text.charCodeAt(this.#at);
      if (!isPlainBreak(code)) continue;
      if (code === 0x0d && this.text.charCodeAt(this.#at + 1) === 0x0a) continue;
      this.#line++;
      this.#begin = this.#at + 1;
    }
    return { line: this.#line, column: offset - this.#begin + 1 };
  }
}
