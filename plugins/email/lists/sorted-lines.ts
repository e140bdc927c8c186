/** A set of lines in one text, which is a tenth of the memory of a set of strings. */
export class SortedLines {
  readonly #text: string;

  /** The lines must be sorted by code units. */
  constructor(text: string) {
    this.#text = text;
  }

  has(line: string): boolean {
    const text = this.#text;
    let [low, high] = [0, text.length];
    while (low < high) {
      const start = Math.max(low, text.lastIndexOf("\n", (low + high) >> 1) + 1);
      const end = text.indexOf("\n", start);
      const found = text.slice(start, end === -1 ? undefined : end);
      if (found === line) return true;
      if (found > line) high = start - 1;
      else if (end === -1) return false;
      else low = end + 1;
    }
    return false;
  }
}
