/** Tells the line of one offset after another; cheap where they come in rising order. */
export class Lines {
  #line = 1;
  #at = 0;

  constructor(readonly text: string) {}

  /** The line of an offset, from 1. */
  line(offset: number): number {
    if (offset < this.#at) {
      this.#line = 1;
      this.#at = 0;
    }
    for (; this.#at < offset; this.#at++) {
      const code = this.text.charCodeAt(this.#at);
      if (code === 0x0a || (code === 0x0d && this.text.charCodeAt(this.#at + 1) !== 0x0a))
        this.#line++;
    }
    return this.#line;
  }
}
