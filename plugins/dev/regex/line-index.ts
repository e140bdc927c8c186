/** Finds the line and column of a place in a text whose lines end with LF, CR LF or CR. */
export class LineIndex {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === 0x0a || (unit === 0x0d && text.charCodeAt(at + 1) !== 0x0a))
        this.#starts.push(at + 1);
    }
  }

  /** Both from 1; the column counts UTF-16 code units, as indices do. */
  at(index: number): { line: number; column: number } {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= index) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: index - this.#starts[low]! + 1 };
  }
}
